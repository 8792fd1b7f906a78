/** Tries a second over the last few seconds. Times are µs of a monotonic clock. */
export class HashRate {
  readonly #windowUs: number;
  #startedUs: number;
  #samples: { readonly atUs: number; readonly tried: number }[] = [];

  constructor(windowUs: number, startedUs: number) {
    this.#windowUs = windowUs;
    this.#startedUs = startedUs;
  }

  /** Starts again, so that a pause does not count as time without tries. */
  restart(atUs: number): void {
    this.#startedUs = atUs;
    this.#samples = [];
  }

  add(tried: number, atUs: number): void {
    this.#forgetBefore(atUs - this.#windowUs);
    this.#samples.push({ atUs, tried });
  }

  perSecond(atUs: number): number {
    this.#forgetBefore(atUs - this.#windowUs);
    const measuredUs = Math.min(this.#windowUs, atUs - this.#startedUs);
    const tried = this.#samples.reduce((sum, sample) => sum + sample.tried, 0);
    return measuredUs > 0 ? Math.round((tried * 1_000_000) / measuredUs) : 0;
  }

  #forgetBefore(limitUs: number): void {
    this.#samples = this.#samples.filter(({ atUs }) => atUs > limitUs);
  }
}
