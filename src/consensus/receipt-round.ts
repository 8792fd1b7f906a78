import type { Ledger } from "../ledger/ledger.js";
import type { Clock } from "../base/clock/clock.js";
import type { RoundTip } from "./receipt-book.js";
import { intervalAmongPeers } from "./instant.js";

/** Of so many intervals, one block's receipts are gathered. A miner includes those of earlier rounds too (PROTOCOL 10.9). */
const PERIOD_INTERVALS = 16;

/**
 * The round whose receipts this node gathers from others (PROTOCOL 15.15): that of the first block in a period of some
 * intervals, which all nodes know alike, so that receipts pass from node to node. While no block comes, that of the tip.
 */
export class ReceiptRound {
  readonly #ledger: Pick<Ledger, "tip">;
  readonly #clock: Clock;
  readonly #periodUs: number;
  #seen: Ledger["tip"];
  #round: Ledger["tip"];

  constructor(ledger: Pick<Ledger, "tip" | "network">, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#periodUs = PERIOD_INTERVALS * intervalAmongPeers(ledger.network.constants.main_chain_interval);
    this.#seen = ledger.tip;
    this.#round = ledger.tip;
  }

  get tip(): RoundTip {
    const { tip } = this.#ledger;
    const isFirst = this.#periodOf(tip.s_timestamp) !== this.#periodOf(this.#seen.s_timestamp);
    const isUndone = tip.height <= this.#round.height;
    if (isFirst || isUndone || this.#clock.nowUs() - tip.s_timestamp >= this.#periodUs) this.#round = tip;
    this.#seen = tip;
    return this.#round;
  }

  #periodOf(timeUs: number): number {
    return Math.floor(timeUs / this.#periodUs);
  }
}
