import { useState } from "preact/hooks";
import { toAskFailure, useAnswer, type Answered, type AskFailure } from "./answer.js";

/** A page of a list, with the parameter that asks for the next page. */
interface PageOfList<Item, Next> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly next: Next | null;
}

/** The pages of a list that were asked for. */
export interface Paged<Item, Next> {
  readonly answered: Answered<PageOfList<Item, Next>>;
  /** Why asking for the next page failed; null when it did not. */
  readonly failure: AskFailure | null;
  readonly askMore: (page: PageOfList<Item, Next>) => void;
}

/**
 * Asks for the first page of a list as `useAnswer` does, and for further pages on demand. With further pages, the list no
 * longer follows `version`.
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
