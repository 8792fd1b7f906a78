import type { ChainError } from "../codec/chain-error.js";
import type { EvaluateOptions, Evaluator } from "./evaluation/evaluator.js";
import { CONSOLE_FILE, toScriptFailure } from "./evaluation/script-failure.js";
import * as errors from "./errors.js";

/** A statement that ran. */
export interface RanStatement {
  readonly source: string;
  readonly value: unknown;
  /** Its text when it is one expression. */
  readonly expression: string | null;
}

/** Runs a source as one program and returns the value of its last statement. */
export async function runSource(
  source: string,
  evaluator: Evaluator,
  options: EvaluateOptions,
): Promise<unknown> {
  const ran = await run(source, evaluator, options);
  if (ran === null) throw unfinished();
  return ran.value;
}

/** Runs lines as they arrive, each statement as soon as it is complete, and yields each. The first failure ends it. */
export async function* runLines(
  lines: AsyncIterable<string> | Iterable<string>,
  evaluator: Evaluator,
  options: EvaluateOptions,
): AsyncGenerator<RanStatement, void, undefined> {
  let source = "";
  for await (const line of lines) {
    source += `${line}\n`;
    if (source.trim() === "") continue;
    const ran = await run(source, evaluator, options);
    if (ran === null) continue;
    source = "";
    yield ran;
  }
  if (source.trim() !== "") throw unfinished();
}

/** Null when the source is incomplete. */
async function run(
  source: string,
  evaluator: Evaluator,
  options: EvaluateOptions,
): Promise<RanStatement | null> {
  try {
    const evaluation = await evaluator.evaluate(source, options);
    return evaluation.isComplete ? { source, ...evaluation } : null;
  } catch (error) {
    throw toScriptFailure(error, options.file ?? CONSOLE_FILE);
  }
}

function unfinished(): ChainError {
  return errors.scriptUnfinished();
}
