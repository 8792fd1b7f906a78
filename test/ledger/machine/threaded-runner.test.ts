import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import type { Value } from "../../../src/codec/value.js";
import { INLINE_RUNNER, type ContractOutcome, type Runner } from "../../../src/ledger/machine/runner.js";
import { ThreadPool } from "../../../src/ledger/machine/thread-pool.js";
import { LIGHT_WORK, MachineThreads, threadedRunner } from "../../../src/ledger/machine/threaded-runner.js";
import {
  runRequest,
  collectStateKeys,
  execute,
  MAX_REQUEST_WORK,
  WORK_LIMIT,
  ofBlock,
  within,
  type ProgramCall,
  type RequestSource,
  type StateView,
} from "../../../src/vm/machine.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { callWith, deepFreeze, NO_STATE } from "../../support/machine-calls.js";
import { randomCall } from "../../support/random-call.js";
import { randomValue } from "../../support/random-value.js";
import { TEST_SEED, createSeededRandom, seeded } from "../../support/seeded-random.js";

const SUBMITTED = within(WORK_LIMIT);
const RUNS = 200;
/** Squaring a number of so many digits is not light work. */
const DIGITS = "7".repeat(LIGHT_WORK / 128);

const SQUARE = `{"$strlen":[{"$mul":[{"$load_param":["digits"]},{"$load_param":["digits"]}]}]}`;
const PARAMETERS = { parameters: `{"digits":"${DIGITS}"}` };

describe(seeded("Runs of the machine in threads (docs/adr/0009-work.md)"), () => {
  let threads: ThreadPool;
  let runner: Runner;
  beforeEach(() => {
    threads = new ThreadPool({ threads: 1, waiting: 1 });
    runner = threadedRunner(threads);
  });
  afterEach(() => threads.close());

  it("are only for work that is not light: a light run is done when the call returns", () => {
    const light = callWith(`[{"$write_universal":["a","ab","1"]}]`);
    expect(runner.collect(light, SUBMITTED)).to.deep.equal(collectStateKeys(light));
    expect(runner.execute(light, NO_STATE, SUBMITTED)).to.deep.equal(execute(light, NO_STATE));
  });

  it("have the same result as in the caller's thread, in every pass", async () => {
    const heavy = callWith(`[{"$write_universal":["length","ab",${SQUARE}]}]`, PARAMETERS);
    const keys = runner.collect(heavy, SUBMITTED);
    const outcome = runner.execute(heavy, NO_STATE, SUBMITTED);
    expect(keys).to.be.a("promise");
    expect(outcome).to.be.a("promise");
    expect(await keys).to.deep.equal(collectStateKeys(heavy));
    expect(await outcome).to.deep.equal(withoutResult(execute(heavy, NO_STATE)));
  });

  it("stop at the same limit as in the caller's thread", async () => {
    const heavy = callWith(`[{"$write_universal":["length","ab",${SQUARE}]}]`, PARAMETERS);
    const { work } = execute(heavy, NO_STATE);
    const stopped = await runner.execute(heavy, NO_STATE, ofBlock(work - 1));
    expect(stopped).to.deep.equal(execute(heavy, NO_STATE, { budget: ofBlock(work - 1) }));
    expect(stopped).to.deep.include({ ok: false, message: "Too long processing. " });
    expect(await runner.execute(heavy, NO_STATE, ofBlock(work))).to.deep.include({ ok: true, work });
  });

  it("fail at once, in the caller's thread, when the limit is not above light work", () => {
    const heavy = callWith(`[{"$count":[${SQUARE}]}]`, PARAMETERS);
    expect(runner.execute(heavy, NO_STATE, within(LIGHT_WORK))).to.deep.include({ ok: false });
  });

  it("have the same result as in the caller's thread for random programs, to the last digit", async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const random = createSeededRandom(TEST_SEED + run);
      const call = randomCall(random);
      const stored = deepFreeze(randomValue(random, 2));
      const state: StateView = { read: (_, key) => (key.includes("b") ? stored : undefined) };
      const at = `run ${run}`;
      if (call.implicit === null) {
        await expectSameAnswer(
          call,
          { loadState: async () => ({ view: state, length: 0 }), answer: async () => "[7]" },
          at,
        );
      } else {
        expect(await threads.collect(call, SUBMITTED), at).to.deep.equal(collectStateKeys(call));
        const outcome = await threads.execute(call, state, SUBMITTED);
        expect(outcome, at).to.deep.equal(withoutResult(execute(call, state)));
      }
    }
  });

  async function expectSameAnswer(call: ProgramCall, source: RequestSource, at: string): Promise<void> {
    const here = await runRequest(call, source, { budget: within(MAX_REQUEST_WORK) });
    const there = await threads.answer(call, source);
    expect(there.ok, at).to.equal(here.ok);
    if (there.ok && here.ok) {
      expect("json" in there.answer && there.answer.json, at).to.equal(canonicalJson(here.result));
    } else expect(there, at).to.deep.equal(here);
  }

  it("read cells as they are when they ask for them, each once", async () => {
    const asked: string[] = [];
    const state: StateView = {
      read(_, key) {
        asked.push(key.slice(64, 66));
        return key.slice(64, 66) === "ab" ? "cd" : new Map<string, Value>([["deep", [1.5, -0, 2n ** 62n]]]);
      },
    };
    const inner = `{"$read_universal":["a",{"$read_universal":["a","ab"]}]}`;
    const call = callWith(`[{"$write_local":["b","ef",[${inner},${inner}]]}]`);
    const outcome = await threads.execute(call, state, SUBMITTED);
    expect(asked).to.deep.equal(["ab", "cd"]);
    expect(outcome).to.deep.equal(withoutResult(execute(call, state)));
  });

  it("pass on the queries that their request makes of the chain", async () => {
    const call = callWith(`[{"$response":[[${SQUARE},{"$get_transaction":["a"]}]]}]`, {
      kind: "request",
      ...PARAMETERS,
    });
    const source: RequestSource = {
      loadState: async () => ({ view: NO_STATE, length: 0 }),
      answer: async (query) => JSON.stringify(query),
    };
    const json = `[${DIGITS.length * 2},{"operator":"get_transaction","hash":"a"}]`;
    expect(await runner.answer(call, source)).to.deep.equal({ ok: true, answer: { json } });
    expect(await INLINE_RUNNER.answer(call, source)).to.deep.include({ ok: true });
  });

  it("are given up when their data cannot be read, and the thread continues with the next", async () => {
    const broken: StateView = {
      read() {
        throw new ChainError("BROKEN", "It broke. ");
      },
    };
    const call = callWith(`[{"$read_universal":["a","ab"]}]`);
    await expectRejection(threads.execute(call, broken, SUBMITTED), "BROKEN", "refused");
    expect(await threads.execute(call, NO_STATE, SUBMITTED)).to.deep.include({ ok: true });
  });

  it("wait for a thread, and are refused when too many wait", async () => {
    const call = callWith("[]");
    const first = threads.collect(call, within(100));
    const second = threads.collect(call, within(100));
    await expectRejection(threads.collect(call, within(100)), "MACHINE_BUSY", "busy");
    expect([(await first).ok, (await second).ok]).to.deep.equal([true, true]);
    expect((await threads.collect(call, within(100))).ok).to.equal(true);
  });

  it("have a lower limit of light work while no thread has room", async () => {
    const digits = "7".repeat(1_000);
    const some = callWith(`[${SQUARE}]`, { parameters: `{"digits":"${digits}"}` });
    const { work } = execute(some, NO_STATE);
    expect(work).to.be.within(LIGHT_WORK / 4, LIGHT_WORK);
    const busy = [threads.collect(some, within(100)), threads.collect(some, within(100))];
    const refused = runner.execute(some, NO_STATE, SUBMITTED);
    await expectRejection(Promise.resolve(refused), "MACHINE_BUSY", "busy");
    await Promise.all(busy);
    expect(runner.execute(some, NO_STATE, SUBMITTED)).to.deep.include({ ok: true, work });
  });

  it("leave no thread behind once nothing has run for a while, and start one again", async () => {
    const brief = new ThreadPool({ threads: 1, waiting: 1, idleMs: 20 });
    const call = callWith(`[${SQUARE}]`, PARAMETERS);
    for (let time = 0; time < 2; time += 1) {
      expect(await brief.execute(call, NO_STATE, SUBMITTED)).to.deep.include({ ok: true });
      expect(brief.size).to.equal(1);
      while (brief.size > 0) await sleep(5);
    }
    await brief.close();
  });

  it("end a thread whose call takes more memory than it may, and go on in another one", async () => {
    const small = new ThreadPool({ threads: 1, waiting: 1, memoryMb: 16 });
    const list = `[${"7,".repeat(40_000)}7]`;
    const decoded = Array.from({ length: 64 }, (_, at) => `{"$decode_json":["${list}${" ".repeat(at)}"]}`);
    const hungry = callWith(`[{"$count":[[${decoded.join()}]]}]`);
    await expectRejection(small.execute(hungry, NO_STATE, ofBlock(1e12)), "MACHINE_MEMORY", "refused");
    expect(await small.execute(callWith(`[]`), NO_STATE, SUBMITTED)).to.deep.include({ ok: true });
    await small.close();
  });

  it("are rejected when the threads end, whether they run, wait or come later", async () => {
    const call = callWith(`[{"$response":[{"$get_transaction":["a"]}]}]`, { kind: "request" });
    let running: Promise<unknown> | undefined;
    await new Promise<void>((isAsked) => {
      const source: RequestSource = {
        loadState: async () => ({ view: NO_STATE, length: 0 }),
        answer() {
          isAsked();
          return new Promise<never>(() => undefined);
        },
      };
      running = expectRejection(threads.answer(call, source), "MACHINE_THREAD", "unavailable");
    });
    const waiting = expectRejection(threads.collect(call, within(100)), "MACHINE_THREAD", "unavailable");
    await threads.close();
    await Promise.all([running, waiting]);
    await expectRejection(threads.collect(call, within(100)), "MACHINE_THREAD", "unavailable");
  });
});

function withoutResult(execution: ContractOutcome & { readonly result?: Value }): ContractOutcome {
  const { result: _, ...outcome } = execution;
  return outcome;
}

describe("The threads of a node that stops", () => {
  it("give up the calls of users at once, and go on with blocks", async () => {
    const threads = new MachineThreads();
    const heavy = callWith(`[{"$write_universal":["length","ab",${SQUARE}]}]`, PARAMETERS);
    const calls = Array.from({ length: 4 }, async () =>
      threads.runners.callers.execute(heavy, NO_STATE, SUBMITTED),
    );
    const refused = Promise.all(calls.map((call) => expectRejection(call, "MACHINE_THREAD", "unavailable")));
    await threads.endCallers();
    await refused;
    expect(await threads.runners.blocks.execute(heavy, NO_STATE, SUBMITTED)).to.deep.equal(
      withoutResult(execute(heavy, NO_STATE)),
    );
    await threads.close();
  });
});
