import { expect } from "chai";
import { spaceIdOf } from "../../src/codec/hash.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/node/network/dev-network.js";
import type { KeyPair } from "../../src/node/directory/identity.js";
import { includeAll } from "../../src/node/network/preset.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";

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
