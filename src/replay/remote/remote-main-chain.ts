import type { SystemRequests, TransactionRecord } from "../../client/index.js";
import { timeHashToTime } from "../../codec/hash.js";
import { summaryOf, type MainBlock, type MainBlockPieces } from "../../records/main-block.js";
import { sealToText } from "../../records/seal.js";
import { readSignedTransaction } from "../../records/transaction.js";
import { printUpdates } from "../../records/updates.js";
import type { ListedTransaction, MainBlockSummary, StoredMainBlock, StoreReader } from "../../store/store.js";
import { firstBlockAt } from "../first-height.js";
import { readBlocks, type BlockSource } from "./read-blocks.js";

type MainChain = Pick<
  StoreReader,
  | "mainBlockSummary"
  | "mainBlockSummaries"
  | "mainBlockBody"
  | "streamMainBlocks"
  | "transaction"
  | "streamTransactions"
>;

/** The main chain of another node, and its last block. */
export function remoteMainChain(client: SystemRequests, last: MainBlockSummary | null): MainChain {
  return {
    async mainBlockSummary(target) {
      if (target === "last") return last;
      return client.getBlockSummary("height" in target ? target.height : target.blockhash);
    },
    async mainBlockSummaries(fromHeight, toHeight) {
      const found: MainBlockSummary[] = [];
      for (let next = fromHeight; next <= toHeight;) {
        const blocks = await client.getBlockSummaries(next);
        if (blocks.length === 0) break;
        found.push(...blocks.filter(({ height }) => height <= toHeight));
        next += blocks.length;
      }
      return found;
    },
    /** Fetches the block when the first piece is read. */
    mainBlockBody({ height }) {
      let asked: Promise<StoredMainBlock | null> | undefined;
      const read = async (): Promise<StoredMainBlock | null> => {
        const block = await client.getBlock(height);
        return block === null ? null : toStored(block);
      };
      const piece = async function* (name: keyof MainBlockPieces): AsyncGenerator<string> {
        const block = await (asked ??= read());
        if (block !== null) yield block[name];
      };
      return {
        seal: piece("seal"),
        transactions: piece("transactions"),
        universal_updates: piece("universal_updates"),
        local_updates: piece("local_updates"),
      };
    },
    async *streamMainBlocks(fromHeight, toHeight) {
      for await (const block of blocksOf(client, fromHeight, toHeight)) yield toStored(block);
    },
    /** The hash of a transaction begins with its time, which only one block can hold. */
    async transaction(hash) {
      const record = await client.getTransaction(hash);
      if (record === null) return null;
      const summaryAt = (height: number) => client.getBlockSummary(height);
      const height = await firstBlockAt(summaryAt, timeHashToTime(hash), await client.blockCount());
      return { hash, height, record: textOf(record) };
    },
    async *streamTransactions(page, address): AsyncGenerator<ListedTransaction> {
      for (const [hash, record] of await client.listTransaction(page, address))
        yield { hash, record: textOf(record) };
    },
  };
}

/** The main blocks of another node between two heights. */
export async function* blocksOf(
  client: BlockSource,
  fromHeight: number,
  toHeight: number,
): AsyncGenerator<MainBlock, void, undefined> {
  if (fromHeight > toHeight) return;
  for await (const block of readBlocks(client, fromHeight)) {
    if (block.height > toHeight) return;
    yield block;
    if (block.height === toHeight) return;
  }
}

function textOf(record: TransactionRecord): string {
  return readSignedTransaction(record).text;
}

function toStored(block: MainBlock): StoredMainBlock {
  const { transactions } = block;
  return {
    ...summaryOf(block),
    seal: sealToText(block.seal),
    transactions: `{${transactions.map(({ hash, text }) => `"${hash}":${text}`).join(",")}}`,
    universal_updates: printUpdates(block.universal_updates).text,
    local_updates: printUpdates(block.local_updates).text,
  };
}
