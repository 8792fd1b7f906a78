import { useEffect, useRef, useState } from "preact/hooks";
import { ChainError, type ErrorKind } from "../../client/index.js";

/** The node's answer to a question, or the reason why it is missing. */
export interface Answered<T> {
  /** The last answer; undefined until the first one. It stays while a newer one is asked for. */
  readonly value: T | undefined;
  /** Why the last try failed; null when it did not. */
  readonly failure: AskFailure | null;
}

export interface AskFailure {
  readonly message: string;
  readonly advice: string | undefined;
  /** Whether the page asks again by itself. */
  readonly isPassing: boolean;
  /** Whether the node lacks the operation, as 2.1 nodes do, and nodes that do not serve the explorer. */
  readonly isMissing: boolean;
}

const PASSING: ReadonlySet<ErrorKind> = new Set(["busy", "unavailable", "unreachable", "internal"]);
/** The codes with which a node answers an unknown path; a 2.1 node has no code of its own. */
const MISSING: ReadonlySet<string> = new Set(["PATH_UNKNOWN", "NODE_NOT_FOUND"]);
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 15_000;

/**
 * Asks the node a question, which `key` and `version` identify, and asks again whenever one of them changes. Another key
 * discards the last answer; another version keeps it on the page until the next answer arrives. A node that does not
 * answer is asked again until it does.
 */
export function useAnswer<T>(key: string, version: number, ask: () => Promise<T>): Answered<T> {
  const [state, setState] = useState<Answered<T> & { readonly key: string }>({ key, ...UNANSWERED });
  const latest = useRef(ask);
  latest.current = ask;

  useEffect(() => {
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = async (pauseMs: number): Promise<void> => {
      try {
        const value = await latest.current();
        if (isWanted) setState({ key, value, failure: null });
      } catch (error) {
        if (!isWanted) return;
        const failure = toAskFailure(error);
        setState((last) => ({ ...(last.key === key ? last : UNANSWERED), key, failure }));
        if (failure.isPassing)
          timer = setTimeout(() => void attempt(Math.min(MAX_PAUSE_MS, pauseMs * 2)), pauseMs);
      }
    };
    void attempt(FIRST_PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [key, version]);
  return state.key === key ? state : UNANSWERED;
}

/** The state of a question that the node has not answered yet. */
export const UNANSWERED = { value: undefined, failure: null };

/** An error in plain words. */
export function toAskFailure(error: unknown): AskFailure {
  if (error instanceof ChainError)
    return {
      message: error.message.trim(),
      advice: error.advice,
      isPassing: PASSING.has(error.kind),
      isMissing: MISSING.has(error.code),
    };
  return {
    message: error instanceof Error ? error.message : String(error),
    advice: undefined,
    isPassing: false,
    isMissing: false,
  };
}
