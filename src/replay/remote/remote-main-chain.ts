import type { SystemRequests, TransactionRecord } from "../../client/index.js";
import { timeHashToTime } from "../../codec/time.js";
import type { MainBlock } from "../../records/main-block.js";
import type { MainBlockPieces } from "../../records/main-block-text.js";
import { sealToText } from "../../records/seal.js";
import { readSignedTransaction } from "../../records/transaction.js";
import { printUpdates } from "../../records/updates.js";
import type {
  BlockTarget,
  ListedTransaction,
  MainBlockSummary,
  Page,
  StoredMainBlock,
  StoredTransaction,
} from "../../store/store.js";
import { firstBlockAt } from "./first-height.js";
import { readBlocks } from "./read-blocks.js";

/**
 * Limits for the `count` of ListTransaction: enough to skip newer transactions, not more than it allows (docs/rpc.md).
 */
const LEAST_LISTED = 100;
const MOST_LISTED = 1000;

/** The main blocks of another node up to a given one, and their transactions. */
export class RemoteMainChain {
  readonly #client: SystemRequests;
  readonly #last: MainBlockSummary;

  constructor(client: SystemRequests, last: MainBlockSummary) {
    this.#client = client;
    this.#last = last;
  }

  async block(target: BlockTarget): Promise<StoredMainBlock | null> {
    const block = await this.#client.getBlock("height" in target ? target.height : target.blockhash);
    return block === null || block.height > this.#last.height ? null : toStored(block);
  }

  async summary(target: BlockTarget): Promise<MainBlockSummary | null> {
    const block = await this.#client.getBlockSummary("height" in target ? target.height : target.blockhash);
    return block === null || block.height > this.#last.height ? null : block;
  }

  async summaries(fromHeight: number, toHeight: number): Promise<readonly MainBlockSummary[]> {
    const last = Math.min(toHeight, this.#last.height);
    const found: MainBlockSummary[] = [];
    for (let next = fromHeight; next <= last;) {
      const blocks = await this.#client.getBlockSummaries(next);
      if (blocks.length === 0) break;
      found.push(...blocks.filter(({ height }) => height <= last));
      next += blocks.length;
    }
    return found;
  }

  /** Fetches the block when the first piece is read. */
  body({ height }: MainBlockSummary): MainBlockPieces {
    let asked: Promise<StoredMainBlock | null> | undefined;
    const ask = (): Promise<StoredMainBlock | null> => (asked ??= this.block({ height }));
    return {
      seal: piece(ask, "seal"),
      transactions: piece(ask, "transactions"),
      universal_updates: piece(ask, "universal_updates"),
      local_updates: piece(ask, "local_updates"),
    };
  }

  async *blocks(fromHeight: number, toHeight: number): AsyncGenerator<MainBlock, void, undefined> {
    const last = Math.min(toHeight, this.#last.height);
    if (fromHeight > last) return;
    for await (const block of readBlocks(this.#client, fromHeight)) {
      if (block.height > last) return;
      yield block;
      if (block.height === last) return;
    }
  }

  async *stream(fromHeight: number, toHeight: number): AsyncGenerator<StoredMainBlock, void, undefined> {
    for await (const block of this.blocks(fromHeight, toHeight)) yield toStored(block);
  }

  async transaction(hash: string): Promise<StoredTransaction | null> {
    // A transaction newer than the last block is in none of the blocks.
    if (!(timeHashToTime(hash) <= this.#last.s_timestamp)) return null;
    const record = await this.#client.getTransaction(hash);
    if (record === null) return null;
    const summaryOf = (height: number) => this.#client.getBlockSummary(height);
    const height = await firstBlockAt(summaryOf, timeHashToTime(hash), this.#last.height);
    return { hash, height, record: textOf(record) };
  }

  /** Returns the node's own list without transactions newer than the last block. */
  async listTransactions({ page, count }: Page, address?: string): Promise<readonly ListedTransaction[]> {
    const found: ListedTransaction[] = [];
    const size = Math.min(MOST_LISTED, Math.max(LEAST_LISTED, page * count));
    for (let next = 1; found.length < page * count; next += 1) {
      const listed = await this.#client.listTransaction({ page: next, count: size }, address);
      for (const [hash, record] of listed)
        if (timeHashToTime(hash) <= this.#last.s_timestamp) found.push({ hash, record: textOf(record) });
      if (listed.size < size) break;
    }
    return found.slice((page - 1) * count, page * count);
  }
}

async function* piece(
  ask: () => Promise<StoredMainBlock | null>,
  name: keyof MainBlockPieces,
): AsyncGenerator<string> {
  const block = await ask();
  if (block !== null) yield block[name];
}

function textOf(record: TransactionRecord): string {
  return readSignedTransaction(record).text;
}

/** Converts a block to the texts that a store keeps. */
function toStored(block: MainBlock): StoredMainBlock {
  const { height, s_timestamp, previous_blockhash, blockhash, transactions } = block;
  return {
    height,
    s_timestamp,
    previous_blockhash,
    blockhash,
    transaction_count: transactions.length,
    seal: sealToText(block.seal),
    transactions: `{${transactions.map(({ hash, text }) => `"${hash}":${text}`).join(",")}}`,
    universal_updates: printUpdates(block.universal_updates).text,
    local_updates: printUpdates(block.local_updates).text,
  };
}
