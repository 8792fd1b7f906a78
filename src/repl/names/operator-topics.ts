import { OPERATORS } from "../../records/operators/table.js";

/** The topics of `.help` that are not names of the console: `operators`, and each operator. */
export function operatorTopics(): readonly string[] {
  return ["operators", ...[...OPERATORS.keys()].map((name) => `$${name}`)];
}
