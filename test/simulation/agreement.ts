import { expect } from "chai";
import type { Store } from "../../src/store/store.js";
import type { Participant } from "./participant.js";

/** The number of last resource blocks that may still be undone: miners continue to the end. */
const MAX_OPEN_BLOCKS = 4;
/** Where the resource chain decides, it does so with so many blocks. */
export const RESOURCE_BLOCKS_TO_AGREE = 3;
/** How long the last of them may take to arrive everywhere. */
export const ARRIVAL_SECONDS = 3;

/** Watches when the honest nodes begin to have the same last main block for good. */
export class Agreement {
  readonly #honest: () => readonly Participant[];
  #sinceUs: number | null = null;
  #stoodStill = false;

  constructor(honest: () => readonly Participant[]) {
    this.#honest = honest;
  }

  /** Since when all looks saw them agree, µs; null when the last one did not. */
  get sinceUs(): number | null {
    return this.#sinceUs;
  }

  async look(nowUs: number): Promise<void> {
    const tips = await Promise.all(this.#honest().map(({ store }) => store.mainBlockSummary("last")));
    const isOne = new Set(tips.map((tip) => tip?.blockhash)).size === 1;
    this.#sinceUs = isOne ? (this.#sinceUs ?? nowUs) : null;
    for (const { node } of this.#honest())
      this.#stoodStill ||= (await node?.standstill.isStandingStill()) === true;
  }

  /**
   * Whether a look since the last call saw a node without a resource block for a confirm interval: no validator may seal
   * then (PROTOCOL 9.14).
   */
  takeStandstill(): boolean {
    const stoodStill = this.#stoodStill;
    this.#stoodStill = false;
    return stoodStill;
  }

  /**
   * Lets them agree where they do not and some node keeps a branch waiting: no time bounds that, the resource chain
   * decides (PROTOCOL 15.3). Returns whether it was so.
   *
   * @param passSecond lets a second pass, with looks.
   */
  async leaveToResources(passSecond: () => Promise<void>): Promise<boolean> {
    const waits = this.#honest().some(({ node }) => (node?.peers?.sync.waitingBranches.length ?? 0) > 0);
    if (this.#sinceUs !== null || !waits) return false;
    const until = (await this.#resourceHeight()) + RESOURCE_BLOCKS_TO_AGREE;
    let seconds = ARRIVAL_SECONDS;
    while (this.#sinceUs === null && seconds > 0) {
      await passSecond();
      if ((await this.#resourceHeight()) >= until) seconds -= 1;
    }
    return true;
  }

  async #resourceHeight(): Promise<number> {
    const tips = await Promise.all(this.#honest().map(({ store }) => store.resourceBlock("last")));
    return Math.max(...tips.map((tip) => tip?.height ?? 0));
  }

  /** Checks that they have one main chain, whose last block was made after a time, and one resource chain. */
  async check(sinceUs: number): Promise<void> {
    const honest = this.#honest();
    const tips = await Promise.all(honest.map(({ store }) => store.mainBlockSummary("last")));
    const shown = tips.map(
      (tip, place) => `${honest[place]?.index}: ${tip?.height} ${tip?.blockhash.slice(0, 24)}`,
    );
    expect(new Set(tips.map((tip) => tip?.blockhash)).size, `different tips, ${shown.join(", ")}`).to.equal(
      1,
    );
    await checkResources(honest.map(({ store }) => store));
    expect(tips[0]?.s_timestamp, "the last block, made after the faults").to.be.greaterThan(sinceUs);
  }
}

async function checkResources(stores: readonly Store[]): Promise<void> {
  const tips = await Promise.all(stores.map((store) => store.resourceBlock("last")));
  const height = Math.max(...tips.map((tip) => tip?.height ?? 0)) - MAX_OPEN_BLOCKS;
  const blocks = await Promise.all(stores.map((store) => store.resourceBlock({ height })));
  const hashes = new Set(blocks.map((block) => block?.blockhash));
  expect(hashes.size, `different resource blocks ${height}`).to.equal(1);
}
