import type { JSX } from "preact";
import { grouped } from "../format/numbers.js";

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
