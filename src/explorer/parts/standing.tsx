import type { JSX } from "preact";
import type { Live, UndonePlace } from "../data/known.js";
import { grouped } from "../format/numbers.js";

interface StandingProps extends UndonePlace {
  readonly blockhash: string;
  readonly live: Live;
}

/** Whether a block stays, can still be undone, or was undone while the page was open. */
export function BlockStanding({ chain, height, blockhash, live }: StandingProps): JSX.Element {
  if (live.undone.has(blockhash)) return <strong class="bad">undone: the chain replaced this block</strong>;
  const isFixed = live.fixed !== null && height <= live.fixed[chain];
  if (isFixed) return <span class="good">fixed: it can no longer be undone</span>;
  const others = [...live.undone.values()].filter(
    (place) => place.chain === chain && place.height === height,
  );
  const replaced = others.length === 0 ? "" : "; it replaced a block that was undone";
  return live.fixed === null ? (
    <span class="dim">in the chain{replaced}</span>
  ) : (
    <span class="warn">in the chain: a fork can still undo it{replaced}</span>
  );
}

/** Why a block is not there: it was undone, or the node never had it. */
export function absenceText(chain: UndonePlace["chain"], id: string, { undone }: Live): string {
  const place = undone.get(id);
  if (place?.chain !== chain) return `The node has no ${chain} block ${id}.`;
  return `The chain replaced this ${chain} block ${grouped(place.height)}: it was undone.`;
}
