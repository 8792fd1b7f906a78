import type { ChainEnd, StoreMoment } from "../../store/store.js";

export interface Reached {
  /** The term of its projector (docs/adr/0019). */
  readonly term: number;
  readonly main: ChainEnd;
  readonly resource: ChainEnd;
}

/** A moment of a copy. A store that is no copy, of which there is one only, names no tip. */
export type CopyMoment = StoreMoment & { readonly tip?: Reached };

const CHAINS = ["main", "resource"] as const;

export function isAtLeast(state: Reached, other: Reached): boolean {
  return state.term >= other.term && CHAINS.every((chain) => state[chain].height >= other[chain].height);
}

/**
 * Whether a moment is older than a state. A lower height is no older where the block was undone since. A server with a
 * lower term was replaced after a failover: it must have the very blocks.
 */
export async function isOlder(moment: CopyMoment, than: Reached): Promise<boolean> {
  const { tip } = moment;
  if (tip === undefined || isAtLeast(tip, than)) return false;
  for (const chain of CHAINS) {
    const { height, blockhash } = than[chain];
    if (height === 0 || (tip.term >= than.term && tip[chain].height >= height)) continue;
    const target = { height };
    const block = await (chain === "main" ? moment.mainBlockSummary(target) : moment.resourceBlock(target));
    const isKnown = block?.blockhash === blockhash || (await moment.undoneBlock(chain, blockhash)) !== null;
    if (!isKnown) return true;
  }
  return false;
}
