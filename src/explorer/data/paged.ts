import { useState } from "preact/hooks";
import { toAskFailure, useAnswer, type Answered, type AskFailure } from "./answer.js";

/** A page of a list, and what asks for the one after it. */
interface PageOfList<Item, Next> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly next: Next | null;
}

/** A list of pages, as far as it was asked for. */
export interface Paged<Item, Next> {
  readonly answered: Answered<PageOfList<Item, Next>>;
  /** Why the next page could not be had; null when it was not asked for, or came. */
  readonly failure: AskFailure | null;
  readonly askMore: (page: PageOfList<Item, Next>) => void;
}

/**
 * Asks for the first page of a list as `useAnswer` does, and for the others on demand. Once there are others, the list stays
 * as it is.
 */
export function usePaged<Item, Next>(
  key: string,
  version: number,
  ask: (after: Next | undefined) => Promise<PageOfList<Item, Next>>,
): Paged<Item, Next> {
  const [more, setMore] = useState<(PageOfList<Item, Next> & { readonly key: string }) | null>(null);
  const [failure, setFailure] = useState<AskFailure | null>(null);
  const first = useAnswer(key, version, () => ask(undefined));
  const shown = more?.key === key ? more : first.value;
  const askMore = async ({ items, next }: PageOfList<Item, Next>): Promise<void> => {
    if (next === null) return;
    try {
      const page = await ask(next);
      setFailure(null);
      setMore({ key, items: [...items, ...page.items], next: page.next });
    } catch (error) {
      setFailure(toAskFailure(error));
    }
  };
  return { answered: { ...first, value: shown }, failure, askMore: (page) => void askMore(page) };
}
