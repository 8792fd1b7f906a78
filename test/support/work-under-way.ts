import { setImmediate } from "node:timers/promises";

/** After this many turns of the event loop, all work that waited only for a turn has continued. */
const IDLE_TURNS = 10;

/**
 * The pending calls of a store and of peers. Virtual time stands still while there are any, because otherwise the order
 * of events would depend on the speed of the machine.
 */
export class WorkUnderWay {
  #calls = 0;

  /** An object whose calls are counted until they are answered. Each call goes to the current object. */
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

  /** Resolves when no call is pending and no more follow, in these nodes too. */
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
