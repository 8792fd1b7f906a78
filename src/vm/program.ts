import { isContainer, valuesOf, type Value } from "../codec/value.js";
import type { Method } from "../records/code.js";
import { compileExpression, type Evaluate } from "./compile.js";
import { operatorsFor } from "./operators/table.js";
import type { RunningCode } from "./run.js";
import { Scope } from "./scope.js";

/** A compiled method. Any number of calls can run it. */
export interface Program extends RunningCode {
  readonly method: Method;
  readonly executions: readonly Evaluate[];
  /** How many values each pass evaluates: those of the executions and everything in them. */
  readonly nodes: number;
}

/** Compiles a method. Every method compiles: an expression that is not a call is data (PROTOCOL 7.2). */
export function compileMethod(method: Method): Program {
  const operators = operatorsFor(method.kind);
  const defaults = new Map<string, Value>();
  for (const parameter of method.parameters ?? []) {
    if (!parameter.requirements && parameter.default !== null)
      defaults.set(parameter.name, parameter.default);
  }
  return {
    method,
    scope: new Scope(method.writer, method.space),
    defaults,
    executions: method.executions.map((execution) => compileExpression(execution, operators)),
    nodes: countNodes(method.executions),
  };
}

function countNodes(value: Value): number {
  if (!isContainer(value)) return 1;
  return valuesOf(value).reduce<number>((count, member) => count + countNodes(member), 1);
}
