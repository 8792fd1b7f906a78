import type { Context } from "../../src/cli/context.js";
import { suggestion } from "../../src/cli/suggest.js";
import { ChainError } from "../../src/codec/chain-error.js";
import type { CodeKind } from "../../src/records/code.js";
import { findCallable, listCallables } from "./callables.js";

/** What was called when a node refused it. */
export interface Call {
  readonly kind: CodeKind;
  readonly type: string;
  readonly parameters: readonly string[];
}

/** What the node computes or the command adds; no code defines it. */
const COMMON_PARAMETERS: ReadonlySet<string> = new Set(["type", "timestamp", "cid", "from"]);

/** Runs a call; a refusal that a mistyped name or a missing space explains is thrown again with what was meant. */
export async function withSuggestion<T>(context: Context, call: Call, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ChainError) || error.kind !== "refused") throw error;
    const { code, message, kind, details } = error;
    const advice = await findSlip(context, call);
    throw advice === undefined
      ? error
      : new ChainError(code, message, { kind, details, advice, cause: error });
  }
}

/** Undefined also when the node does not say what can be called: the refusal then stands as it came. */
async function findSlip(context: Context, call: Call): Promise<string | undefined> {
  try {
    return await compareNames(context, call);
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

async function compareNames(context: Context, { kind, type, parameters }: Call): Promise<string | undefined> {
  const callable = await findCallable(context, kind, type);
  if (callable === undefined) {
    return suggestion(
      type,
      (await listCallables(context, kind)).map(({ name }) => name),
    );
  }
  if (callable.cid !== undefined && !parameters.includes("cid")) {
    return `It is in a space of its own: --cid ${callable.cid}`;
  }
  const known = callable.parameters.map(({ name }) => name);
  const unknown = parameters.filter((name) => !known.includes(name) && !COMMON_PARAMETERS.has(name));
  return unknown.map((name) => suggestion(name, known)).find((advice) => advice !== undefined);
}
