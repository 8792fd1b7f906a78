import type { JSX } from "preact";
import { Link } from "./link.js";

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
