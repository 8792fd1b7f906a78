import type { MainBlockSummary } from "../../records/main-block.js";

/** How long a branch of an equal resource chain may still undo a block (PROTOCOL 15.3). */
const OPEN_US = 15_000_000;

/**
 * When this node committed its last main blocks (PROTOCOL 15.3). A block's own date does not say it: the holder of the
 * newest slot can seal blocks for its past term, a block a second, long after others have sealed that time.
 */
export class CommitTimes {
  /** µs, by blockhash, in order of commit. */
  readonly #times = new Map<string, number>();

  note({ blockhash }: Pick<MainBlockSummary, "blockhash">, nowUs: number): void {
    this.#times.delete(blockhash);
    this.#times.set(blockhash, nowUs);
    for (const [oldest, timeUs] of this.#times) {
      if (timeUs > nowUs - OPEN_US) return;
      this.#times.delete(oldest);
    }
  }

  /**
   * Whether the block was committed 15 s ago or earlier. A block that was committed before the last start counts as
   * committed when it is dated.
   */
  isSettled(
    { blockhash, s_timestamp }: Pick<MainBlockSummary, "blockhash" | "s_timestamp">,
    nowUs: number,
  ): boolean {
    return (this.#times.get(blockhash) ?? s_timestamp) <= nowUs - OPEN_US;
  }
}
