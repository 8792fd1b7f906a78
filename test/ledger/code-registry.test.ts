import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { hashOf, spaceIdOf } from "../../src/codec/hash.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { includeAll } from "../../src/node/preset.js";
import { CodeRegistry, KEPT_PROGRAM_BYTES } from "../../src/ledger/code-registry.js";
import { KEPT_TEXT_BYTES, keptTextBytes, shelveCodeTexts } from "../../src/ledger/code-texts.js";
import { FileShelf } from "../../src/data/directory/text-shelf.js";
import { codeIdOf, parseCode } from "../../src/records/code.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import type { StateEntry } from "../../src/store/store.js";
import { useTemporaryDirectory } from "../cli/binary.js";
import { heapBytes } from "../support/heap-bytes.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";

const WRITER = "ab".repeat(22);

describe("The registry of codes in force (PROTOCOL 6.5, 6.6)", () => {
  let test: TestNode;
  const [alice] = devAccounts() as [KeyPair];

  beforeEach(async () => {
    test = await startDevNode();
  });
  afterEach(() => test.node.stop());

  /** A request in the sender's own space that answers its version. */
  function answeringCode(version: string): string {
    return JSON.stringify({
      t: "request",
      m: "0.2.0",
      n: "Answer",
      v: version,
      s: "space",
      w: alice.address,
      p: [],
      e: [{ $response: [version] }],
    });
  }
  const publish = (version: string): Promise<void> =>
    test.run(includeAll(test.node, alice, [{ type: "Publish", code: answeringCode(version) }]));

  async function ask(): Promise<Value> {
    const cid = spaceIdOf(alice.address, "space");
    const answer = await test.node.request({ request: objectToValue({ type: "Answer", cid }) });
    return "value" in answer ? answer.value : null;
  }

  it("has a registered code from the next block on, and a newer version in its place", async () => {
    await publish("1");
    expect(await ask()).to.equal("1");
    await publish("2");
    expect(await ask()).to.equal("2");
  });

  it("has the older version again when the newer one's block is undone, and then no code", async () => {
    await publish("1");
    await publish("2");
    await test.node.ledger.undo();
    expect(await ask()).to.equal("1");
    await test.node.ledger.undo();
    const failure: unknown = await ask().catch((error: unknown) => error);
    expect(failure).to.include({ code: "REQUEST_MISSING", message: "There is no request code: Answer " });
  });

  it("gets a new generation when a code changes, so that pooled transactions are prepared again", async () => {
    const { registry } = test.node.ledger;
    const { generation } = registry;
    await publish("1");
    expect(registry.generation).to.be.greaterThan(generation);
  });

  it("is the same after a restart", async () => {
    await publish("1");
    await publish("2");
    const counts = test.node.ledger.registry.counts();
    await test.node.ledger.registry.load(test.node.ledger.store);
    expect(test.node.ledger.registry.counts()).to.deep.equal(counts);
    expect(await ask()).to.equal("2");
  });

  describe("and a record with the members of both formats (PROTOCOL 14.7)", () => {
    /** Publish sees a code in the sender's own space; its other members name the network's own `type` and `name`. */
    function twofold(type: string | number, name: string): string {
      const { rootSpace } = test.node.ledger.network;
      const members = `"t":"contract","m":"0.2.0","n":"Mine","v":"1","s":"","w":"${alice.address}","p":[],"e":[]`;
      const others = `"type":${JSON.stringify(type)},"name":"${name}","version":"99","nonce":"${rootSpace}"`;
      return `{${members},${others},"writer":"${"0".repeat(44)}","parameters":[],"conditions":[],"updates":[]}`;
    }
    const publishText = (code: string): Promise<void> =>
      test.run(includeAll(test.node, alice, [{ type: "Publish", code }]));

    for (const name of ["Send", "Fee"]) {
      it(`does not let a publisher replace ${name}`, async () => {
        const { registry } = test.node.ledger;
        const before = registry.contract(null, "Send");
        await publishText(twofold("contract", name));
        for (const loaded of [false, true]) {
          if (loaded) await registry.load(test.node.ledger.store);
          const { code, postProcess } = registry.contract(null, "Send");
          expect(code.method).to.deep.equal(before.code.method);
          expect(postProcess).to.equal(null);
        }
      });
    }

    it("cannot be called, and is counted as it is listed", async () => {
      const { registry } = test.node.ledger;
      const { contracts } = registry.counts();
      await publishText(twofold(5, "Mine"));
      expect(registry.counts().contracts).to.equal(contracts + 1);
      expect(() => registry.contract(spaceIdOf(alice.address, ""), "Mine"))
        .to.throw()
        .with.property("code", "CONTRACT_MISSING");
      await test.node.ledger.undo();
      expect(registry.counts().contracts).to.equal(contracts);
    });
  });

  it("does not let registered code replace a system contract, nor Fee be called (PROTOCOL 6.7, 6.8)", () => {
    const { registry, network } = test.node.ledger;
    expect(registry.contract(null, "Genesis").postProcess).to.equal(null);
    expect(registry.contract(network.rootCid, "Send").code.method.name).to.equal("Send");
    expect(() => registry.contract(null, "Fee"))
      .to.throw()
      .with.property("code", "CONTRACT_MISSING");
  });
});

describe("The texts of registered codes", () => {
  const network = createNetwork(PUBLIC_NETWORK);
  const cid = spaceIdOf(WRITER, "s");
  const directory = useTemporaryDirectory();
  const LENGTH = 500_000;
  const COUNT = Math.ceil((2 * KEPT_TEXT_BYTES) / LENGTH);

  const textOf = (at: number): string =>
    `{"m":"0.2.0","t":"request","n":"Long${at}","v":"1","s":"s","w":"${WRITER}","p":[],"e":[{"$response":["é한글${"x".repeat(LENGTH)}"]}]}`;
  const entryOf = (at: number): StateEntry => {
    const value = textOf(at);
    return { key: network.prefixes.request + codeIdOf(parseCode(value)), value };
  };

  it("take a bounded number of bytes in memory, and are read again from the shelf when they are called", () => {
    const shelf = new FileShelf(directory());
    const unshelve = shelveCodeTexts(shelf);
    const registry = new CodeRegistry(network);
    for (let at = 0; at < COUNT; at += 1) registry.apply([entryOf(at)]);
    expect(keptTextBytes()).to.be.at.most(KEPT_TEXT_BYTES);
    for (const at of [0, 1, COUNT - 1, 0])
      expect(registry.request(cid, `Long${at}`).text).to.equal(textOf(at));
    expect(keptTextBytes()).to.be.at.most(KEPT_TEXT_BYTES);
    expect(readdirSync(directory())).to.deep.equal([]);
    unshelve();
    shelf.close();
  });

  it("stay in memory when the shelf cannot take them", () => {
    const unshelve = shelveCodeTexts(new FileShelf(join(directory(), "missing")));
    const registry = new CodeRegistry(network);
    for (let at = 0; at < COUNT; at += 1) registry.apply([entryOf(at)]);
    expect(registry.request(cid, "Long0").text).to.equal(textOf(0));
    unshelve();
  });

  it("are found under names of any length, which take few bytes", () => {
    const registry = new CodeRegistry(network);
    const long = "n".repeat(100_000);
    const named = (name: string): string =>
      `{"m":"0.2.0","t":"request","n":"${name}","v":"1","s":"s","w":"${WRITER}","p":[],"e":[]}`;
    for (const name of [long, `${long}2`, hashOf(long)]) {
      const value = named(name);
      registry.apply([{ key: network.prefixes.request + codeIdOf(parseCode(value)), value }]);
      expect(registry.request(cid, name).nameKey.length).to.be.below(300);
    }
    for (const name of [long, hashOf(long)]) expect(registry.request(cid, name).method.name).to.equal(name);
  });
});

describe("The codes that a thread keeps compiled", () => {
  const network = createNetwork(PUBLIC_NETWORK);
  /** Lists in lists: the parts that take the most memory for a character. */
  const lists = Array.from({ length: 30 }, () => "[".repeat(500) + "]".repeat(500)).join(",");

  function hostileCode(at: number): StateEntry & { readonly value: string } {
    const value = `{"m":"0.2.0","t":"request","n":"Hostile${at}","v":"1","s":"s","w":"${WRITER}","p":[],"e":[${lists},{"$response":[${at}]}]}`;
    return { key: network.prefixes.request + codeIdOf(parseCode(value)), value };
  }

  it("take a bounded number of bytes, and are compiled again when they are called", () => {
    const registry = new CodeRegistry(network);
    const cid = spaceIdOf(WRITER, "s");
    const before = heapBytes();
    let textBytes = 0;
    for (let at = 0; at < 40; at += 1) {
      const code = hostileCode(at);
      textBytes += code.value.length;
      registry.apply([code]);
      expect(registry.request(cid, `Hostile${at}`).program.executions).to.have.length(31);
    }
    expect(heapBytes() - before).to.be.below(KEPT_PROGRAM_BYTES + textBytes + 2 ** 20);
    for (let at = 0; at < 40; at += 1)
      expect(registry.request(cid, `Hostile${at}`).method.executions.at(-1)).to.deep.equal(
        new Map([["$response", [BigInt(at)]]]),
      );
  });
});
