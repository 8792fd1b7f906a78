import { ChainError, type ErrorKind } from "../codec/chain-error.js";
import type { CodeKind } from "../records/code-layout.js";
import type { ReadableCode } from "../records/stored-code.js";
import type { CodeCall } from "./call.js";
import { callablesOf, chooseCallable, systemCallables, type Callable } from "./callables.js";

/** Lists the codes of the chain that can be called by name. */
export type ListCodes = () => Promise<readonly ReadableCode[]>;

/** The part of a call that names a code. */
export type NamedCall = Pick<CodeCall, "kind" | "type" | "cid">;

/** The codes that can be called, of one kind or of both. */
export async function listCallables(
  codes: ListCodes,
  kind: CodeKind | undefined,
): Promise<readonly Callable[]> {
  return callablesOf(await codes(), kind);
}

/** The code that a call names, or undefined. The chain is asked unless it is a system code. */
export async function findCallable(codes: ListCodes, call: NamedCall): Promise<Callable | undefined> {
  const { kind, type } = call;
  const system = systemCallables(kind).find(({ name }) => name === type);
  return system ?? chooseCallable(await listCallables(codes, kind), call);
}

/** Like `findCallable`. When the node does not list its codes, only the codes that networks begin with are known. */
export async function findKnownCallable(codes: ListCodes, call: NamedCall): Promise<Callable | undefined> {
  try {
    return await findCallable(codes, call);
  } catch (error) {
    if (!(error instanceof ChainError) || isUnanswered(error)) throw error;
    const { presetCallable } = await import("./preset-callables.js");
    return presetCallable(call);
  }
}

const UNANSWERED: ReadonlySet<ErrorKind> = new Set(["unreachable", "unavailable", "busy"]);

/** Whether a failure means that no node answered. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ChainError && UNANSWERED.has(error.kind);
}
