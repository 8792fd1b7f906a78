import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { objectToMap, type Value, type ValueMap } from "../../../src/codec/value.js";
import { devNetwork, namedDevAccounts } from "../../../src/data/dev-network.js";
import { runReplay, type ReplayJob } from "../../../src/api/tracing/replay-job.js";
import { READER_METHODS } from "../../../src/api/tracing/replay-messages.js";
import { ReplayThread, type ReplayLimits } from "../../../src/api/tracing/replay-thread.js";
import { ReadChain } from "../../../src/replay/read-chain.js";
import { decorated } from "../../../src/store/decorated.js";
import type { StoreReader } from "../../../src/store/store.js";
import { useDevNode } from "../../support/dev-node.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { slowly } from "../../support/slowly.js";

const [ALICE, BOB] = namedDevAccounts().map(({ address }) => address);

describe("calls that are executed again for readers of the chain", () => {
  const test = useDevNode();

  const send = (amount: string): ValueMap => objectToMap({ type: "Send", to: BOB, amount });
  const whatIf = (given: ValueMap): Promise<Value> => test().client.call("WhatIf", given);

  it("are traced as in the node's own thread, every transaction of the chain", async () => {
    const { store, network } = test().node.ledger;
    const chain = await ReadChain.open({ reader: store, network, isDefinitionKnown: true });
    const listed = await test().client.listTransaction({ count: 100 });
    expect(listed.size).to.be.greaterThan(10);
    for (const hash of listed.keys()) {
      const answered = await test().client.call("Trace", objectToMap({ hash }));
      const expected = await runReplay(chain, { kind: "trace", hash }, test().clock.nowUs());
      expect(canonicalJson(answered)).to.equal(canonicalJson(expected));
      const trial = await test().client.trace(hash);
      expect([trial.ok, trial.hash]).to.deep.equal([true, hash]);
      expect(trial.trace.length).to.be.greaterThan(0);
    }
  });

  it("are tried by any sender, on other cells, at any height, and change nothing", async () => {
    const { height } = test().node.ledger.tip;
    const much = "9".repeat(30);
    expect((await test().client.whatIf(send("1"), { from: ALICE })).ok).to.equal(true);
    const refused = await test().client.whatIf(send(much), { from: ALICE });
    expect(refused.ok).to.equal(false);
    const failing = refused.trace.find(({ failed }) => failed);
    expect(failing?.failure).to.be.a("string");
    const cells = objectToMap({ balance: objectToMap({ [ALICE ?? ""]: `${much}9` }) });
    expect((await test().client.whatIf(send(much), { from: ALICE, cells })).ok).to.equal(true);
    // Before the accounts were funded.
    expect((await test().client.whatIf(send("1"), { from: ALICE, height: height - 1 })).ok).to.equal(false);
    expect(test().node.ledger.tip.height).to.equal(height);
    expect(test().node.pool.size).to.equal(0);
  });

  it("are refused when they cannot be tried, each for its reason", async () => {
    for (const [code, kind, given] of [
      ["PARAMETER", "refused", objectToMap({})],
      ["PARAMETER", "refused", objectToMap({ call: "[]" })],
      ["PARAMETER", "refused", objectToMap({ call: "{}" })],
      ["PARAMETER", "refused", objectToMap({ call: '{"type":1}' })],
      ["JSON_SYNTAX", "usage", objectToMap({ call: "{" })],
      ["CODE_UNKNOWN", "not-found", objectToMap({ call: '{"type":"Nothing"}' })],
      ["PARAMETER", "refused", objectToMap({ call: '{"type":"Send"}', kind: "other" })],
      ["HEIGHT_UNKNOWN", "not-found", objectToMap({ call: '{"type":"Send"}', height: 1_000_000n })],
      ["STATE_CELLS", "usage", objectToMap({ call: '{"type":"Send"}', cells: '{"nothing":{}}' })],
      [
        "STATE_CELLS",
        "usage",
        objectToMap({ call: '{"type":"Send"}', cells: '{"universal":{"a":{"b":1}}}' }),
      ],
      ["PARAMETER_INVALID", "refused", objectToMap({ call: '{"type":"Send"}' })],
    ] as const)
      await expectRejection(whatIf(given), code, kind);
    await expectRejection(test().client.trace("ab"), "TRANSACTION_UNKNOWN", "not-found");
    await expectRejection(test().client.trace("0".repeat(78)), "TRANSACTION_UNKNOWN", "not-found");
  });

  it("show what a cell has held, at every height", async () => {
    const { network } = test().node.ledger;
    const key = network.prefixes.balance + (ALICE ?? "");
    const { values, next } = await test().client.history("universal", key);
    expect(next).to.equal(null);
    expect(values.length).to.be.greaterThan(0);
    for (const { height, value } of values) {
      const { values: past } = await test().client.stateAt("universal", [key], height);
      expect(past.get(key)).to.equal(value);
    }
    expect((await test().client.history("universal", key, values.at(-1)?.height)).values).to.deep.equal([]);
    await expectRejection(test().client.history("universal", "zz"), "STATE_KEY", "usage");
  });
});

describe("the limits of calls that are executed again", () => {
  const test = useDevNode();
  let thread: ReplayThread;
  let isSilent: boolean;
  afterEach(() => thread.close());

  function open(limits: Partial<ReplayLimits>): void {
    const { store } = test().node.ledger;
    const definition = devNetwork(test().node.identity);
    isSilent = true;
    const reader: StoreReader = decorated<StoreReader>(store, {
      mainBlockSummary: (target) =>
        isSilent ? new Promise(() => undefined) : store.mainBlockSummary(target),
    });
    thread = new ReplayThread({ store: reader, definition, clock: test().clock, limits });
  }

  const job: ReplayJob = { kind: "trace", hash: "0".repeat(78) };

  /** A thread takes seconds to start on a busy machine. */
  async function runUntilInTime(again: ReplayJob): Promise<string> {
    for (;;) {
      try {
        return await thread.run(again);
      } catch (error) {
        if (!(error instanceof ChainError) || error.code !== "REPLAY_TIME") throw error;
      }
    }
  }

  it("end one that takes too long, and let the next one begin", async () => {
    open({ timeMs: 2000 });
    await expectRejection(thread.run(job), "REPLAY_TIME", "refused");
    isSilent = false;
    await expectRejection(runUntilInTime(job), "TRANSACTION_UNKNOWN", "not-found");
  });

  slowly("give no late answer to the next one", async () => {
    const { store, network } = test().node.ledger;
    const [hash = ""] = (await test().client.listTransaction({ count: 1 })).keys();
    let reads = 0;
    let afterRead = (): void => undefined;
    const counted = decorated<StoreReader>(
      store,
      Object.fromEntries(
        READER_METHODS.map((method) => [
          method,
          async (...given: readonly unknown[]) => {
            const answer = await (store[method] as (...given: readonly unknown[]) => unknown)(...given);
            reads += 1;
            afterRead();
            return answer;
          },
        ]),
      ),
    );
    const chain = await ReadChain.open({ reader: counted, network, isDefinitionKnown: true });
    await runReplay(chain, { kind: "trace", hash }, test().clock.nowUs());
    const last = reads;

    const timeMs = 2000;
    const definition = devNetwork(test().node.identity);
    thread = new ReplayThread({ store: counted, definition, clock: test().clock, limits: { timeMs } });
    // This thread stands still while the other one answers, and finds the answer after the time is over.
    const standStill = (): void => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeMs + 100);
    };
    afterRead = () => {
      if (reads === last) setImmediate(standStill);
    };
    // On a busy machine the answer can come before this thread stands still. It is in time then.
    for (let isLate = false; !isLate;) {
      reads = 0;
      const [first, next] = await Promise.allSettled([thread.run({ kind: "trace", hash }), thread.run(job)]);
      expect(next.status).to.equal("rejected");
      isLate = first.status === "rejected";
    }
  });

  it("refuse a caller that has too many waiting, and then all", async () => {
    open({ waiting: 3, waitingPerCaller: 1 });
    const running = [thread.run(job, "a"), thread.run(job, "a"), thread.run(job, "b"), thread.run(job, "c")];
    const ended = Promise.allSettled(running);
    await expectRejection(thread.run(job, "a"), "REPLAY_BUSY", "busy");
    await expectRejection(thread.run(job, "d"), "REPLAY_BUSY", "busy");
    isSilent = false;
    await thread.close();
    for (const { status } of await ended) expect(status).to.equal("rejected");
  });

  it("refuse a trace that is too long", async () => {
    open({ length: 10 });
    isSilent = false;
    const [hash = ""] = (await test().client.listTransaction({ count: 1 })).keys();
    await expectRejection(thread.run({ kind: "trace", hash }), "REPLAY_LENGTH", "refused");
    await expectRejection(thread.run(job), "TRANSACTION_UNKNOWN", "not-found");
  });

  it("are those of JSON that another thread can read", async () => {
    open({});
    isSilent = false;
    const [hash = ""] = (await test().client.listTransaction({ count: 1 })).keys();
    expect(parseJson(await thread.run({ kind: "trace", hash }))).to.be.instanceOf(Map);
  });
});
