import { expect } from "chai";
import { execute } from "../../../src/vm/machine.js";
import { callWith, NO_STATE } from "../../support/machine-calls.js";
import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("Decimal arithmetic (operators.json; PROTOCOL 7.18, 7.19, 7.25, 7.26, 7.27)", () => {
  itAgreesWithRecording(
    "add",
    "sub",
    "mul",
    "div",
    "precise_add",
    "precise_sub",
    "precise_mul",
    "precise_div",
    "scale",
  );
});

/** Edge cases that follow from math.json and the rules and have no recording of their own. */
const CORNERS: readonly (readonly [expression: string, result: string | null])[] = [
  [`{"$sub":[]}`, "0"],
  [`{"$add":["+5"]}`, "5"],
  [`{"$add":["007"]}`, "7"],
  [`{"$div":[" 1","0"]}`, "0"],
  [`{"$div":[" 1","2"]}`, null],
  [`{"$precise_div":[" 1","0",2]}`, "0"],
  [`{"$precise_add":["abc"," 1",2]}`, "0"],
  [`{"$precise_add":["1"," 1",2]}`, null],
  [`{"$div":["1","0","5"]}`, "0"],
  [`{"$add":["${"9".repeat(200)}","1"]}`, `1${"0".repeat(200)}`],
];

describeMachine("Edge cases of decimal arithmetic (PROTOCOL 7.18, 7.25, 7.26)", () => {
  for (const [expression, result] of CORNERS) {
    it(`${expression.slice(0, 40)} ${result === null ? "fails" : "has a value"}`, () => {
      const execution = execute(callWith(`[{"$response":[${expression}]}]`), NO_STATE);
      expect(execution.ok ? execution.result : null).to.equal(result);
    });
  }

  it("counts the digits after the point (PROTOCOL 7.27, 14.4)", () => {
    const execution = execute(
      callWith(`[{"$response":[[{"$scale":["1.50"]},{"$scale":[0.25]},{"$scale":["x.y"]}]]}]`),
      NO_STATE,
    );
    expect(execution.ok && execution.result).to.deep.equal([2n, 2n, 0n]);
  });
});
