import { LRUCache } from "lru-cache";
import type { Ledger } from "../ledger/ledger.js";

/** The validator slots at a time (PROTOCOL 9.13), cached until the resource chain, which determines them, changes. */
export class SlotsAt {
  readonly #ledger: Ledger;
  /** A round asks for few times repeatedly: its own, and those of the records that others show. */
  readonly #known = new LRUCache<number, readonly string[]>({ max: 64 });
  #resourceTip = "";

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Whether this address holds the newest slot at a time, and so can seal a block of that time alone. */
  async isNewest(address: string, timeUs: number): Promise<boolean> {
    return (await this.at(timeUs)).at(-1) === address;
  }

  /** The addresses in slot order, the newest last; empty while the chain stands still (PROTOCOL 9.14). */
  async at(timeUs: number): Promise<readonly string[]> {
    const tip = this.#ledger.resourceChain.tip?.blockhash ?? "";
    if (tip !== this.#resourceTip) this.#known.clear();
    this.#resourceTip = tip;
    const known = this.#known.get(timeUs);
    if (known !== undefined) return known;
    const slots = await this.#ledger.validatorsAt(timeUs);
    // The resource chain may have changed meanwhile.
    if (tip === this.#ledger.resourceChain.tip?.blockhash) this.#known.set(timeUs, slots);
    return slots;
  }
}
