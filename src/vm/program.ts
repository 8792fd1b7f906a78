import type { Value } from "../codec/value.js";
import type { Method } from "../records/code.js";
import { compileExpression, type Evaluate } from "./compile.js";
import { operatorsFor } from "./operators/table.js";
import { Scope } from "./scope.js";

/** A method compiled once, to be run often and by any number of calls. */
export interface Program {
  readonly method: Method;
  readonly scope: Scope;
  /** What optional parameters are when they are not given. A required one's default serves its check only. */
  readonly defaults: ReadonlyMap<string, Value>;
  readonly executions: readonly Evaluate[];
}

/** Compiles a method. Any method compiles: what is no call is data. */
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
  };
}
