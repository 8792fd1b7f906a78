import type { Clock } from "../base/clock/clock.js";
import type { Value } from "../codec/value.js";
import type { AnswerWait } from "../api/engine.js";
import type { SignedTransaction } from "../records/transaction.js";

type Signed = Pick<SignedTransaction, "hash" | "public_key">;

/** Those who wait for what becomes of a submitted transaction. Each waits in a place of its own, which the server bounds. */
export class AwaitedFates {
  readonly #clock: Clock;
  /** By hash, each with its signer: a transaction without `from` has the same hash for every signer (PROTOCOL 15.7). */
  readonly #waiting = new Map<string, Map<(fate: Value) => void, string>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isAwaited(hash: string): boolean {
    return this.#waiting.has(hash);
  }

  /** @param fateOf returns the fate of the copy by a signer. */
  tell(hash: string, fateOf: (publicKey: string) => Value): void {
    for (const [tell, publicKey] of this.#waiting.get(hash) ?? []) tell(fateOf(publicKey));
  }

  /**
   * Submits a transaction, and waits for its fate: null when it is not known in time, or the caller has left. Throws what
   * `submit` throws. It listens before, so that no block is missed.
   */
  async submitAndWait(
    { hash, public_key }: Signed,
    { waitMs, signal }: AnswerWait,
    submit: () => Promise<void>,
  ): Promise<Value | null> {
    let end = (): void => undefined;
    const told = new Promise<Value | null>((resolve) => {
      const giveUp = (): void => resolve(null);
      const cancel = this.#clock.schedule(waitMs * 1000, giveUp);
      signal?.addEventListener("abort", giveUp, { once: true });
      const tells = this.#waiting.get(hash) ?? new Map<(fate: Value) => void, string>();
      this.#waiting.set(hash, tells.set(resolve, public_key));
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
