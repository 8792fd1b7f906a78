import { passed } from "../base/clock/clock.js";
import type { WarpClock } from "../base/clock/warp-clock.js";
import { noteAhead, aheadNoted } from "../data/clock-note.js";
import type { Node } from "../node/node.js";
import * as errors from "../node/errors.js";

const SECOND_US = 1_000_000;
/** The latest time, in µs: below the last safe integer, with room for the times of transactions. */
const LATEST_US = 9_000_000_000_000_000;
const POLL_US = 50_000;
/** How long transactions that wait may take to become blocks, µs. */
const PATIENCE_US = 10 * SECOND_US;
type TimedNode = Pick<Node, "ledger" | "pool">;

export class DevTime {
  readonly #node: TimedNode;
  readonly #clock: WarpClock;

  private constructor(node: TimedNode, clock: WarpClock) {
    this.#node = node;
    this.#clock = clock;
  }

  /** Continues the time of the chain: as far ahead as it was, and never before its last blocks. */
  static async resume(node: TimedNode, clock: WarpClock): Promise<DevTime> {
    const { store, tip, resourceChain } = node.ledger;
    const ahead = await aheadNoted(store);
    const lastUs = Math.max(tip.s_timestamp, resourceChain.tip?.timestamp ?? 0);
    clock.warp(Math.max(0, ahead, lastUs - clock.nowUs()));
    return new DevTime(node, clock);
  }

  get nowUs(): number {
    return this.#clock.nowUs();
  }

  get aheadUs(): number {
    return this.#clock.aheadUs;
  }

  /** Advances the time. Transactions that wait become blocks first. Throws `DEV_ACTION`. */
  async warp(seconds: number): Promise<void> {
    const us = Math.round(seconds * SECOND_US);
    if (!(us > 0) || this.#clock.nowUs() + us > LATEST_US)
      throw errors.devAction({ reason: "seconds is not a time to advance by" });
    const untilUs = this.#clock.nowUs() + PATIENCE_US;
    while (this.#node.pool.size > 0) {
      if (this.#clock.nowUs() > untilUs)
        throw errors.devAction({ reason: "transactions wait that do not become blocks" });
      await passed(this.#clock, POLL_US);
    }
    await noteAhead(this.#node.ledger.store, this.#clock.aheadUs + us);
    this.#clock.warp(us);
  }
}
