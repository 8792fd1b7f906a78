/** How far a node that catches up is. */
export interface SyncProgress {
  /** Of the main chain. */
  readonly height: number;
  readonly target: number;
  readonly blocksPerSecond: number;
  readonly secondsLeft: number;
}

/** Counts what has been applied since a start. */
export class ProgressMeter {
  readonly #target: number;
  readonly #startHeight: number;
  readonly #startUs: number;

  constructor(startHeight: number, target: number, startUs: number) {
    this.#startHeight = startHeight;
    this.#target = target;
    this.#startUs = startUs;
  }

  at(height: number, nowUs: number): SyncProgress {
    const seconds = Math.max(nowUs - this.#startUs, 1) / 1_000_000;
    const blocksPerSecond = (height - this.#startHeight) / seconds;
    const left = Math.max(this.#target - height, 0);
    return {
      height,
      target: this.#target,
      blocksPerSecond: Math.round(blocksPerSecond),
      secondsLeft: blocksPerSecond === 0 ? 0 : Math.ceil(left / blocksPerSecond),
    };
  }
}
