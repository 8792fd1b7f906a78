import { ChainError, messageOf } from "../codec/chain-error.js";

/** Why there is no answer, in one form for every way to reach a node. */

export function unreachable(url: string, cause: unknown): ChainError {
  return new ChainError("UNREACHABLE", `No node answers at ${url}: ${reasonOf(cause)}. `, {
    kind: "unreachable",
    advice: "Start one, or name another address. ",
    details: { url },
    cause,
  });
}

export function timedOut(url: string, timeoutMs: number): ChainError {
  return new ChainError("TIMEOUT", `The node at ${url} did not answer within ${timeoutMs} ms. `, {
    kind: "unreachable",
    details: { url, timeoutMs },
  });
}

/** The innermost cause says most: `fetch` alone only says that it failed. A name may have several addresses that fail. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return messageOf(error).trim().replace(/\.$/, "");
}
