/** The progress of a long run on stderr: one line that is overwritten at a terminal, and occasional lines elsewhere. */
export class ProgressLine {
  readonly #total: number;
  readonly #startMs: number;
  #done = 0;
  #failed = 0;
  #writtenMs = 0;

  constructor(total: number, startMs: number) {
    this.#total = total;
    this.#startMs = startMs;
  }

  step(isFailed: boolean, nowMs: number): void {
    this.#done += 1;
    if (isFailed) this.#failed += 1;
    const pauseMs = process.stderr.isTTY ? 200 : 10_000;
    if (nowMs - this.#writtenMs < pauseMs) return;
    this.#writtenMs = nowMs;
    const leftMs = ((nowMs - this.#startMs) / this.#done) * (this.#total - this.#done);
    const text = `${this.#done} of ${this.#total} runs, ${this.#failed} failed, ${durationText(leftMs)} left`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  }

  end(): void {
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  }
}

function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
