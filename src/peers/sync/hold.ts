/** How long peers that give no block may keep this node from making its own, µs, and how long they must then be quiet. */
const MOST_US = 5_000_000;
const WINDOW_US = 60_000_000;

/** How long this node has waited for blocks that peers announce and do not give, since the last block that one gave. */
export class Hold {
  /** The time that was waited in vain before the present wait, µs, and when that ended. */
  #spentUs = 0;
  #endUs = 0;
  #beginUs: number | null = null;

  begin(nowUs: number): void {
    if (nowUs - this.#endUs > WINDOW_US) this.#spentUs = 0;
    this.#beginUs = nowUs;
  }

  /** Notes a block that a peer gave. */
  noteGiven(nowUs: number): void {
    this.#spentUs = 0;
    if (this.#beginUs !== null) this.#beginUs = nowUs;
  }

  end(nowUs: number): void {
    this.#spentUs = this.#waitedUs(nowUs);
    this.#beginUs = null;
    this.#endUs = nowUs;
  }

  /** Whether this node may wait on. */
  isAllowed(nowUs: number): boolean {
    return this.#waitedUs(nowUs) < MOST_US;
  }

  #waitedUs(nowUs: number): number {
    return this.#spentUs + (this.#beginUs === null ? 0 : nowUs - this.#beginUs);
  }
}
