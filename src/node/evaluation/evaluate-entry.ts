import type { Value } from "../../codec/value.js";
import { memberOf } from "../../codec/value.js";
import { evaluateExpressionEntry } from "./expression-entry.js";
import type { Fixture } from "./fixture.js";
import { evaluateProgramEntry } from "./program-entry.js";

/**
 * Runs one recorded entry, a single expression or a whole program, and returns the result in the recorded shape. Throws
 * `EVALUATION_INPUT` for any other entry.
 */
export function evaluateEntry(entry: Value, fixture: Fixture): Value {
  return memberOf(entry, "executions") === undefined
    ? evaluateExpressionEntry(entry, fixture)
    : evaluateProgramEntry(entry, fixture);
}
