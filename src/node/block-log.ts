import type { Clock } from "../base/clock/clock.js";
import type { MainBlockSummary } from "../store/store.js";
import type { Log } from "../base/log.js";

/**
 * Logs the blocks that a node makes, one line at most in a time: a line for each of hundreds a second would cost as much
 * as they do. Several blocks share a line with their numbers.
 */
export class BlockLog {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #pauseUs: number;
  #lineUs = 0;
  /** The last block without a line. */
  #last: MainBlockSummary | null = null;
  #blocks = 0;
  #transactions = 0;

  constructor(clock: Clock, log: Log, pauseUs: number) {
    this.#clock = clock;
    this.#log = log;
    this.#pauseUs = pauseUs;
  }

  note(block: MainBlockSummary): void {
    this.#last = block;
    this.#blocks += 1;
    this.#transactions += block.transaction_count;
    this.look();
  }

  /** Writes the line of the blocks that have none, once a line is due. */
  look(): void {
    if (this.#last !== null && this.#clock.nowUs() - this.#lineUs >= this.#pauseUs) this.flush();
  }

  flush(): void {
    if (this.#last === null) return;
    const { height, blockhash } = this.#last;
    const isOne = this.#blocks === 1;
    const fields = {
      ...(isOne ? {} : { blocks: this.#blocks }),
      height,
      transactions: this.#transactions,
      blockhash,
    };
    this.#log({ level: "info", module: "consensus", message: isOne ? "block" : "blocks", fields });
    this.#lineUs = this.#clock.nowUs();
    [this.#last, this.#blocks, this.#transactions] = [null, 0, 0];
  }
}
