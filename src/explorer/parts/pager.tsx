import type { JSX } from "preact";
import { Link } from "./link.js";
import { linkTo } from "../places.js";
import { grouped } from "../format/numbers.js";

interface PagerProps {
  /** The links of the neighbouring pages; null at an end. */
  readonly newer: string | null;
  readonly older: string | null;
  /** The labels of the links. */
  readonly words?: readonly [back: string, forth: string];
}

/** Links through a long list, which is newest first by default. */
export function Pager({
  newer,
  older,
  words: [back, forth] = ["Newer", "Older"],
}: PagerProps): JSX.Element | null {
  if (newer === null && older === null) return null;
  return (
    <nav class="pager" aria-label="Pages of the list">
      {newer === null ? <span class="dim">← {back}</span> : <Link to={newer}>← {back}</Link>}
      {older === null ? <span class="dim">{forth} →</span> : <Link to={older}>{forth} →</Link>}
    </nav>
  );
}

interface NeighboursProps {
  readonly name: "block" | "resourceBlock";
  readonly height: number;
  readonly last: number;
}

export function Neighbours({ name, height, last }: NeighboursProps): JSX.Element {
  return (
    <nav class="pager" aria-label="Blocks before and after">
      {height > 1 ? <Link to={linkTo(name, height - 1)}>← Block {height - 1}</Link> : <span />}
      {height < last ? <Link to={linkTo(name, height + 1)}>Block {height + 1} →</Link> : <span />}
    </nav>
  );
}

/** The rows that a long list shows at first, and more at a time. */
export const STEP = 50;

interface MoreProps {
  readonly shown: number;
  readonly count: number;
  readonly onMore: () => void;
}

/** Shows the next rows of a long list; nothing when all are shown. */
export function More({ shown, count, onMore }: MoreProps): JSX.Element | null {
  if (shown >= count) return null;
  return (
    <button type="button" onClick={onMore}>
      Show {Math.min(STEP, count - shown)} more of {grouped(count - shown)}
    </button>
  );
}
