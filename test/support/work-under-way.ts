import { setImmediate } from "node:timers/promises";

/** What waits only for its own next turn has begun it after so many turns of the loop. */
const IDLE_TURNS = 10;

/**
 * The calls of real things, a store's and a peer's, that have not been answered yet: virtual time stands still
 * meanwhile. Were it to go on, what comes first would depend on how fast the machine is.
 */
export class WorkUnderWay {
  #calls = 0;

  /** The same object, its calls counted until they are answered; asked anew for each of them. */
  counted<T extends object>(current: () => T): T {
    return new Proxy(current(), {
      get: (_, name) => {
        const owner = current();
        const member: unknown = Reflect.get(owner, name);
        if (typeof member !== "function") return member;
        return (...parameters: readonly unknown[]): unknown => {
          const answer: unknown = Reflect.apply(member, owner, parameters);
          return answer instanceof Promise ? this.#count(answer) : answer;
        };
      },
    });
  }

  /** Resolves when nothing is under way, and nothing comes of what was; in these nodes neither. */
  async settled(nodes: Iterable<{ settled(): Promise<void> }> = []): Promise<void> {
    for (let idle = 0; idle < IDLE_TURNS; idle += 1) {
      await setImmediate();
      for (const node of nodes) await node.settled();
      if (this.#calls > 0) idle = -1;
    }
  }

  async #count<T>(answer: Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await answer;
    } finally {
      this.#calls -= 1;
    }
  }
}
