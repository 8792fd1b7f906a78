import { expect } from "chai";
import { isNumeric } from "./decimal.js";
import { writeJson } from "./json.js";
import { OPERATORS } from "./operators.js";
import { at, listAt, readRecording } from "./recordings.js";
import { MachineFailure, type Value } from "./value.js";

describe("Plain interpreter: decimals (math.json; PROTOCOL 7.18, 7.19, 7.20)", () => {
  const recording = readRecording("math.json");

  it("adds, subtracts, multiplies, divides and compares each pair", () => {
    // Recorded below the operators, which count a value that is not numeric as "0" (operators.json).
    const numeric = listAt(recording, "binary").filter((pair) =>
      [at(pair, "a"), at(pair, "b")].every(isNumeric),
    );
    expect(numeric.length).to.be.greaterThan(100);
    for (const recorded of numeric)
      for (const operator of ["add", "sub", "mul", "div", "eq", "ne", "gt", "lt", "gte", "lte"])
        expectRecorded(operator, [at(recorded, "a"), at(recorded, "b")], at(recorded, operator));
  });

  it("computes each pair at a given scale", () => {
    for (const recorded of listAt(recording, "scaled"))
      for (const operator of ["add", "sub", "mul", "div"]) {
        const args = [at(recorded, "a"), at(recorded, "b"), at(recorded, "scale")];
        expectRecorded(`precise_${operator}`, args, at(recorded, operator));
      }
  });

  it("recognizes numeric values", () => {
    for (const recorded of listAt(recording, "unary")) {
      const expected = at(recorded, "is_numeric");
      if (expected !== null) expect(OPERATORS["is_numeric"]?.([at(recorded, "a")])).to.equal(expected);
    }
  });
});

function expectRecorded(operator: string, args: Value[], recorded: Value): void {
  const call = (): Value | undefined => OPERATORS[operator]?.(args);
  const what = `$${operator} ${writeJson(args)}`;
  if (at(recorded, "fails") === true) expect(call, what).to.throw(MachineFailure);
  // Below the operator, division by zero was recorded as null. The operator returns "0".
  else expect(call(), what).to.equal(at(recorded, "result") ?? "0");
}
