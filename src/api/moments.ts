import { inTime } from "../base/in-time.js";
import type { EventPlace } from "../records/event-place.js";
import type { ChainEnd } from "../store/store.js";
import type { Engine } from "./engine.js";
import * as errors from "./errors.js";

/** How long a request waits for the height that it asks for, milliseconds. */
export const HEIGHT_WAIT_MS = 5000;

/** What answers one request, and the last main block of the chain that it sees. */
export interface Moment {
  readonly engine: Engine;
  readonly tip: ChainEnd;
  /** To be called once the answer is sent. */
  close(): void;
}

/** Where a server gets what answers a request. Event streams are not tied to a snapshot. */
export interface Moments extends Pick<Engine, "events"> {
  /** The last main block that is known now. */
  readonly tip: ChainEnd;
  /** For how many seconds the answers have been behind the network; null while they are not. */
  readonly lagSeconds: number | null;
  /**
   * Opens a moment whose main chain has at least this height, and waits a while for it. Throws `HEIGHT_AWAITED`, or an
   * error of kind "busy" or "unavailable".
   */
  open(minHeight: number): Moment | Promise<Moment>;
  /**
   * Waits a while until the events up to a place can be told, where the answers may be behind those of others. Throws as
   * `open` does.
   */
  reach?(place: EventPlace): Promise<void>;
}

/** A chain that grows: its last block, and a call for each one that follows. */
export interface GrowingChain {
  readonly tip: ChainEnd;
  onBlock(listener: () => void): () => void;
}

/** Resolves when a chain has a height. Throws `HEIGHT_AWAITED` when it has not after `waitMs`. */
async function reachHeight(chain: GrowingChain, height: number, waitMs: number): Promise<void> {
  let end = (): void => undefined;
  const reached = new Promise<boolean>((resolve) => {
    const look = (): void => {
      if (chain.tip.height >= height) resolve(true);
    };
    end = chain.onBlock(look);
    look();
  });
  const isReached = await inTime(reached, waitMs, () => chain.tip.height >= height);
  end();
  if (!isReached) throw errors.heightAwaited({ height, tip: chain.tip.height });
}

/** The moments of a node: its engine as it is. Blocks may be committed while an answer is made. */
export function nodeMoments(engine: Engine, chain: GrowingChain, waitMs = HEIGHT_WAIT_MS): Moments {
  const now = (): Moment => ({ engine, tip: chain.tip, close: () => undefined });
  return {
    lagSeconds: null,
    get tip() {
      return chain.tip;
    },
    open: (minHeight) =>
      chain.tip.height >= minHeight ? now() : reachHeight(chain, minHeight, waitMs).then(now),
    events: (query, signal) => engine.events(query, signal),
  };
}
