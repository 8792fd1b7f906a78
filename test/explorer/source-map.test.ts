import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { isMap } from "../../src/codec/value.js";
import type { TracedOperator } from "../../src/client/index.js";
import { readGivenSource, sourceLine } from "../../src/explorer/format/source-map.js";
import { jsonPathsIn } from "../../src/explorer/format/trace.js";
import { contract, require, text, universal } from "../../src/contract/index.js";
import { parseCode } from "../../src/records/code.js";
import { sitesOf } from "../../src/records/site-paths.js";

describe("the lines of the source in the explorer", () => {
  const notes = universal("note", { value: text, default: "" });
  const code = contract(
    { name: "Write", space: "notes", writer: "", parameters: { note: { type: text, max: 9 } } },
    ({ note }) => [require(note.ne(""), "It is empty. "), notes.set(note)],
  );
  const record = parseJson(code.toJson());
  const sites = isMap(record) ? [...sitesOf(parseCode(code.toJson()), record).values()] : [];
  const call = (operator: string, calls: readonly TracedOperator[] = []): TracedOperator => ({
    operator,
    part: "own",
    pass: "condition",
    arguments: [],
    value: null,
    failed: false,
    failure: null,
    note: null,
    calls,
  });
  const load = call("load_param");
  const trace = [call("condition", [call("ne", [load])]), call("write_universal", [load])];

  it("belong to the operators of a trace in the order of the code", () => {
    expect(Object.fromEntries(jsonPathsIn(trace, sites))).to.deep.equal({
      "0": "$.e[0].$condition",
      "0.0": "$.e[0].$condition[0].$ne",
      "0.0.0": "$.e[0].$condition[0].$ne[0].$load_param",
      "1": "$.e[1].$write_universal",
      "1.0": "$.e[1].$write_universal[2].$load_param",
    });
  });

  it("end where the trace is of another version, or where the call failed", () => {
    expect([...jsonPathsIn([call("condition", [call("eq", [load])])], sites).keys()]).to.deep.equal(["0"]);
    expect([...jsonPathsIn([{ ...call("condition"), part: "post-process" }], sites)]).to.deep.equal([]);
  });

  it("are found by the map that the builder makes, for a part or the nearest one around it", () => {
    const map = JSON.stringify(Object.fromEntries(code.places));
    const given = readGivenSource([{ name: "write.map.json", text: map }], null);
    const { place } = sourceLine(given, "$.e[0].$condition[0].$ne") ?? { place: "" };
    expect(place).to.match(/^source-map\.test\.[jt]s:[0-9]+$/);
    const [file = "", line = ""] = place.split(":");
    const source = `${"\n".repeat(Number(line) - 1)}   the line   \n`;
    const whole = readGivenSource([{ name: file, text: source }], given);
    expect(sourceLine(whole, "$.e[0].$condition[0].$ne[1]")?.text).to.equal("the line");
    expect(sourceLine(whole, "$.p")).to.equal(null);
  });

  it("are not read from a file that is not a map", () => {
    for (const text of ["[]", "5", "{", '{"a":1}', '{"$.e":{"file":"x","line":"1"}}', '{"$.e":{"line":1}}'])
      expect(() => readGivenSource([{ name: "x.json", text }], null), text).to.throw();
  });
});
