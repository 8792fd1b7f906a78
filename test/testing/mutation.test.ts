import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { contract, decimal, require, universal, when } from "../../src/contract/index.js";
import { parseCode } from "../../src/records/code.js";
import { contractToText } from "../../src/system/classic-code.js";
import { SEND_3 } from "../../src/system/codes.js";
import {
  afterEach as each,
  collectTests,
  describe as suite,
  test,
} from "../../src/testing/mutation/collected-tests.js";
import * as collected from "../../src/testing/mutation/collected-tests.js";
import { groupByPlace, sampleOf, type PlacedMutant } from "../../src/testing/mutation/mutant-places.js";
import { mutantsOf } from "../../src/testing/mutation/mutants.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { mapIn } from "../support/vectors.js";

const totals = universal("total", { value: decimal, default: "0" });
const others = universal("other", { value: decimal, default: "0" });
const Add = contract(
  { name: "Add", space: "sum", writer: "w", parameters: { amount: decimal } },
  ({ amount }) => [
    require(amount.gt("1.50").and(amount.lt("9")), "It is out of range. "),
    totals.set(totals.add(when(amount.eq("3"), "4", amount))),
  ],
);

describe("The mutants of a code", () => {
  const mutants = mutantsOf(Add.record);
  const changes = mutants.map(({ path, change }) => `${path} ${change}`);

  it("change operators, constants, conditions, branches and writes", () => {
    expect(changes).to.include.members([
      "$.e[0].$condition without this $condition",
      "$.e[0].$condition[0].$and $and → $or",
      "$.e[0].$condition[0].$and $and → without its argument 1",
      "$.e[0].$condition[0].$and[0].$gt $gt → $gte",
      '$.e[0].$condition[0].$and[0].$gt[1] "1.50" → "1.51"',
      "$.e[1].$write_universal without this $write_universal",
      "$.e[1].$write_universal[2].$add $add → $sub",
      "$.e[1].$write_universal[2].$add[1].$if $if → its second branch",
      '$.e[1].$write_universal[2].$add[0].$read_universal[2] "0" → "1"',
    ]);
  });

  it("change the default of an attribute's cells in all reads at once, as the source declares it", () => {
    const Pay = contract(
      { name: "Pay", space: "sum", writer: "w", parameters: { amount: decimal } },
      ({ amount }) => [require(totals.gte(amount), "Too little. "), totals.set(totals.sub(amount))],
    );
    const defaults = mutantsOf(Pay.record).filter(({ change }) => change === '"0" → "1"');
    expect(defaults.map(({ path }) => path)).to.deep.equal([
      "$.e[0].$condition[0].$gte[0].$read_universal[2]",
    ]);
    const [{ record } = { record: new Map() }] = defaults;
    expect(canonicalJson(record).split('"total","00","1"').length - 1).to.equal(2);
  });

  it("change a call in all its uses when the source builds it at one place", () => {
    const half = (of: typeof totals) => of.div("2");
    const Halve = contract({ name: "Halve", space: "sum", writer: "w" }, () => [
      require(half(totals).gt("0"), "Nothing is left. "),
      totals.set(half(totals)),
      others.set(half(others)),
    ]);
    const changes = mutantsOf(Halve.record, Halve.places).filter(({ change }) => change === "$div → $mul");
    const texts = changes.map(({ record }) => canonicalJson(record));
    expect(texts.map((text) => text.split("$mul").length - 1)).to.deep.equal([2, 1]);
    expect(mutantsOf(Halve.record).filter(({ change }) => change === "$div → $mul")).to.have.length(3);
  });

  it("keep names and messages", () => {
    for (const { record } of mutants) {
      const text = canonicalJson(record);
      expect(text).to.not.include('"mutant"').and.to.not.include('"totam"');
      expect(parseCode(text).name).to.equal("Add");
    }
    expect(changes.join("\n")).to.not.include("It is out of range").and.to.not.include('"amount"');
  });

  it("differ from the code and from each other, in both formats", () => {
    const classic = mapIn(parseJson(contractToText(SEND_3, "ab".repeat(32))));
    for (const record of [Add.record, classic]) {
      const texts = mutantsOf(record).map((mutant) => canonicalJson(mutant.record));
      expect(texts.length).to.be.greaterThan(15);
      expect(new Set([canonicalJson(record), ...texts]).size).to.equal(texts.length + 1);
    }
  });
});

describe("The places of mutants", () => {
  const at = (line: number, count: number): PlacedMutant[] =>
    Array.from({ length: count }, () => ({
      code: "Add",
      path: `$.e[${line}]`,
      place: { file: "add.ts", line, column: 1 },
    }));
  const linesOf = (all: readonly PlacedMutant[], most: number): (number | undefined)[] =>
    sampleOf(all, most).map(({ place }) => place?.line);

  it("are those of the source, or paths in the code", () => {
    const bare = ["$.e[0]", "$.e[1]", "$.e[0]"].map((path) => ({ code: "Add", path, place: null }));
    const groups = groupByPlace([...at(3, 2), ...bare, ...at(4, 1)]);
    expect(Array.from(groups, ([where, all]) => [where, all.length])).to.deep.equal([
      ["add.ts:3:1", 2],
      ["Add: $.e[0]", 2],
      ["Add: $.e[1]", 1],
      ["add.ts:4:1", 1],
    ]);
  });

  it("have the same number of mutants in a sample, as far as they have so many", () => {
    const all = [...at(1, 9), ...at(2, 1), ...at(3, 3)];
    expect(linesOf(all, 7)).to.deep.equal([1, 1, 1, 2, 3, 3, 3]);
    expect(linesOf(all, 3)).to.deep.equal([1, 2, 3]);
    expect(linesOf(all, 99)).to.have.length(13);
  });

  it("are in a sample at equal distances when there are more than mutants are tested", () => {
    const all = Array.from({ length: 9 }, (_, line) => at(line, 2)).flat();
    expect(linesOf(all, 3)).to.deep.equal([0, 3, 6]);
    expect(linesOf(all, 4)).to.deep.equal([0, 3, 5, 7]);
  });
});

describe("The collector of tests", () => {
  const failureOf = (run: () => Promise<void>): Promise<unknown> =>
    run().then(
      () => null,
      (error: unknown) => error,
    );

  it("runs suites, hooks and subtests in the order of Node's runner, any number of times", async () => {
    const seen: string[] = [];
    const note = (name: string) => (): void => void seen.push(name);
    const run = await collectTests(async () => {
      collected.before(note("before"));
      collected.after(note("after"));
      collected.beforeEach(note("each"));
      void test("first", note("first"));
      void suite("inner", () => {
        collected.before(note("inner before"));
        collected.beforeEach(note("inner each"));
        each(note("inner after each"));
        void test("second", async (context) => {
          await context.test("third", note("third"));
          seen.push("second");
        });
      });
      void test("with done", (_, done) => done?.());
    });
    await run();
    const once = [
      "before",
      "each",
      "first",
      "inner before",
      "each",
      "inner each",
      "third",
      "second",
      "inner after each",
      "each",
      "after",
    ];
    expect(seen).to.deep.equal(once);
    await run();
    expect(seen).to.deep.equal([...once, ...once]);
  });

  it("leaves out tests that are skipped or marked as to do", async () => {
    const fail = (): void => expect.fail("It ran.");
    const run = await collectTests(async () => {
      void test.skip("a", fail);
      void test.todo("b", fail);
      void test("c", { skip: true }, fail);
      void suite("d", { todo: "later" }, fail);
      void test("without a function");
    });
    expect(await failureOf(run)).to.equal(null);
  });

  it("ends at the first failure, also in a hook, in a callback, or after an await in a suite", async () => {
    const bug = new Error("a bug");
    const fail = (): void => {
      throw bug;
    };
    for (const load of [
      async () => void test("a", fail),
      async () => void test("a", async () => fail()),
      async () => void test("a", (_, done) => done?.(bug)),
      async () => void suite("a", () => void collected.it("b", fail)),
      async () => {
        collected.beforeEach(fail);
        void test("a", () => undefined);
      },
    ])
      expect(await failureOf(await collectTests(load))).to.equal(bug);
  });
});
