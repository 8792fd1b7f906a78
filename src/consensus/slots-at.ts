import { LRUCache } from "lru-cache";
import type { Ledger } from "../ledger/ledger.js";

/** The validator slots at a time (PROTOCOL 9.13), cached until the resource chain, which determines them, changes. */
export class SlotsAt {
  readonly #ledger: Pick<Ledger, "resourceChain" | "validatorsAt">;
  /**
   * A round asks for few times repeatedly: its own, and those of the records that others show. Admission asks for the
   * time of each submission; those that arrive during a look-up wait for it instead of beginning their own.
   */
  readonly #known = new LRUCache<number, Promise<readonly string[]>>({ max: 64 });
  readonly #lastChangeUs: () => number;
  #resourceTip = "";

  /** @param lastChangeUs the time from which on the slots are the same until the resource chain changes; default: none. */
  constructor(
    ledger: Pick<Ledger, "resourceChain" | "validatorsAt">,
    lastChangeUs: () => number = () => Number.POSITIVE_INFINITY,
  ) {
    this.#ledger = ledger;
    this.#lastChangeUs = lastChangeUs;
  }

  /** Whether this address holds the newest slot at a time, and so can seal a block of that time alone. */
  async isNewest(address: string, timeUs: number): Promise<boolean> {
    return (await this.at(timeUs)).at(-1) === address;
  }

  /** The addresses in slot order, the newest last; empty while the chain stands still (PROTOCOL 9.14). */
  at(askedUs: number): Promise<readonly string[]> {
    const timeUs = Math.min(askedUs, this.#lastChangeUs());
    const tip = this.#tip;
    if (tip !== this.#resourceTip) this.#known.clear();
    this.#resourceTip = tip;
    const known = this.#known.get(timeUs);
    if (known !== undefined) return known;
    const slots = this.#find(timeUs, tip);
    this.#known.set(timeUs, slots);
    return slots;
  }

  async #find(timeUs: number, tip: string): Promise<readonly string[]> {
    let isKept = false;
    try {
      const slots = await this.#ledger.validatorsAt(timeUs);
      // The resource chain may have changed meanwhile.
      isKept = tip === this.#tip;
      return slots;
    } finally {
      if (!isKept) this.#known.delete(timeUs);
    }
  }

  /** The last resource block; empty before the first. */
  get #tip(): string {
    return this.#ledger.resourceChain.tip?.blockhash ?? "";
  }
}
