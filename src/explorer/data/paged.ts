import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../client/index.js";
import { useAnswer, type Answered } from "./answer.js";
import { toAskFailure, type AskFailure } from "./failure.js";
import { keepAnswer, keptAnswer } from "./kept-answers.js";
import { useLive } from "./live.js";
import { isReturning } from "./navigation.js";
import { beginAsking } from "./node.js";

interface PageOfList<Item, Next> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly next: Next | null;
}

export interface Paged<Item, Next> {
  readonly answered: Answered<PageOfList<Item, Next>>;
  /** Whether the next page is being asked for, and why that failed; null when it did not. */
  readonly isAsking: boolean;
  readonly failure: AskFailure | null;
  readonly askMore: (page: PageOfList<Item, Next>) => void;
}

interface More<Item, Next> {
  /** The list and the fork for which they were asked. */
  readonly of: string;
  readonly page: PageOfList<Item, Next> | null;
  readonly height: number | null;
  readonly isAsking: boolean;
  readonly failure: AskFailure | null;
}

/** Asks for the first page as `useAnswer` does, then for more on demand, and no longer follows the chain. */
export function usePaged<Item, Next>(
  key: string,
  ask: (node: Client, after: Next | undefined) => Promise<PageOfList<Item, Next>>,
  { isFinal = false }: { readonly isFinal?: boolean } = {},
): Paged<Item, Next> {
  const { forks } = useLive();
  const [last, setMore] = useState(
    () => (isReturning() ? keptAnswer(`more ${key}`) : null) as More<Item, Next> | null,
  );
  useEffect(() => {
    if (last !== null) keepAnswer(`more ${key}`, last);
  }, [last]);
  const first = useAnswer(key, (node) => ask(node, undefined), { isFinal });
  const of = `${forks} ${key}`;
  const more = last?.of === of ? last : { page: null, height: null, isAsking: false, failure: null };
  const height = more.page === null ? first.height : more.height;
  const askMore = async ({ items, next }: PageOfList<Item, Next>): Promise<void> => {
    if (next === null) return;
    setMore({ ...more, of, isAsking: true, failure: null });
    try {
      const asking = beginAsking();
      const page = await ask(asking.node, next);
      const lowest = Math.min(height ?? Infinity, asking.height() ?? Infinity);
      setMore({
        of,
        page: { items: [...items, ...page.items], next: page.next },
        height: isFinal || lowest === Infinity ? null : lowest,
        isAsking: false,
        failure: null,
      });
    } catch (error) {
      setMore({ ...more, of, isAsking: false, failure: toAskFailure(error) });
    }
  };
  return {
    answered: more.page === null ? first : { ...first, value: more.page, height },
    isAsking: more.isAsking,
    failure: more.failure,
    askMore: (page) => void askMore(page),
  };
}
