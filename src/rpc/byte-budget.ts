import type { ServerResponse } from "node:http";
import { isLoopback } from "./caller.js";

/** The most bytes in total and of one caller. */
export interface ByteLimits {
  readonly total: number;
  readonly perCaller: number;
}

/** Bounds the bytes that are held for requests until their answers are sent. */
export class ByteBudget {
  readonly #limits: ByteLimits;
  readonly #ofCaller = new Map<string, number>();
  #total = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /** Whether so many more may be held for a caller. A program on this machine has the total limit alone. */
  hasRoom(bytes: number, caller: string): boolean {
    const isCallerFull = !isLoopback(caller) && this.heldFor(caller) + bytes > this.#limits.perCaller;
    return !isCallerFull && this.#total + bytes <= this.#limits.total;
  }

  heldFor(caller: string): number {
    return this.#ofCaller.get(caller) ?? 0;
  }

  /** Holds them until the answer is sent, and then calls back. */
  hold(bytes: number, caller: string, response: ServerResponse, onEnd = (): void => undefined): void {
    if (response.destroyed) return;
    this.#add(bytes, caller);
    response.once("close", () => {
      this.#add(-bytes, caller);
      onEnd();
    });
  }

  #add(bytes: number, caller: string): void {
    this.#total += bytes;
    const held = this.heldFor(caller) + bytes;
    if (held > 0) this.#ofCaller.set(caller, held);
    else this.#ofCaller.delete(caller);
  }
}
