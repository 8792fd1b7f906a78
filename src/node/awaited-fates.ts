import type { Clock } from "../base/clock/clock.js";
import type { Value } from "../codec/value.js";
import type { AnswerWait } from "../api/engine.js";

type Tell = (fate: Value) => void;

/** Those who wait for what becomes of a submitted transaction. Each waits in a place of its own, which the server bounds. */
export class AwaitedFates {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<Tell>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isAwaited(hash: string): boolean {
    return this.#waiting.has(hash);
  }

  tell(hash: string, fate: Value): void {
    for (const tell of this.#waiting.get(hash) ?? []) tell(fate);
  }

  /**
   * Submits a transaction, and waits for its fate: null when it is not known in time, or the caller has left. Throws what
   * `submit` throws. It listens before, so that no block is missed.
   */
  async submitAndWait(
    hash: string,
    { waitMs, signal }: AnswerWait,
    submit: () => Promise<void>,
  ): Promise<Value | null> {
    let end = (): void => undefined;
    const told = new Promise<Value | null>((resolve) => {
      const giveUp = (): void => resolve(null);
      const cancel = this.#clock.schedule(waitMs * 1000, giveUp);
      signal?.addEventListener("abort", giveUp, { once: true });
      const tells = this.#waiting.get(hash) ?? new Set();
      this.#waiting.set(hash, tells.add(resolve));
      end = () => {
        cancel();
        signal?.removeEventListener("abort", giveUp);
        tells.delete(resolve);
        if (tells.size === 0) this.#waiting.delete(hash);
      };
    });
    try {
      await submit();
      return await told;
    } finally {
      end();
    }
  }
}
