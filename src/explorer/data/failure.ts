import { ChainError, type ErrorKind } from "../../client/index.js";

export interface AskFailure {
  readonly message: string;
  readonly advice: string | undefined;
  /** Whether the page asks again by itself. */
  readonly isPassing: boolean;
  /** Whether the node did not answer at all. */
  readonly isUnreachable: boolean;
  /** Whether the node lacks the operation, as 2.1 nodes do, and nodes that do not serve the explorer. */
  readonly isMissing: boolean;
}

const PASSING: ReadonlySet<ErrorKind> = new Set(["busy", "unavailable", "unreachable", "internal"]);
/** The codes with which a node answers an unknown path; a 2.1 node has no code of its own. */
const MISSING: ReadonlySet<string> = new Set(["PATH_UNKNOWN", "NODE_NOT_FOUND"]);

export function toAskFailure(error: unknown): AskFailure {
  if (error instanceof ChainError)
    return {
      message: error.message.trim(),
      advice: error.advice,
      isPassing: PASSING.has(error.kind),
      isUnreachable: error.kind === "unreachable",
      isMissing: MISSING.has(error.code),
    };
  return {
    message: error instanceof Error ? error.message : String(error),
    advice: undefined,
    isPassing: false,
    isUnreachable: false,
    isMissing: false,
  };
}
