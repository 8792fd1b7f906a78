import { expect } from "chai";
import { hashOf } from "../../../src/codec/hash.js";
import { padStateKey } from "../../../src/codec/state-key.js";
import { createEngineClient } from "../../../src/api/engine-client.js";
import { devAccounts } from "../../../src/data/dev-network.js";
import { includeAll } from "../../../src/node/preset.js";
import type { ReadChain } from "../../../src/replay/read-chain.js";
import { openRemoteChain } from "../../../src/replay/remote/remote-store.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { startDevNode, type TestNode } from "../../support/dev-node.js";
import { withoutStateAt } from "../../support/without-state-at.js";

describe("Cells of a running node without StateAt, read one by one", () => {
  const [from, to, other] = devAccounts();
  let test: TestNode;

  before(async () => {
    test = await startDevNode();
  });
  after(() => test.node.stop());

  async function include(transaction: Parameters<typeof includeAll>[2][number]): Promise<void> {
    if (from === undefined) throw new Error("There are no accounts. ");
    await test.run(includeAll(test.node, from, [transaction]));
  }
  const send = (): Promise<void> => include({ type: "Send", to: to?.address ?? "", amount: "5" });

  /** The cells of three balances. The last account takes no part in the transfers. */
  const cells = (): readonly string[] =>
    [from, to, other].map((account) =>
      padStateKey(test.node.ledger.network.prefixes.balance + account?.address),
    );

  it("all come from the height at which the chain was opened, although a new block is made between two reads", async () => {
    const client = withoutStateAt(createEngineClient(test.node, "test"));
    const before = await test.node.ledger.store.readState("universal", cells());
    let turn = Promise.resolve();
    const chain = await openRemoteChain(
      {
        ...client,
        inspect(kind, key) {
          const cell = turn.then(() => client.inspect(kind, key));
          turn = cell.then(send);
          return cell;
        },
      },
      null,
    );
    const { height } = chain;
    expect(await chain.reader.readState("universal", cells())).to.deep.equal(before);
    await turn;
    expect(test.node.ledger.tip.height).to.equal(height + 3);
    expect(await chain.reader.readState("universal", cells())).to.deep.equal(before);
    expect(await test.node.ledger.store.readState("universal", cells())).to.not.deep.equal(before);
  });

  it("come with codes of the same height, even if a code is registered while they are listed", async () => {
    const client = withoutStateAt(createEngineClient(test.node, "test"));
    const code = { t: "request", m: "0.2.0", n: "Late", v: "1", s: "late", p: {}, e: [{ $response: [1] }] };
    const late = { ...code, w: from?.address ?? "" };
    let isPublished = false;
    const chain = await openRemoteChain(
      {
        ...client,
        async listCode(page) {
          if (!isPublished) await include({ type: "Publish", code: JSON.stringify(late) });
          isPublished = true;
          return client.listCode(page);
        },
      },
      null,
    );
    const names = ({ codes }: ReadChain): readonly string[] =>
      codes.readable.map(({ method }) => method.name);
    expect(names(chain)).to.include("Send").and.to.not.include("Late");
    expect(names(await openRemoteChain(client, null))).to.include("Late");
  });

  it("are refused when the node's chain is below that height", async () => {
    const client = withoutStateAt(createEngineClient(test.node, "test"));
    const chain = await openRemoteChain(
      {
        ...client,
        inspect: async (kind, key) => ({ ...(await client.inspect(kind, key)), height: 1 }),
      },
      null,
    );
    await expectRejection(chain.reader.readState("universal", cells()), "CHAIN_UNDONE", "unavailable");
  });

  it("are read a few at a time: a node limits its connections", async () => {
    const client = withoutStateAt(createEngineClient(test.node, "test"));
    let [open, most] = [0, 0];
    const counted: typeof client = {
      ...client,
      async inspect(kind, key) {
        open += 1;
        most = Math.max(most, open);
        const cell = await client.inspect(kind, key);
        open -= 1;
        return cell;
      },
    };
    const keys = Array.from({ length: 100 }, (_, index) => padStateKey(hashOf(`cell ${index}`)));
    const { reader } = await openRemoteChain(counted, null);
    expect((await reader.readState("local", keys)).size).to.equal(0);
    expect(most).to.be.within(2, 32);
  });
});

describe("Cells of a running node, asked for by height", () => {
  const [from, to, other] = devAccounts();
  let test: TestNode;

  before(async () => {
    test = await startDevNode();
  });
  after(() => test.node.stop());

  const send = (): Promise<void> => {
    if (from === undefined) throw new Error("There are no accounts. ");
    return test.run(includeAll(test.node, from, [{ type: "Send", to: to?.address ?? "", amount: "5" }]));
  };
  const cells = (): readonly string[] =>
    [from, to, other].map((account) =>
      padStateKey(test.node.ledger.network.prefixes.balance + account?.address),
    );

  it("come from the height at which the chain was opened, and no block is read for them", async () => {
    const client = createEngineClient(test.node, "test");
    const read: string[] = [];
    const noted = (name: "getBlocks" | "getBlock" | "inspect") => () => {
      read.push(name);
      return Promise.reject(new Error("It is not asked for. "));
    };
    const { store } = test.node.ledger;
    const before = await store.readState("universal", cells());
    const chain = await openRemoteChain(
      { ...client, getBlocks: noted("getBlocks"), getBlock: noted("getBlock"), inspect: noted("inspect") },
      null,
    );
    await send();
    expect(await chain.reader.readState("universal", cells())).to.deep.equal(before);
    for (const height of [0, 3, chain.height])
      expect(await chain.reader.readState("universal", cells(), height), `${height}`).to.deep.equal(
        await store.readState("universal", cells(), height),
      );
    expect((await chain.at(1)).codes.stored).to.have.length(0);
    expect(read).to.deep.equal([]);
  });

  it("are asked for in calls of 64 keys, and those that are no state keys not at all", async () => {
    const client = createEngineClient(test.node, "test");
    const calls: number[] = [];
    const { reader } = await openRemoteChain(
      {
        ...client,
        stateAt(kind, keys, height) {
          calls.push(keys.length);
          return client.stateAt(kind, keys, height);
        },
      },
      null,
    );
    calls.length = 0;
    const keys = Array.from({ length: 1100 }, (_, index) => padStateKey(hashOf(`cell ${index}`)));
    expect((await reader.readState("local", [...keys, "zz"], 1)).size).to.equal(0);
    expect(calls).to.deep.equal([...Array.from({ length: 17 }, () => 64), 12]);
  });

  it("are refused when the node has another block at that height, or a shorter chain", async () => {
    const client = createEngineClient(test.node, "test");
    const { reader, height } = await openRemoteChain(
      { ...client, stateAt: async (...asked) => ({ ...(await client.stateAt(...asked)), blockhash: "" }) },
      null,
    );
    await expectRejection(reader.readState("universal", cells(), height), "CHAIN_UNDONE", "unavailable");
    const shorter = await openRemoteChain(
      {
        ...client,
        stateAt: (kind, keys, asked) => client.stateAt(kind, keys, asked === undefined ? asked : asked + 1),
      },
      null,
    );
    await expectRejection(
      shorter.reader.readState("universal", cells(), height),
      "CHAIN_UNDONE",
      "unavailable",
    );
  });
});
