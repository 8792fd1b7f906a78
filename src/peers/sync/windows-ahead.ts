import { MAX_BLOCK_TRANSACTIONS } from "../../records/limits.js";
import type { PlannedBlock } from "./served-chain.js";

/** The blocks of one answer, in order of height. */
export type Window = readonly PlannedBlock[];

/** How many windows are fetched at once: for each peer, and altogether. Each may be as long as a full block. */
const WINDOWS_A_PEER = 3;
const MAX_WINDOWS = 8;
/** How many times as many are fetched when they are short and the answers come soon. */
const MAX_FACTOR = 8;
const SOON_US = 500_000;

/**
 * How far ahead blocks are fetched. Over a long distance a few short answers at once leave the line idle, so there are
 * more of them while they come soon, and fewer again when they do not. Together they are never longer than before.
 */
export class WindowsAhead {
  #factor = 1;

  /** Takes into account how long an answer took. */
  note(tookUs: number, peers: number): void {
    const next = tookUs <= SOON_US ? this.#factor + 1 / fewest(peers) : this.#factor / 2;
    this.#factor = Math.min(MAX_FACTOR, Math.max(1, next));
  }

  /** Whether no window is fetched beside these. */
  isFull(windows: readonly Window[], peers: number): boolean {
    const few = fewest(peers);
    if (windows.length < few) return false;
    const load = windows.reduce((sum, window) => sum + loadOf(window), 0);
    return windows.length >= few * this.#factor || load >= few * MAX_BLOCK_TRANSACTIONS;
  }
}

/** At least one, so that fetched blocks are still passed on when no peer is left. */
function fewest(peers: number): number {
  return Math.max(1, Math.min(peers * WINDOWS_A_PEER, MAX_WINDOWS));
}

/** What a window may hold: one of several blocks a full block, a single one what the peer has announced. */
function loadOf(window: Window): number {
  const [{ load } = { load: 0 }] = window;
  return window.length > 1 ? MAX_BLOCK_TRANSACTIONS : Math.max(load, MAX_BLOCK_TRANSACTIONS / MAX_FACTOR);
}
