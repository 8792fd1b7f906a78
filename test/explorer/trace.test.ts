import { expect } from "chai";
import type { TracedOperator } from "../../src/client/index.js";
import { failedPath, openAtFirst, pathsAbove, writerPath } from "../../src/explorer/format/trace.js";

describe("the trace in the explorer", () => {
  const call = (
    operator: string,
    given: TracedOperator["arguments"],
    calls: readonly TracedOperator[] = [],
  ) =>
    ({
      operator,
      part: "own",
      pass: "condition",
      arguments: given,
      value: null,
      failed: false,
      failure: null,
      note: null,
      calls,
    }) satisfies TracedOperator;
  const write = {
    kind: "universal",
    attribute: "a",
    key: "00",
    state_key: "",
    loaded: true,
    old: null,
    new: 1n,
  };

  it("finds the operator whose write a cell keeps: the last one of its kind, attribute and key", () => {
    const trace = [
      call("write_universal", ["a", "00", 1n]),
      call("if", null, [call("write_universal", ["a", "00", 2n])]),
      call("write_local", ["a", "00", 3n]),
      call("write_universal", ["a", "01", 4n]),
    ];
    expect(writerPath(trace, write)).to.equal("1.0");
    expect(writerPath(trace, { ...write, kind: "local" })).to.equal("2");
    expect(writerPath(trace, { ...write, key: "02" })).to.equal(null);
  });

  it("finds the innermost operator that failed, and what contains it", () => {
    const failed = { ...call("gte", ["1", "2"]), failed: true };
    const trace = [call("eq", []), { ...call("condition", null, [call("add", []), failed]), failed: true }];
    expect(failedPath(trace)).to.equal("1.1");
    expect(failedPath([call("eq", [])])).to.equal(null);
    expect(pathsAbove("1.0.12")).to.deep.equal(["1", "1.0"]);
    expect(pathsAbove("1")).to.deep.equal([]);
  });

  it("opens outer operators first, and no more lines than can be read", () => {
    const many = call(
      "list",
      [],
      Array.from({ length: 90 }, () => call("eq", [])),
    );
    expect([...openAtFirst([call("and", [], [call("not", [], [call("eq", [])])])])]).to.deep.equal([
      "0",
      "0.0",
    ]);
    expect([...openAtFirst([many, many])]).to.deep.equal(["0"]);
  });
});
