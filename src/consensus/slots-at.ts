import type { Ledger } from "../ledger/ledger.js";

/** A round asks for few times over and over: its own, and those of the records that others show. */
const MAX_TIMES = 64;

/** The validator slots at a time (PROTOCOL 9), remembered as long as the resource chain, which they follow from, stands. */
export class SlotsAt {
  readonly #ledger: Ledger;
  readonly #known = new Map<number, readonly string[]>();
  #resourceTip = "";

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Whether this address has the newest slot at a time: alone it seals a block of that time. */
  async isNewest(address: string, timeUs: number): Promise<boolean> {
    return (await this.at(timeUs)).at(-1) === address;
  }

  /** The addresses in slot order, the newest last; none while the resource chain stands still. */
  async at(timeUs: number): Promise<readonly string[]> {
    const tip = this.#ledger.resourceChain.tip?.blockhash ?? "";
    if (tip !== this.#resourceTip || this.#known.size >= MAX_TIMES) this.#known.clear();
    this.#resourceTip = tip;
    const known = this.#known.get(timeUs);
    if (known !== undefined) return known;
    const slots = await this.#ledger.validatorsAt(timeUs);
    // The resource chain may have moved meanwhile.
    if (tip === this.#ledger.resourceChain.tip?.blockhash) this.#known.set(timeUs, slots);
    return slots;
  }
}
