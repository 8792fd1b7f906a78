import { messageOf } from "../../codec/chain-error.js";
import type { Value, ValueMap } from "../../codec/value.js";
import type { Clock } from "../../base/clock/clock.js";
import { intervalEnd } from "../../consensus/interval.js";
import type { TransactionPool } from "../../consensus/transaction-pool.js";
import type { Ledger } from "../../ledger/ledger.js";
import { floorToInterval } from "../../records/round-time.js";
import type { SignedTransaction } from "../../records/transaction.js";
import type { PeerKey } from "../tracking/membership.js";
import type { PeerLog } from "../tracking/peer-log.js";
import { forwarderOf, proveForwards, type ForwardPlace } from "./forward-proof.js";
import { ForwardLine } from "./forward-line.js";
import { intervalAmongPeers } from "../../consensus/instant.js";
import type { ReceiptBook } from "../../consensus/receipt-book.js";
import type { SlotsAt } from "../../ledger/slots-at.js";
import type { Tracker } from "../tracking/tracker.js";

export interface ForwarderOptions extends SlotHostsOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly pool: TransactionPool;
  readonly key: PeerKey;
  /** Called when a slot holder has taken a transaction of this node. */
  readonly onForwarded: (hash: string) => void;
  readonly log: PeerLog;
}

/** How many lines are kept: slots move to other hosts. */
const MAX_LINES = 32;

/**
 * Forwards the transactions that this node accepts, and does not decide on, to all slot holders at once: a block could
 * pass over them before the holders have polled them (PROTOCOL 15.14). What it cannot send reaches them by polling.
 */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly hosts: SlotHosts;
  /** By host, the one used last comes last. */
  readonly #lines = new Map<string, ForwardLine>();

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.hosts = new SlotHosts(options);
  }

  forward(transaction: SignedTransaction): void {
    // The transaction stays in the pool, where others poll it.
    this.#forward(transaction).catch((error: unknown) => this.#options.log("error", messageOf(error)));
  }

  async #forward({ hash, timestamp }: SignedTransaction): Promise<void> {
    const { ledger, clock, slots, validator } = this.#options;
    const interval = intervalAmongPeers(ledger.network.constants.main_chain_interval);
    const roundTimeUs = Math.max(intervalEnd(timestamp, interval), floorToInterval(clock.nowUs(), interval));
    if (await slots.isNewest(validator(), roundTimeUs)) return;
    // The one that decides is told first.
    const hosts = [...(await this.hosts.at(roundTimeUs)).values()].toReversed();
    for (const host of hosts) this.#lineTo(host).add(hash);
  }

  /** The address of the peer that proves to forward what a request lists; null without a proof. */
  senderOf(parameters: ValueMap): string | null {
    const { key, tracker } = this.#options;
    const sender = forwarderOf(parameters.get("forward"), parameters.get("by"), this.#placeOf(key.address));
    return [...tracker.peers.values()].some(({ address }) => address === sender) ? sender : null;
  }

  #prove(host: string, records: readonly Value[]): Value | undefined {
    const { key, tracker } = this.#options;
    const peer = [...tracker.peers.values()].find((each) => each.host === host);
    return peer === undefined ? undefined : proveForwards(records, this.#placeOf(peer.address), key);
  }

  #placeOf(to: string): ForwardPlace {
    const { ledger, clock } = this.#options;
    return { networkKey: ledger.network.networkKey, to, nowUs: clock.nowUs() };
  }

  #lineTo(host: string): ForwardLine {
    const { tracker, clock, pool, onForwarded } = this.#options;
    const line =
      this.#lines.get(host) ??
      new ForwardLine({
        client: tracker.plainClient(host),
        clock,
        prove: (records) => this.#prove(host, records),
        waiting: (hash) => pool.get(hash)?.transaction,
        onTaken: onForwarded,
      });
    this.#lines.delete(host);
    this.#lines.set(host, line);
    const [oldest] = this.#lines.keys();
    if (this.#lines.size > MAX_LINES && oldest !== undefined) this.#lines.delete(oldest);
    return line;
  }
}

interface SlotHostsOptions {
  readonly slots: SlotsAt;
  readonly receipts: ReceiptBook;
  readonly tracker: Tracker;
  /** The address of this node's own node key; empty while it signs for another node. */
  readonly validator: () => string;
}

/**
 * The hosts of the other slot holders. Slots name node keys, peers are known by their peer keys. The node key itself
 * proves which peer key belongs to it (PROTOCOL 15.14): a holder without such a proof, or that is no peer, has no host.
 */
class SlotHosts {
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
      const host = holder === validator() ? undefined : byPeerKey.get(this.#peerKeyOf(holder) ?? "");
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
