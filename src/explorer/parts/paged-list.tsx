import type { ComponentChildren, JSX } from "preact";
import type { Paged } from "../data/paged.js";
import { Asked, Failed } from "./asked.js";

interface PagedListProps<Item, Next> {
  readonly paged: Paged<Item, Next>;
  readonly more: string;
  readonly children: (items: readonly Item[]) => ComponentChildren;
}

export function PagedList<Item, Next>({
  paged: { answered, isAsking, failure, askMore },
  more,
  children,
}: PagedListProps<Item, Next>): JSX.Element {
  return (
    <Asked answered={answered}>
      {(page) => (
        <>
          {children(page.items)}
          {page.next !== null && (
            <button type="button" disabled={isAsking} onClick={() => askMore(page)}>
              {more}
            </button>
          )}
          {failure !== null && <Failed failure={{ ...failure, isPassing: false }} />}
        </>
      )}
    </Asked>
  );
}
