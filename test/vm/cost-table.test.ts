import { expect } from "chai";
import { RE2JS } from "re2js";
import { ThreadPool } from "../../src/ledger/machine/thread-pool.js";
import type { Runner } from "../../src/ledger/machine/runner.js";
import { LIGHT_WORK, threadedRunner } from "../../src/ledger/machine/threaded-runner.js";
import { ruleSetOf } from "../../src/records/rules.js";
import {
  collectStateKeys,
  COSTS,
  execute,
  MAX_REQUEST_WORK,
  ofBlock,
  ofSubmission,
  SURCHARGES,
  within,
  WORK_LIMIT,
  type Execution,
  type ProgramCall,
} from "../../src/vm/machine.js";
import { callWith, NO_STATE } from "../support/machine-calls.js";

const BY_COST = ruleSetOf(2, 2);
const UNICODE_CLASS = COSTS.unicodeSteps * COSTS.patternStep;

function matching(pattern: string, times = 1): ProgramCall {
  const match = { $reg_match: [pattern, "b"] };
  return callWith(JSON.stringify(Array.from({ length: times }, () => ({ $count: [match] }))));
}

const run = (call: ProgramCall, budget = ofBlock(WORK_LIMIT)): Execution =>
  execute(call, NO_STATE, { budget });

/** What the second table counts beside the first, without the values of the code and the list of its results. */
function surchargeOf(executions: string): number {
  const call = callWith(executions);
  const { work, cost } = run(call);
  return cost - work - call.program.nodes * SURCHARGES.node - SURCHARGES.container;
}

const folded = (characters: number): number => characters * SURCHARGES.foldedCharacter;
const attribute = SURCHARGES.attribute;
/** Computed by hand from docs/work-limit.md. */
const FROZEN: readonly (readonly [what: string, executions: string, surcharge: number])[] = [
  ["a class of Unicode", `[{"$reg_match":["/[\\\\w]/u","b"]}]`, 0],
  ["each further one in a class", `[{"$reg_match":["/[\\\\w\\\\d\\\\pL]/u","b"]}]`, 2 * UNICODE_CLASS],
  ["the same one again", `[{"$reg_match":["/[\\\\w\\\\w]/u","b"]}]`, UNICODE_CLASS],
  ["ASCII classes", `[{"$reg_match":["/[\\\\w\\\\d]/","b"]}]`, 0],
  ["a range without the flag i", `[{"$reg_match":["/[A-ꟿ]/u","b"]}]`, 0],
  ["a range with it", `[{"$reg_match":["/[A-Z]/i","b"]}]`, folded(26)],
  ["a range in a group that ignores case", `[{"$reg_match":["/(?s-i)(?i:[A-Z])/","b"]}]`, folded(26)],
  ["a range by numbers", `[{"$reg_match":["/[\\\\x41-\\\\132]/i","b"]}]`, folded(26)],
  ["a range beyond what is folded", `[{"$reg_match":["/[ -\\\\x{10ffff}]/iu","b"]}]`, folded(0x1e943 - 0x40)],
  ["a control and a hyphen", `[{"$reg_match":["/[\\\\t-Z]/i","b"]}]`, folded(26)],
  ["classes within a class", `[{"$reg_match":["/[\\\\W[:alpha:]x-]/i","b"]}]`, folded(2 * 128)],
  ["a hash", `[{"$hash":["a"]}]`, 1024],
  ["the lists and maps in a value", `[{"$encode_json":[[1,[{"k":[]}],"["]]}]`, 4 * 96],
  ["the brackets of a text", `[{"$count":[{"$decode_json":["[1,[{}],3]"]}]}]`, 3 * 96],
  ["an identifier", `[{"$id_hash":["a"]},{"$short_hash":["a"]}]`, 2 * 8192],
  ["text that may be a number", `[{"$is_numeric":["12","x"]}]`, 3 * 4],
  ["written arguments", `[{"$mul":["",""]}]`, 0],
  ["computed arguments", `[{"$mul":{"$get":[[["","",""]],0]}}]`, 3 * 32],
  ["a cell", `[{"$read_local":["a","00"]}]`, attribute + 512],
  [
    "two cells of an attribute, and the write among the results",
    `[{"$read_local":["a","00"]},{"$write_local":["a","01",1]}]`,
    attribute + 2 * 512 + 2 * 96,
  ],
];

describe("The second table of costs (PROTOCOL 15.8, 16.9)", () => {
  for (const [what, executions, surcharge] of FROZEN) {
    it(`counts ${surcharge} more for ${what}`, () => {
      expect(surchargeOf(executions)).to.equal(surcharge);
    });
  }

  it("counts each value of the executions in each pass", () => {
    // [[1, [2]]]: the execution, its members, and what is in them.
    const call = callWith(`[[1,[{"$if":[true,2]}]]]`);
    const { work, cost } = run(call);
    expect(cost - work).to.equal(call.program.nodes * SURCHARGES.node + 3 * SURCHARGES.container);
    expect(call.program.nodes).to.equal(8);
    const keys = collectStateKeys(call);
    expect(keys.cost - keys.work).to.equal(8 * SURCHARGES.node);
  });

  it("decides in a network that names it, and nowhere else", () => {
    const call = matching(`/[${"\\w".repeat(3000)}]/u`);
    const first = run(call);
    expect(first).to.include({ ok: true });
    expect(first.work).to.be.below(WORK_LIMIT / 32);
    expect(first.cost).to.be.above(WORK_LIMIT);
    const second = run({ ...call, rules: BY_COST });
    expect(second).to.include({ ok: false, message: "Too long processing. " });
    expect(second.work).to.equal(second.cost);
    expect(run({ ...call, rules: ruleSetOf(2) })).to.include({ ok: true });
  });

  describe("bounds what a caller can make this node do", () => {
    let compiled = 0;
    const compile = RE2JS.compile.bind(RE2JS);
    const restored = Object.getOwnPropertyDescriptor(RE2JS, "compile") as PropertyDescriptor;
    let threads: ThreadPool;
    let runner: Runner;
    beforeEach(() => {
      compiled = 0;
      RE2JS.compile = (...args): RE2JS => {
        compiled += 1;
        return compile(...args);
      };
      threads = new ThreadPool({ threads: 1, waiting: 1 });
      runner = threadedRunner(threads);
    });
    afterEach(() => {
      Object.defineProperty(RE2JS, "compile", restored);
      return threads.close();
    });

    /** Each takes from a fifth of a second to seconds to compile where the engine expands all of it. */
    const dear: readonly (readonly [what: string, pattern: string])[] = [
      ["4,000 classes of Unicode in a class", `/[${"\\w".repeat(4000)}]/u`],
      ["4,000 with the flag i", `/[^${"\\w".repeat(4000)}]/iu`],
      ["ranges whose case is folded", `/[${"A-ꟿ".repeat(1600)}]/iu`],
      ["ranges in a group that ignores case", `/(?i:[${"A-ꟿ".repeat(1600)}])/u`],
      ["ranges in many classes", `/${"[B-ꟿ]".repeat(1300)}/iu`],
      ["ranges by numbers", `/[${"\\x{42}-\\x{1e942}".repeat(480)}]/iu`],
    ];
    for (const [what, pattern] of dear) {
      it(`${what} are refused by the limits of requests and submissions before they are compiled`, () => {
        const call = matching(pattern);
        for (const budget of [within(MAX_REQUEST_WORK), ofSubmission(WORK_LIMIT)])
          expect(run(call, budget)).to.include({ ok: false, message: "Too long processing. " });
        expect(compiled).to.equal(0);
      });
    }

    const heavy: readonly (readonly [what: string, pattern: string])[] = [
      ["430 classes of Unicode in a class", `/[${"\\w".repeat(430)}]/u`],
      ["a range of 40,000 characters whose case is folded", "/[\\x{100}-\\x{9d40}]/iu"],
      ["seventeen classes of Unicode", `/${"\\w".repeat(17)}/u`],
    ];
    for (const [what, pattern] of heavy) {
      it(`${what} are not compiled in the main thread`, async () => {
        const call = matching(pattern);
        const outcome = runner.execute(call, NO_STATE, ofSubmission(WORK_LIMIT));
        expect(outcome).to.be.a("promise");
        expect(await outcome).to.include({ ok: true });
        expect(compiled).to.equal(0);
      });
    }

    it("a block of others runs it in a thread, whatever it costs, within the limit of a block", async () => {
      const call = matching(`/[${"\\w".repeat(4000)}]/u`);
      const outcome = runner.execute(call, NO_STATE, ofBlock(WORK_LIMIT));
      expect(outcome).to.be.a("promise");
      expect(await outcome).to.include({ ok: true });
      expect(compiled).to.equal(0);
      const { work } = run(call);
      const stopped = await runner.execute(call, NO_STATE, ofBlock(work - 1));
      expect(stopped).to.include({ ok: false, message: "Too long processing. " });
    });

    it("an ordinary pattern stays in the main thread", () => {
      const call = matching("/^[a-z0-9_-]{3,16}$/i");
      expect(runner.execute(call, NO_STATE, ofSubmission(WORK_LIMIT))).to.include({ ok: true });
      expect(run(call).cost).to.be.below(LIGHT_WORK / 2);
    });
  });
});
