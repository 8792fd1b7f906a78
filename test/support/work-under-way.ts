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
        return (...parameters: readonly unknown[]) => this.#watch(Reflect.apply(member, owner, parameters));
      },
    });
  }

  /** Work that waits for time to pass, inside a call that is counted: time does not stand still for it. */
  async apart<T>(waiting: Promise<T>): Promise<T> {
    this.#calls -= 1;
    try {
      return await waiting;
    } finally {
      this.#calls += 1;
    }
  }

  /** Resolves when no call is pending and no more follow, in these nodes too. */
  async settled(nodes: Iterable<{ settled(): Promise<void> }> = []): Promise<void> {
    for (let idle = 0; idle < IDLE_TURNS; idle += 1) {
      await setImmediate();
      for (const node of nodes) await node.settled();
      if (this.#calls > 0) idle = -1;
    }
  }

  /** What a call returned: a promise, a stream, an object of streams, or what is there already. */
  #watch(answer: unknown): unknown {
    if (answer instanceof Promise) return this.#count(answer);
    if (isAsyncIterable(answer)) return this.#countEach(answer);
    if (!isObject(answer) || !Object.values(answer).some(isAsyncIterable)) return answer;
    return Object.fromEntries(Object.entries(answer).map(([name, part]) => [name, this.#watch(part)]));
  }

  /** An item is fetched when the last one has been taken. */
  async *#countEach(items: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
    const iterator = items[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#count(Promise.resolve(iterator.next()));
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
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

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
