import type { JSX } from "preact";
import type { Live } from "../data/live.js";

interface StandingProps {
  readonly chain: "main" | "resource";
  readonly height: number;
  readonly blockhash: string;
  readonly live: Live;
}

/** Whether a block stays, can still be undone, or was undone while the page was open. */
export function BlockStanding({ chain, height, blockhash, live }: StandingProps): JSX.Element {
  if (live.undone.has(blockhash)) return <strong class="bad">undone: the chain replaced this block</strong>;
  if (live.fixed === null) return <span class="dim">in the chain</span>;
  return height <= live.fixed[chain] ? (
    <span class="good">fixed: it can no longer be undone</span>
  ) : (
    <span class="warn">in the chain: a fork can still undo it</span>
  );
}
