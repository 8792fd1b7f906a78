import { parseJson } from "../codec/parse-json.js";
import { EMPTY, mapToValue, type Value, type ValueMap } from "../codec/value.js";
import type { ChainMaker } from "../consensus/chain-maker.js";
import type { ReceiptBook } from "../consensus/receipt-book.js";
import type { TransactionPool } from "../consensus/transaction-pool.js";
import type { Ledger } from "../ledger/ledger.js";
import { chunkToValue } from "../records/chunk.js";
import { hypothesisToValue } from "../records/hypothesis.js";
import { EMPTY_MAIN_BLOCK, mainBlockSummaryToText } from "../records/main-block-text.js";
import { receiptToValue } from "../records/receipt.js";
import { emptyResourceBlock, resourceBlockSummaryToText } from "../records/resource-block-text.js";
import { transactionToRecord } from "../records/transaction.js";
import type { BroadcastQuery, RoundQuery } from "./engine.js";

/** What Info, Round and Broadcast show of the chains (SPEC, Node operations; PROTOCOL 13). */

/** The summary of a main block, the tip's without a height; the empty block where there is none. */
export async function mainBlockView({ store, tip }: Ledger, height = tip.height): Promise<Value> {
  const summary = await store.mainBlockSummary({ height });
  return parseJson(mainBlockSummaryToText(summary ?? { ...EMPTY_MAIN_BLOCK, transaction_count: 0 }));
}

/** The same of the resource chain. */
export async function resourceBlockView({ store, network }: Ledger, height?: number): Promise<Value> {
  const block =
    height === undefined ? await store.lastResourceBlock() : await store.resourceBlock({ height });
  const shown = block ?? emptyResourceBlock(network.constants.default_difficulty);
  return parseJson(resourceBlockSummaryToText(shown));
}

/** Round: of one chain, or of both by name. Any other chain type is the main chain's. */
export async function roundView(ledger: Ledger, nowUs: number, query: RoundQuery): Promise<Value> {
  if (query.chain_type === "all") {
    return new Map([
      ["main", await mainRound(ledger, nowUs, query.main)],
      ["resource", await resourceRound(ledger, nowUs, query.resource)],
    ]);
  }
  if (query.chain_type === "resource") return resourceRound(ledger, nowUs, query.height);
  return mainRound(ledger, nowUs, query.height);
}

async function mainRound(ledger: Ledger, nowUs: number, height?: number): Promise<ValueMap> {
  return round(await mainBlockView(ledger, height), ledger.tip.height, nowUs);
}

async function resourceRound(ledger: Ledger, nowUs: number, height?: number): Promise<ValueMap> {
  const last = (await ledger.store.lastResourceBlock())?.height ?? 0;
  return round(await resourceBlockView(ledger, height), last, nowUs);
}

function round(block: Value, syncLimit: number, nowUs: number): ValueMap {
  return new Map<string, Value>([
    ["block", block],
    ["sync_limit", BigInt(syncLimit)],
    ["timestamp", BigInt(nowUs)],
  ]);
}

/** What gathers the records of a round. */
export interface RoundParts {
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly chainMaker: ChainMaker;
  readonly receipts: ReceiptBook;
}

/** Broadcast: what the round of the tip, or of the round key named, has gathered; nothing for any other key. */
export function broadcastView(
  { ledger, pool, chainMaker, receipts }: RoundParts,
  query: BroadcastQuery,
): Value {
  const roundKey = query.round_key ?? ledger.tip.blockhash;
  const isCurrent = roundKey === ledger.tip.blockhash;
  const main = (): ValueMap => {
    const transactions = new Map<string, Value>();
    const { chunk, hypothesis, signer } = chainMaker.said;
    if (isCurrent) {
      for (const { transaction } of pool.all())
        transactions.set(transaction.hash, transactionToRecord(transaction));
    }
    const bySigner = (record: Value): Value =>
      isCurrent && record !== null ? new Map([[signer, record]]) : EMPTY;
    return new Map<string, Value>([
      ["transactions", mapToValue(transactions)],
      ["chunks", bySigner(chunk && chunkToValue(chunk))],
      ["hypotheses", bySigner(hypothesis && hypothesisToValue(hypothesis))],
    ]);
  };
  const resource = (): ValueMap => {
    const held = new Map<string, Value>();
    for (const [asker, receipt] of receipts.ofRound(roundKey)) held.set(asker, receiptToValue(receipt));
    return new Map([["receipts", mapToValue(held)]]);
  };
  if (query.chain_type === "all")
    return new Map([
      ["main", main()],
      ["resource", resource()],
    ]);
  return query.chain_type === "resource" ? resource() : main();
}
