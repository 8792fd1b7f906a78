import { ChainError } from "../../src/codec/chain-error.js";
import type { Store } from "../../src/store/store.js";

/** Where a process dies: before or after the n-th operation of its store, counting all operations or those of one name. */
export interface Break {
  readonly operation: number;
  readonly name: keyof Store | null;
  readonly isDoneFirst: boolean;
}

/** A store whose process dies at an operation. This operation and all later ones fail. */
export class BreakableStore {
  readonly store: Store;
  readonly #onBreak: (name: string) => void;
  #break: (Break & { left: number }) | null = null;
  #isBroken = false;

  constructor(store: Store, onBreak: (name: string) => void) {
    this.#onBreak = onBreak;
    const operations = new Map<string | symbol, unknown>();
    this.store = new Proxy(store, {
      get: (target, name) => {
        if (!operations.has(name)) operations.set(name, this.#guard(target, name));
        return operations.get(name);
      },
    });
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Null for never. */
  breakAt(place: Break | null): void {
    this.#break = place === null ? null : { ...place, left: place.operation };
  }

  #guard(store: Store, name: string | symbol): unknown {
    const member: unknown = Reflect.get(store, name);
    if (typeof member !== "function") return member;
    const operation = member.bind(store) as Operation;
    // Streams only read, and another operation precedes each of them.
    if (name === "mainBlockBody" || String(name).startsWith("stream")) return operation;
    return async (...parameters: readonly unknown[]) => {
      if (this.#isBroken) throw dead();
      if (!this.#breaksAt(String(name))) return operation(...parameters);
      if (this.#break?.isDoneFirst === true) await operation(...parameters);
      this.#isBroken = true;
      this.#onBreak(`died ${this.#break?.isDoneFirst === true ? "after" : "before"} ${String(name)}`);
      throw dead();
    };
  }

  #breaksAt(name: string): boolean {
    if (this.#break === null || (this.#break.name ?? name) !== name) return false;
    this.#break.left -= 1;
    return this.#break.left === 0;
  }
}

type Operation = (...parameters: readonly unknown[]) => unknown;

function dead(): ChainError {
  return new ChainError("DATABASE_DEAD", "The process is dead. ", { kind: "local" });
}
