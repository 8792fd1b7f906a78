import type { JSX } from "preact";
import { Link } from "./link.js";

interface PagerProps {
  /** The links of the neighbouring pages; null at an end. */
  readonly newer: string | null;
  readonly older: string | null;
}

/** The way through a long list, newest first. */
export function Pager({ newer, older }: PagerProps): JSX.Element {
  return (
    <nav class="pager" aria-label="Pages of the list">
      {newer === null ? <span class="dim">← Newer</span> : <Link to={newer}>← Newer</Link>}
      {older === null ? <span class="dim">Older →</span> : <Link to={older}>Older →</Link>}
    </nav>
  );
}
