import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { toLooseInteger } from "../../src/vm/operand.js";
import { describeMachine } from "../support/describe-machine.js";

const INTEGERS: readonly (readonly [json: string, integer: number])[] = [
  ["null", 0],
  ["true", 1],
  ["7", 7],
  ["1.9", 1],
  ["-0.5", 0],
  ['"4"', 4],
  ['" 4abc"', 4],
  ['"1e1"', 10],
  ['"0x1A"', 0],
  ['"abc"', 0],
  ['"1e400"', 0],
  ["[]", 0],
  ["[5]", 1],
];

describeMachine("The integer that a value converts to (PROTOCOL 7.41)", () => {
  for (const [json, integer] of INTEGERS) {
    it(`is ${integer} for ${json}`, () => {
      expect(toLooseInteger(parseJson(json))).to.equal(integer);
    });
  }
});
