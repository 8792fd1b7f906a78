import type { SystemRequests, TransactionRecord } from "../../client/index.js";
import { timeHashToTime } from "../../codec/hash.js";
import { summaryOf, type MainBlock, type MainBlockPieces } from "../../records/main-block.js";
import { sealToText } from "../../records/seal.js";
import { readSignedTransaction } from "../../records/transaction.js";
import { printUpdates } from "../../records/updates.js";
import type {
  BlockTarget,
  ListedTransaction,
  MainBlockSummary,
  PageRequest,
  StoredMainBlock,
  StoredTransaction,
} from "../../store/store.js";
import { firstBlockAt } from "../first-height.js";
import { readBlocks } from "./read-blocks.js";

export class RemoteMainChain {
  readonly #client: SystemRequests;

  constructor(client: SystemRequests) {
    this.#client = client;
  }

  summary(target: BlockTarget): Promise<MainBlockSummary | null> {
    return this.#client.getBlockSummary("height" in target ? target.height : target.blockhash);
  }

  async summaries(fromHeight: number, toHeight: number): Promise<readonly MainBlockSummary[]> {
    const found: MainBlockSummary[] = [];
    for (let next = fromHeight; next <= toHeight;) {
      const blocks = await this.#client.getBlockSummaries(next);
      if (blocks.length === 0) break;
      found.push(...blocks.filter(({ height }) => height <= toHeight));
      next += blocks.length;
    }
    return found;
  }

  /** Fetches the block when the first piece is read. */
  body({ height }: MainBlockSummary): MainBlockPieces {
    let asked: Promise<StoredMainBlock | null> | undefined;
    const read = async (): Promise<StoredMainBlock | null> => {
      const block = await this.#client.getBlock(height);
      return block === null ? null : toStored(block);
    };
    const ask = (): Promise<StoredMainBlock | null> => (asked ??= read());
    return {
      seal: piece(ask, "seal"),
      transactions: piece(ask, "transactions"),
      universal_updates: piece(ask, "universal_updates"),
      local_updates: piece(ask, "local_updates"),
    };
  }

  async *blocks(fromHeight: number, toHeight: number): AsyncGenerator<MainBlock, void, undefined> {
    if (fromHeight > toHeight) return;
    for await (const block of readBlocks(this.#client, fromHeight)) {
      if (block.height > toHeight) return;
      yield block;
      if (block.height === toHeight) return;
    }
  }

  async *stream(fromHeight: number, toHeight: number): AsyncGenerator<StoredMainBlock, void, undefined> {
    for await (const block of this.blocks(fromHeight, toHeight)) yield toStored(block);
  }

  /** The hash of a transaction begins with its time, which only one block can hold. */
  async transaction(hash: string): Promise<StoredTransaction | null> {
    const record = await this.#client.getTransaction(hash);
    if (record === null) return null;
    const summaryOf = (height: number) => this.#client.getBlockSummary(height);
    const height = await firstBlockAt(summaryOf, timeHashToTime(hash), await this.#client.blockCount());
    return { hash, height, record: textOf(record) };
  }

  async *transactions(page: PageRequest, address?: string): AsyncGenerator<ListedTransaction> {
    for (const [hash, record] of await this.#client.listTransaction(page, address))
      yield { hash, record: textOf(record) };
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
