import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { isList, memberOf, objectToMap, type Value } from "../../src/codec/value.js";
import { textIn } from "../../src/codec/text.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import { createEngineClient } from "../../src/api/engine-client.js";
import { WarpClock } from "../../src/base/clock/warp-clock.js";
import { DevTime } from "../../src/dev/dev-time.js";
import { createDevActions, type DevActions } from "../../src/dev/dev-actions.js";
import { namedDevAccounts } from "../../src/data/dev-network.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { expectRejection } from "../support/expect-rejection.js";

/** The transactions that its pool takes. */
const ROOM = 32;

describe("the actions of a development chain", () => {
  let test: TestNode;
  let actions: DevActions;
  let clock: WarpClock;
  before(async () => {
    test = await startDevNode({
      clockOver: (base) => (clock = new WarpClock(base)),
      poolLimits: { maxTransactions: ROOM, maxBytes: 1_000_000 },
    });
    actions = createDevActions(test.node, await DevTime.resume(test.node, clock));
  });
  after(() => test.run(test.node.stop()));

  const act = (name: string, given: Readonly<Record<string, Value>> = {}): Promise<Value> => {
    const action = actions.get(name);
    if (action === undefined) throw new Error(`There is no ${name}. `);
    return action(objectToMap(given));
  };

  it("name the accounts, but not their keys", async () => {
    const text = canonicalJson(await act("accounts"));
    for (const { name, address, privateKey, publicKey } of namedDevAccounts()) {
      expect(text).to.include(name).and.include(address);
      expect(text).not.to.include(privateKey);
      expect(text).not.to.include(publicKey);
    }
  });

  it("send a call from an account by its name or address, twice in one moment too", async () => {
    const [, bob, carol] = namedDevAccounts();
    const call = objectToMap({ type: "Send", to: bob?.address ?? "", amount: "1" });
    const sent = await Promise.all([
      act("send", { from: "alice", call }),
      act("send", { from: "alice", call }),
      act("send", { from: carol?.address ?? "", call }),
    ]);
    const hashes = sent.map((answer) => textIn(answer, "hash"));
    expect(new Set(hashes).size).to.equal(3);
    await test.run(test.node.whenIncluded(hashes));
  });

  it("refuse what a chain refuses, and what is no call of an account", async () => {
    const [, bob] = namedDevAccounts();
    const to = bob?.address ?? "";
    const call = objectToMap({ type: "Send", to, amount: "9".repeat(30) });
    await expectRejection(act("send", { from: "alice", call }), "EXECUTION_FAILED", "refused");
    for (const given of [{}, { from: "mallory", call }, { from: "alice" }, { from: "alice", call: "x" }])
      await expectRejection(act("send", given), "DEV_ACTION", "usage");
    // Whose key signs is not for the call to say.
    const forged = objectToMap({ type: "Send", to, amount: "1", from: to, timestamp: 1n });
    const hash = textIn(await act("send", { from: "carol", call: forged }), "hash");
    await test.run(test.node.whenIncluded([hash]));
  });

  it("tell the transactions that the node refused, with the reason, newest first", async () => {
    const [, bob] = namedDevAccounts();
    const call = objectToMap({ type: "Send", to: bob?.address ?? "", amount: "1".padEnd(40, "0") });
    await expectRejection(test.run(act("send", { from: "alice", call })), "EXECUTION_FAILED", "refused");
    const listed = await act("refused");
    const [refused = null] = isList(listed) ? listed : [];
    expect(textIn(memberOf(refused ?? undefined, "transaction"), "amount")).to.equal("1".padEnd(40, "0"));
    expect(textIn(refused, "hash")).to.have.length(78);
    expect(textIn(refused, "code")).to.equal("EXECUTION_FAILED", "refused");
    expect(textIn(refused, "reason")).not.to.equal("");
  });

  it("tell no transaction that was refused because the node was busy", async () => {
    const before = await act("refused");
    const call = objectToMap({ type: "Send", to: namedDevAccounts()[1]?.address ?? "", amount: "1" });
    const sent = await Promise.allSettled(
      Array.from({ length: ROOM + 1 }, () => act("send", { from: "alice", call })),
    );
    const refused = sent.filter((each) => each.status === "rejected");
    expect(refused).to.have.lengthOf(1);
    expect(refused[0]?.reason).to.include({ code: "POOL_FULL", kind: "busy" });
    expect(await act("refused")).to.deep.equal(before);
    await test.run(
      test.node.whenIncluded(
        sent.flatMap((each) => (each.status === "fulfilled" ? [textIn(each.value, "hash")] : [])),
      ),
    );
  });

  it("turn mining on and off", async () => {
    const turned = [
      await act("mining", { on: true }),
      await act("mining"),
      await act("mining", { on: false }),
    ];
    expect(turned.map((answer) => memberOf(answer, "on"))).to.deep.equal([true, true, false]);
  });

  const balanceOf = async (address: string): Promise<Value> => {
    const { balance } = test.node.ledger.network.prefixes;
    const { value } = await createEngineClient(test.node, "node").inspect("universal", balance + address);
    return value;
  };

  it("give any address coins that the chain has made by its own rules", async () => {
    const { address } = createKeyPair();
    await test.run(act("faucet", { to: address, amount: "29999000000000000000000" }));
    expect(await balanceOf(address)).to.equal("29999000000000000000000");
    for (const given of [
      {},
      { to: "x", amount: "1" },
      { to: address, amount: "0" },
      { to: address, amount: "29999000000000000000001" },
      { to: address, amount: 1n },
    ])
      await expectRejection(act("faucet", given), "DEV_ACTION", "usage");
  });

  it("mine one resource block, and leave mining off", async () => {
    const before = test.node.ledger.resourceChain.tip?.height ?? 0;
    const mined = await test.run(act("mine"));
    expect(memberOf(mined, "height")).to.equal(BigInt(before + 1));
    expect(test.node.mining.isOn).to.equal(false);
  });

  it("advance the time of the chain, in which blocks are made from then on", async () => {
    const beforeUs = clock.nowUs();
    const told = await act("warp", { seconds: 86_400n });
    expect(memberOf(told, "ahead")).to.equal(86_400_000_000n);
    expect(clock.nowUs() - beforeUs).to.be.at.least(86_400_000_000);
    const call = objectToMap({ type: "Send", to: namedDevAccounts()[1]?.address ?? "", amount: "1" });
    const hash = textIn(await act("send", { from: "alice", call }), "hash");
    await test.run(test.node.whenIncluded([hash]));
    expect(test.node.ledger.tip.s_timestamp - beforeUs).to.be.at.least(86_400_000_000);
    for (const seconds of [0n, -1n, "1", 10n ** 12n])
      await expectRejection(act("warp", { seconds }), "DEV_ACTION", "usage");
    // The next start continues that time.
    const again = new WarpClock(test.clock);
    const resumed = await DevTime.resume(test.node, again);
    expect(resumed.nowUs).to.equal(clock.nowUs());
  });

  it("go back to a snapshot of both chains, as often as one likes, and on from there", async () => {
    const send = async (): Promise<string> => {
      const call = objectToMap({ type: "Send", to: namedDevAccounts()[1]?.address ?? "", amount: "1" });
      return textIn(await act("send", { from: "dave", call }), "hash");
    };
    const bob = namedDevAccounts()[1]?.address ?? "";
    const [ends, balance] = [test.node.ledger.tip, await balanceOf(bob)];
    const resource = test.node.ledger.resourceChain.tip?.blockhash;
    const snapshot = memberOf(await act("snapshot"), "id") ?? null;
    for (let round = 0; round < 2; round += 1) {
      await test.run(test.node.whenIncluded([await send()]));
      // More than are needed to fix the first ones.
      test.node.mining.start();
      await test.pass(30_000_000);
      await test.run(test.node.mining.stop());
      await test.run(test.node.whenIncluded([await send()]));
      expect(test.node.ledger.resourceChain.fixedHeight).to.be.greaterThan(1);
      const waiting = await send();
      expect(test.node.ledger.tip.height).to.be.greaterThan(ends.height);
      const reverted = await test.run(act("revert", { snapshot }));
      expect(memberOf(reverted, "height")).to.equal(BigInt(ends.height));
      expect(test.node.ledger.tip).to.deep.equal(ends);
      expect(test.node.ledger.resourceChain.tip?.blockhash).to.equal(resource);
      expect(await balanceOf(bob)).to.equal(balance);
      expect(test.node.pool.size).to.equal(0);
      await expectRejection(test.node.whenIncluded([waiting]), "TRANSACTION_DROPPED", "refused");
    }
    const { length } = (await act("snapshots")) as readonly Value[];
    await test.run(act("snapshot"));
    await test.run(act("revert", { snapshot }));
    expect(await act("snapshots")).to.have.lengthOf(length);
    for (const unknown of [{}, { snapshot: 99n }, { snapshot: "1" }])
      await expectRejection(act("revert", unknown), "DEV_ACTION", "usage");
  });
});
