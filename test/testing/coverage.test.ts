import { expect } from "chai";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  contract,
  decimal,
  from,
  request,
  require,
  respond,
  universal,
  when,
} from "../../src/contract/index.js";
import { coverageOf, toLcov, toHtml } from "../../src/testing/record/coverage.js";
import { costsOf, growthSince, readSnapshot, snapshotText } from "../../src/testing/record/fees.js";
import { Recorder } from "../../src/testing/record/recorder.js";
import { readRecords } from "../../src/testing/record/test-record.js";
import { sitesOf } from "../../src/records/site-paths.js";
import { sandbox } from "../../src/testing/index.js";
import { watchTests } from "../../src/testing/watch.js";
import { parseCode } from "../../src/records/code.js";
import { contractToText } from "../../src/system/classic-code.js";
import { SEND_3 } from "../../src/system/codes.js";
import { lintCode } from "../../src/lint/lint-code.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { mapIn } from "../support/vectors.js";

const totals = universal("total", { value: decimal, default: "0" });
const Add = contract({ name: "Add", space: "sum", parameters: { amount: decimal } }, ({ amount }) => [
  require(amount.gt("0"), "Nothing is added. "),
  totals.set(totals.add(when(amount.gt("10"), "10", amount))),
]);
const Total = request({ name: "Total", space: "sum", format: "classic" }, () => [respond({ total: totals })]);
const Unused = contract({ name: "Unused", space: "sum" }, () => [totals.set(from as never)]);

describe("The coverage of contracts", () => {
  let directory: string;
  let recorder: Recorder;

  before(async () => {
    directory = await makeTempDirectory();
  });
  after(() => rmSync(directory, { recursive: true }));
  beforeEach(() => {
    recorder = new Recorder();
    watchTests(recorder);
  });
  afterEach(() => watchTests({ execution: {}, chain: {} }));

  const recordedOf = (name: string) => {
    const found = recorder.record.codes.find((code) => code.name === `sum/${name}`);
    if (found === undefined) throw new Error(`${name} is not recorded.`);
    return found;
  };

  it("counts operators, both branches of $if and both outcomes of $condition", async () => {
    const chain = await sandbox();
    await chain.publish(Add, Total, Unused);
    await chain.send(Add, { amount: "3" });
    await chain.call(Total);
    const first = coverageOf(recordedOf("Add"));
    expect(first.operators.covered).to.equal(first.operators.total);
    expect([first.branches, first.outcomes]).to.deep.equal([
      { covered: 1, total: 2 },
      { covered: 1, total: 2 },
    ]);
    expect(first.gaps.map(({ sentence }) => sentence)).to.deep.equal([
      "the condition always holds",
      "the first branch of $if is never taken",
    ]);
    await chain.send(Add, { amount: "11" });
    await chain.send(Add, { amount: "0" }).catch(() => undefined);
    expect(coverageOf(recordedOf("Add")).gaps).to.deep.equal([]);
    expect(coverageOf(recordedOf("Total")).gaps).to.deep.equal([]);
    const unused = coverageOf(recordedOf("Unused"));
    expect(unused.operators.covered).to.equal(0);
    // What is inside it is not listed beside it.
    expect(unused.gaps.map(({ sentence }) => sentence)).to.deep.equal([
      "$write_universal is never evaluated",
    ]);
  });

  it("names the lines of the source, in lcov and in a page", async () => {
    const chain = await sandbox();
    await chain.publish(Add);
    await chain.send(Add, { amount: "3" });
    const { codes } = recorder.record;
    const place = codes[0]?.sites[0]?.place;
    if (place === null || place === undefined) throw new Error("The code has no source.");
    const source = readFileSync(place.file, "utf8");
    expect(source.split("\n")[place.line - 1]).to.include("require(");
    const lcov = toLcov(codes);
    expect(lcov)
      .to.include(`SF:${place.file}\n`)
      .and.to.match(/\nBRDA:\d+,\d+,1,0\n[^]*\nend_of_record\n$/);
    expect(lcov).to.include(`\nDA:${place.line},`);
    const page = toHtml(codes, new Map([[place.file, `${"\n".repeat(place.line - 1)}a < b`]]));
    expect(page).to.include(`<tr class="part"><td>${place.line}</td><td>a &lt; b</td>`);
  });

  it("has a path for every operator call, as findings have them (both formats)", () => {
    for (const text of [
      contractToText(SEND_3, "ab".repeat(32)),
      Add.toJson().replace('"w":null', '"w":"x"'),
    ]) {
      const record = mapIn(parseJson(text));
      const paths = [...sitesOf(parseCode(text), record).values()].map(({ path }) => path);
      expect(new Set(paths).size).to.equal(paths.length);
      expect(paths.length).to.be.greaterThan(5);
      for (const path of paths) expect(valueAt(record, path), path).to.not.equal(undefined);
      expect(lintCode(text).filter(({ severity }) => severity === "error").length).to.be.at.most(1);
    }
  });

  it("adds up what several processes recorded", async () => {
    const chain = await sandbox();
    await chain.publish(Add);
    await chain.send(Add, { amount: "3" });
    const text = JSON.stringify(recorder.record);
    for (const name of ["1.json", "2.json"]) writeFileSync(join(directory, name), text);
    const { codes, calls } = await readRecords(directory);
    const [once] = recorder.record.codes;
    expect(codes[0]?.sites[0]?.calls).to.equal(2 * (once?.sites[0]?.calls ?? 0));
    expect(calls[0]?.calls).to.equal(2);
  });

  describe("the costs of calls", () => {
    const costs = costsOf([{ name: "Add", calls: 2, size: 400, weight: "500" }]);

    it("are those of the most expensive call", async () => {
      const chain = await sandbox();
      await chain.publish(Add);
      const sent = [await chain.send(Add, { amount: "3" }), await chain.send(Add, { amount: "3.25" })];
      const [cost] = costsOf(recorder.record.calls);
      expect(cost?.weight).to.equal(sent[1]?.weight);
      expect(cost?.fee).to.equal(sent[1]?.fee);
      expect([cost?.calls, cost?.size]).to.deep.equal([2, sent[1]?.size]);
    });

    it("are compared with a snapshot", () => {
      const snapshot = readSnapshot(snapshotText(costs), "fees.json");
      expect(growthSince(snapshot, costs)).to.deep.equal([]);
      expect(
        growthSince(snapshot, costsOf([{ name: "Add", calls: 1, size: 399, weight: "501" }])),
      ).to.deep.equal([{ name: "Add", what: "weight", before: 500n, now: 501n }]);
      expect(growthSince(snapshot, costsOf([{ name: "New", calls: 1, size: 1, weight: "1" }]))).to.deep.equal(
        [],
      );
      expect(snapshotText([])).to.equal("{}\n");
      expect(readSnapshot("{}", "fees.json").size).to.equal(0);
    });

    it("are not read from another file", () => {
      for (const text of ["[1]", '{"Add":1}', '{"Add":{"size":"1","weight":2}}'])
        expect(() => readSnapshot(text, "fees.json"))
          .to.throw()
          .with.property("code", "COSTS_FILE");
    });
  });
});

/** The value at a path like `$.e[0].$condition[0]`. */
function valueAt(record: ReadonlyMap<string, unknown>, path: string): unknown {
  let value: unknown = record;
  for (const [, name, index] of path.slice(1).matchAll(/\.([\w$]+)|\[(\d+)\]/g)) {
    if (value instanceof Map) value = value.get(name ?? "");
    else if (Array.isArray(value)) value = value[Number(index)];
    else return undefined;
  }
  return value;
}
