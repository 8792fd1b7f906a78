import type { ReceiptBook } from "../../consensus/receipt-book.js";
import type { SlotsAt } from "../../ledger/slots-at.js";
import type { Tracker } from "../tracking/tracker.js";

export interface SlotHostsOptions {
  readonly slots: SlotsAt;
  readonly receipts: ReceiptBook;
  readonly tracker: Tracker;
  /** The address of this node's own node key. */
  readonly validator: string;
}

/**
 * The hosts of the other slot holders. Slots name node keys, peers are known by their peer keys. The node key itself
 * proves which peer key belongs to it (PROTOCOL 15.14): a holder without such a proof, or that is no peer, has no host.
 */
export class SlotHosts {
  readonly #options: SlotHostsOptions;

  constructor(options: SlotHostsOptions) {
    this.#options = options;
  }

  /** By the address of the node key, at a time in µs, the newest slot last. */
  async at(timeUs: number): Promise<ReadonlyMap<string, string>> {
    const { slots, validator, tracker } = this.#options;
    const byPeerKey = new Map(Array.from(tracker.peers.values(), ({ address, host }) => [address, host]));
    const hosts = new Map<string, string>();
    for (const holder of await slots.at(timeUs)) {
      const host = holder === validator ? undefined : byPeerKey.get(this.#peerKeyOf(holder) ?? "");
      hosts.delete(holder);
      if (host !== undefined) hosts.set(holder, host);
    }
    return hosts;
  }

  /** The address of the peer key that a node key names: beside its peer's statement, or in its latest receipt. */
  #peerKeyOf(holder: string): string | undefined {
    const { receipts, tracker } = this.#options;
    for (const { address, slot } of tracker.peers.values()) if (slot === holder) return address;
    return receipts.latestOf(holder)?.signed_query.query.address;
  }
}
