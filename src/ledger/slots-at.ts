import { LRUCache } from "lru-cache";

/** The times, µs, for which the slots stay the same while the resource chain does. */
export interface SlotTerm {
  /** The newest last; empty while the chain stands still (PROTOCOL 9.14). */
  readonly slots: readonly string[];
  /** The term begins after this time. */
  readonly afterUs: number;
  /** The last time of the term. */
  readonly untilUs: number;
}

export interface SlotsAtOptions {
  /** The last resource block; empty before the first. */
  readonly tip: () => string;
  readonly find: (timeUs: number) => Promise<SlotTerm>;
}

/** The terms before the present one are asked for by records that others show. */
const MAX_TERMS = 8;

/** The validator slots at a time (PROTOCOL 9.13). A term is looked up once, until the resource chain changes. */
export class SlotsAt {
  readonly #options: SlotsAtOptions;
  /** The last looked up first. */
  #terms: readonly SlotTerm[] = [];
  /** By time: those who ask during a look-up wait for it. */
  readonly #pending = new LRUCache<number, Promise<readonly string[]>>({ max: 64 });
  #tip = "";

  constructor(options: SlotsAtOptions) {
    this.#options = options;
  }

  /** Whether this address holds the newest slot at a time, and so can seal a block of that time alone. */
  async isNewest(address: string, timeUs: number): Promise<boolean> {
    return (await this.at(timeUs)).at(-1) === address;
  }

  /** The addresses in slot order. */
  at(timeUs: number): Promise<readonly string[]> {
    const tip = this.#options.tip();
    if (tip !== this.#tip) {
      this.#terms = [];
      this.#pending.clear();
    }
    this.#tip = tip;
    const term = this.#terms.find(({ afterUs, untilUs }) => afterUs < timeUs && timeUs <= untilUs);
    if (term !== undefined) return Promise.resolve(term.slots);
    const pending = this.#pending.get(timeUs) ?? this.#find(timeUs, tip);
    this.#pending.set(timeUs, pending);
    return pending;
  }

  async #find(timeUs: number, tip: string): Promise<readonly string[]> {
    try {
      const term = await this.#options.find(timeUs);
      // The resource chain may have changed meanwhile.
      if (tip === this.#options.tip() && tip === this.#tip)
        this.#terms = [term, ...this.#terms].slice(0, MAX_TERMS);
      return term.slots;
    } finally {
      this.#pending.delete(timeUs);
    }
  }
}
