import { types } from "node:util";
import { ChainError } from "../codec/chain-error.js";
import type { Evaluator } from "./evaluator.js";

/** Runs a source as one program; its value is that of its last statement. */
export async function runProgram(source: string, evaluator: Evaluator): Promise<unknown> {
  const evaluation = await evaluate(source, evaluator);
  if (evaluation.isComplete) return evaluation.value;
  throw unfinished();
}

/**
 * Runs lines as they come, each statement as soon as it is whole, and yields the values. The first that fails ends it.
 */
export async function* runLines(
  lines: AsyncIterable<string> | Iterable<string>,
  evaluator: Evaluator,
): AsyncGenerator<unknown, void, undefined> {
  let source = "";
  for await (const line of lines) {
    source += `${line}\n`;
    if (source.trim() === "") continue;
    const evaluation = await evaluate(source, evaluator);
    if (!evaluation.isComplete) continue;
    source = "";
    yield evaluation.value;
  }
  if (source.trim() !== "") throw unfinished();
}

async function evaluate(source: string, evaluator: Evaluator): ReturnType<Evaluator["evaluate"]> {
  try {
    return await evaluator.evaluate(source);
  } catch (error) {
    throw error instanceof ChainError ? error : scriptFailed(error);
  }
}

/** The script's own errors come from another realm, and are no fault of the program. */
function scriptFailed(cause: unknown): ChainError {
  const message = types.isNativeError(cause) ? `${cause.name}: ${cause.message}` : String(cause);
  return new ChainError("SCRIPT_FAILED", message, { cause });
}

function unfinished(): ChainError {
  return new ChainError("SCRIPT_UNFINISHED", "The input ends in the middle of a statement. ", {
    kind: "usage",
  });
}
