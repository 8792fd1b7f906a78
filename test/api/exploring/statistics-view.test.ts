import { expect } from "chai";
import { publicKeyToAddress } from "../../../src/client/index.js";
import { objectToMap } from "../../../src/codec/value.js";
import { WarpClock } from "../../../src/base/clock/warp-clock.js";
import { DevTime } from "../../../src/dev/dev-time.js";
import { createDevActions } from "../../../src/dev/dev-actions.js";
import { namedDevAccounts } from "../../../src/data/dev-network.js";
import { START_US, useDevNode } from "../../support/dev-node.js";
import { expectRejection } from "../../support/expect-rejection.js";

const BOB = namedDevAccounts()[1]?.address ?? "";

describe("calls and statistics of a running chain", () => {
  const test = useDevNode();

  before(async () => {
    const time = await DevTime.resume(test().node, new WarpClock(test().clock));
    const send = createDevActions(test().node, time).get("send");
    if (send === undefined) throw new Error("There is no send. ");
    for (let block = 0; block < 3; block += 1) {
      const call = objectToMap({ type: "Send", to: BOB, amount: "1" });
      await Promise.all(["alice", "carol"].map((from) => send(objectToMap({ from, call }))));
      await test().pass(1_000_000);
    }
  });

  it("list each call of a contract once, newest first, page by page", async () => {
    const transactions = await test().client.listTransaction({ count: 100 });
    const sends = [...transactions].filter(([, { transaction }]) => transaction.get("type") === "Send");
    const { count, calls, next } = await test().client.listCalls("Send");
    expect(sends.length).to.equal(6);
    expect([count, next]).to.deep.equal([6, null]);
    expect(calls.map(({ hash }) => hash)).to.deep.equal(sends.map(([hash]) => hash));
    const senders = sends.map(([, { public_key }]) => publicKeyToAddress(public_key));
    expect(calls.map(({ from }) => from)).to.deep.equal(senders);
    const { rootCid } = test().node.ledger.network;
    expect((await test().client.listCalls("Send", { cid: rootCid })).count).to.equal(6);
    for (const [type, cid] of [
      ["Nothing", undefined],
      ["Send", "0".repeat(64)],
      ["%", undefined],
    ] as const)
      expect(await test().client.listCalls(type, { cid })).to.deep.equal({ count: 0, calls: [], next: null });
  });

  it("add up to the whole chain, in intervals of any length", async () => {
    const { tip } = test().node.ledger;
    const all = await test().client.transactionCount();
    for (const interval of [1, 2, 7, 86_400, 999_999_999]) {
      const { seconds, intervals } = await test().client.statistics({ interval, count: 500, type: "Send" });
      expect([seconds, intervals.length]).to.deep.equal([interval, 500]);
      const total = (name: "blocks" | "transactions" | "calls" | "resource_blocks"): number =>
        intervals.reduce((sum, each) => sum + (each[name] ?? 0), 0);
      expect([total("blocks"), total("transactions"), total("calls")]).to.deep.equal([tip.height, all, 6]);
      const last = intervals.at(-1)?.time ?? 0;
      expect(last % (interval * 1_000_000)).to.equal(0);
      expect(last).to.be.at.most(test().clock.nowUs());
    }
  });

  it("count calls only when a contract is given, and begin where a reader asks", async () => {
    const { intervals } = await test().client.statistics({
      interval: 60,
      count: 2,
      before: START_US - 60_000_000,
    });
    expect(intervals.map(({ blocks, calls }) => [blocks, calls])).to.deep.equal([
      [0, null],
      [0, null],
    ]);
    for (const wrong of [{ interval: 0 }, { count: 0 }, { count: 501 }, { interval: -1 }])
      await expectRejection(test().client.statistics(wrong), "PARAMETER", "refused");
  });
});
