/** How far a node has caught up. */
export interface SyncProgress {
  readonly height: number;
  readonly target: number;
  readonly blocksPerSecond: number;
  readonly secondsLeft: number;
}

/** Counts the main blocks that arrived since the start. */
export class ProgressMeter {
  readonly #target: number;
  readonly #startHeight: number;
  readonly #startUs: number;
  #height: number;

  constructor(startHeight: number, target: number, startUs: number) {
    this.#target = target;
    this.#startHeight = startHeight;
    this.#startUs = startUs;
    this.#height = startHeight;
  }

  reach(height: number): void {
    this.#height = height;
  }

  at(nowUs: number): SyncProgress {
    const seconds = Math.max(nowUs - this.#startUs, 1) / 1_000_000;
    const blocksPerSecond = (this.#height - this.#startHeight) / seconds;
    const left = Math.max(this.#target - this.#height, 0);
    return {
      height: this.#height,
      target: this.#target,
      blocksPerSecond: Math.round(blocksPerSecond),
      secondsLeft: blocksPerSecond === 0 ? 0 : Math.ceil(left / blocksPerSecond),
    };
  }
}
