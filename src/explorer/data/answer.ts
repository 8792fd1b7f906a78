import { useEffect, useRef, useState } from "preact/hooks";
import type { Client } from "../../client/index.js";
import type { AskFailure } from "./failure.js";
import { keepAnswer, keptAnswer } from "./kept-answers.js";
import { presentLive, useLive } from "./live.js";
import { isReturning } from "./navigation.js";
import { beginAsking } from "./node.js";
import { RepeatedQuestion, type Told } from "./question.js";

export interface Answered<T> {
  /** The last answer; undefined until the first one. It stays while a newer one is asked for. */
  readonly value: T | undefined;
  /** An answer in which a block may be that was undone since. It is not to be seen; a newer one is asked for. */
  readonly outdated: T | undefined;
  /** Why the last try failed; null when it did not. */
  readonly failure: AskFailure | null;
  /** The height of the main chain at which the value was answered; null when that is unknown or means nothing. */
  readonly height: number | null;
  /** When the node was asked for it, in ms; null without a value. */
  readonly askedMs: number | null;
}

type State<T> = Told<T> & { readonly key: string; readonly askedMs: number };

interface AskOptions<T> {
  /** Whether the answer changes only by a fork. */
  readonly isFinal?: boolean | ((value: T) => boolean);
  /** Whether a fork may change the answer. Default: yes. */
  readonly isOfChain?: boolean;
  /** The least pause after an answer, in milliseconds. */
  readonly restMs?: number;
  /** Whether to ask again after each pause, also when nothing has changed. */
  readonly isRepeated?: boolean;
}

/** Asks the node a question, which `key` identifies, after each change of the chain. */
export function useAnswer<T>(
  key: string,
  ask: (node: Client) => Promise<T>,
  { isFinal = false, isOfChain = true, restMs = 0, isRepeated = false }: AskOptions<T> = {},
): Answered<T> {
  const live = useLive();
  const { version } = live;
  const forks = isOfChain ? live.forks : 0;
  const end = live.main?.height ?? null;
  const [state, setState] = useState(() => restored<T>(key, forks));
  const shown = useRef(state);
  shown.current = state;
  const askedMs = useRef(0);
  const latest = useRef(ask);
  latest.current = ask;
  const question = useRef<RepeatedQuestion<T> | null>(null);
  const isLasting = (value: T): boolean => (typeof isFinal === "function" ? isFinal(value) : isFinal);

  useEffect(() => {
    const asked = new RepeatedQuestion<T>({
      ask: async () => {
        // What is known at the beginning is the least that a node can answer from which names no height.
        const known = presentLive().main?.height ?? null;
        const { node, height } = beginAsking();
        const beganMs = Date.now();
        const value = await latest.current(node);
        askedMs.current = beganMs;
        return { value, height: height() ?? known };
      },
      isFinal: isLasting,
      restMs,
      isRepeated,
      isIdle: () => document.hidden,
      tell: (told) => setState({ ...told, key, askedMs: askedMs.current }),
    });
    question.current = asked;
    if (shown.current?.key !== key) setState(restored<T>(key, forks));
    return () => {
      asked.close();
      if (shown.current?.key === key && shown.current.value !== undefined) keepAnswer(key, shown.current);
    };
  }, [key]);
  useEffect(() => question.current?.follow({ version, forks, height: end }), [key, version, forks, end]);

  if (state?.key !== key) return UNANSWERED;
  const { value, failure } = state;
  if (state.forks !== forks) return { ...UNANSWERED, outdated: value, failure };
  const height = value === undefined || isLasting(value) ? null : state.height;
  return { value, outdated: undefined, failure, height, askedMs: state.askedMs };
}

/** What a page showed before, when the reader goes back to it. */
function restored<T>(key: string, forks: number): State<T> | null {
  const kept = isReturning() ? (keptAnswer(key) as State<T> | null) : null;
  return kept?.forks === forks ? kept : null;
}

export const UNANSWERED = {
  value: undefined,
  outdated: undefined,
  failure: null,
  height: null,
  askedMs: null,
};
