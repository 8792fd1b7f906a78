import { MIN_FREE_BYTES } from "./checks.js";

interface Sample {
  readonly atUs: number;
  readonly freeBytes: number;
}

const HOUR_US = 3_600_000_000;
/** A week: a busy day does not count for more than its share. */
const MAX_SAMPLES = 168;

/** Forecasts when a disk is full, by how much of its free space the last week took. */
export class DiskForecast {
  /** One an hour, the earliest first. */
  #samples: readonly Sample[] = [];

  /** Notes the free space now, and returns when the disk is full, µs; null while that is not known, or never. */
  note(freeBytes: number | null, nowUs: number): number | null {
    if (freeBytes === null) return null;
    const last = this.#samples.at(-1);
    if (last === undefined || nowUs - last.atUs >= HOUR_US)
      this.#samples = [...this.#samples, { atUs: nowUs, freeBytes }].slice(-MAX_SAMPLES);
    const first = this.#samples[0];
    if (first === undefined || nowUs - first.atUs < HOUR_US) return null;
    const taken = first.freeBytes - freeBytes;
    const leftBytes = Math.max(0, freeBytes - MIN_FREE_BYTES);
    return taken <= 0 ? null : nowUs + (leftBytes / taken) * (nowUs - first.atUs);
  }
}
