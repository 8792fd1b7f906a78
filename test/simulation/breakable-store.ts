import type { Store } from "../../src/store/store.js";

/** A store whose process dies at an operation: that one, before or after it was done, and all later ones fail. */
export class BreakableStore {
  readonly store: Store;
  #left = Infinity;
  #isDoneFirst = false;

  constructor(store: Store) {
    this.store = new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        // Streams are for exports; no node reads its own while it takes part in rounds.
        if (typeof member !== "function" || String(name).startsWith("stream")) return member;
        return this.#guard(member.bind(target) as Operation);
      },
    });
  }

  get isBroken(): boolean {
    return this.#left <= 0;
  }

  /** Breaks at one of the next operations. */
  breakAt(operation: number, isDoneFirst: boolean): void {
    this.#left = operation;
    this.#isDoneFirst = isDoneFirst;
  }

  #guard(operation: Operation): Operation {
    return async (...parameters) => {
      if (this.isBroken) throw new Error("The process is dead. ");
      this.#left -= 1;
      if (this.isBroken && this.#isDoneFirst) await operation(...parameters);
      if (this.isBroken) throw new Error("The process dies. ");
      return operation(...parameters);
    };
  }
}

type Operation = (...parameters: readonly unknown[]) => Promise<unknown>;
