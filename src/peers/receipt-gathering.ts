import { LRUCache } from "lru-cache";
import type { Client } from "../client/create-client.js";
import { weightUpTo, type ValueMap } from "../codec/value.js";
import type { Clock } from "../base/clock/clock.js";
import type { ReceiptBook, RoundTip } from "../consensus/receipt-book.js";
import { hostOf, rankOf, type ReceiptRanks } from "../consensus/receipt-ranks.js";
import type { ReceiptRound } from "../consensus/receipt-round.js";
import type { Ledger } from "../ledger/ledger.js";
import { forEachSliced } from "../base/yield-to-loop.js";
import { Fields } from "../records/fields.js";
import { MAX_ROUND_RECEIPTS } from "../records/limits.js";
import { BROADCAST } from "../records/operations/broadcast.js";
import { askerOf, assertReceipt, readReceipt } from "../records/receipt.js";
import * as errors from "./errors.js";
import { intervalAmongPeers } from "../consensus/instant.js";

export interface ReceiptGatheringOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly receipts: ReceiptBook;
  readonly ranks: ReceiptRanks;
  readonly receiptRound: ReceiptRound;
}

/**
 * The greatest weight of a receipt gathered for this node's own blocks: several times that of an ordinary receipt.
 * Blocks of others may hold heavier ones (PROTOCOL 10.1).
 */
const MAX_RECEIPT_WEIGHT = 256;
/** The same for the length of a receipt, four times that of one without unknown members. */
const MAX_RECEIPT_LENGTH = 4096;
/** The intervals after which a peer is asked again for the receipts of the same round, to which others have added. */
const AGAIN_INTERVALS = 4;
/** More than the hosts that a node asks. */
const MAX_HOSTS = 512;

/** Gathers receipts from others, much more rarely than what the next block needs (PROTOCOL 10.9, 15.15). */
export class ReceiptGathering {
  readonly #options: ReceiptGatheringOptions;
  /** By host, what was asked for last. */
  readonly #asked = new LRUCache<string, { readonly key: string; readonly atUs: number }>({ max: MAX_HOSTS });

  constructor(options: ReceiptGatheringOptions) {
    this.#options = options;
  }

  /** Asks a host for receipts, when it is time for that. */
  async gather(host: string, client: Client): Promise<void> {
    const { ledger, clock, receiptRound } = this.#options;
    if (!ledger.network.ruleSet.hasReceipts) return;
    const { tip } = receiptRound;
    const nowUs = clock.nowUs();
    const last = this.#asked.get(host);
    const againUs = AGAIN_INTERVALS * intervalAmongPeers(ledger.network.constants.main_chain_interval);
    if (last?.key === tip.blockhash && nowUs - last.atUs < againUs) return;
    this.#asked.set(host, { key: tip.blockhash, atUs: nowUs });
    const asked = new Map([
      ["chain_type", "resource"],
      ["round_key", tip.blockhash],
    ]);
    const shown = new Fields(await client.call(BROADCAST.name, asked), "broadcast").map("receipts");
    await this.take(shown, tip);
  }

  /** Takes those receipts of a round that this node needs. Throws what `assertReceipt` throws, or `PEER_BROADCAST`. */
  async take(shown: ValueMap, tip: RoundTip = this.#options.receiptRound.tip): Promise<void> {
    if (shown.size > MAX_ROUND_RECEIPTS) throw errors.peerBroadcast({ reason: "more than a round can hold" });
    const { receipts, ranks } = this.#options;
    const workers = await ranks.workers();
    await forEachSliced(shown.values(), (value) => {
      // Null stands for a known one.
      if (value === null || weightUpTo(value, MAX_RECEIPT_WEIGHT) > MAX_RECEIPT_WEIGHT) return;
      const receipt = readReceipt(value);
      if (receipt.text.length > MAX_RECEIPT_LENGTH || receipt.previous_blockhash !== tip.blockhash) return;
      const rank = rankOf(askerOf(receipt), receipt, workers);
      const source = { rank, host: hostOf(receipt, workers) };
      if (!receipts.hasRoomFor(tip, receipt, source)) return;
      assertReceipt(receipt);
      receipts.add(tip, receipt, source);
    });
  }
}
