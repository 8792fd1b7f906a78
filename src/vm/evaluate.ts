import { ChainError } from "../codec/chain-error.js";
import type { Value, ValueMap } from "../codec/value.js";
import type { CodeKind } from "../records/code-layout.js";
import { WORK_LIMIT } from "../records/limits.js";
import type { ChainView } from "./chain-view.js";
import { settle } from "./pending.js";
import { compileMethod } from "./program.js";
import { Run, type ImplicitValues, type Pass, type StateView } from "./run.js";
import { within, Work } from "./work.js";

/** The code, parameters and state that a single expression is evaluated with. */
export interface EvaluationContext {
  readonly kind: CodeKind;
  readonly writer: string;
  readonly space: string;
  readonly parameters: ValueMap;
  readonly implicit: ImplicitValues | null;
  readonly state: StateView;
  readonly chain: ChainView | null;
}

/** `broke`: a condition failed with `message`, or a response ended the pass and `message` is its value. */
export type Evaluation =
  | { readonly status: "done"; readonly value: Value }
  | { readonly status: "broke"; readonly value: Value; readonly message: Value }
  | { readonly status: "failed"; readonly message: string };

/**
 * Evaluates one expression in the condition pass and, separately, in the execution pass, where conditions are not
 * checked (PROTOCOL 7.6, 7.7).
 */
export function evaluateExpression(
  expression: Value,
  context: EvaluationContext,
): { readonly condition: Evaluation; readonly execution: Evaluation } {
  const { kind, writer, space } = context;
  const method = { format: "method", kind, name: "", version: "", writer, space, parameters: [] } as const;
  const program = compileMethod({ ...method, executions: [expression] });
  const evaluateIn = (pass: Pass): Evaluation => {
    const run = new Run(program, { ...context, pass, tracer: null, work: new Work(within(WORK_LIMIT)) });
    return evaluationOf(() => {
      const value = program.executions.map((evaluate) => evaluate(run))[0] ?? null;
      run.assertNotStopped();
      return value;
    });
  };
  const execution = evaluateIn("eval");
  return {
    condition: evaluateIn("condition"),
    execution: execution.status === "done" ? settled(execution.value) : execution,
  };
}

function settled(evaluated: Value): Evaluation {
  let response: Evaluation | null = null;
  const value = settle(evaluated, {
    write: () => undefined,
    respond(message) {
      response = { status: "broke", value: null, message };
    },
  });
  return response ?? { status: "done", value };
}

function evaluationOf(body: () => Value): Evaluation {
  try {
    return { status: "done", value: body() };
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    if (error.code === "CONDITION_FAILED") return { status: "broke", value: false, message: error.message };
    return { status: "failed", message: error.message };
  }
}
