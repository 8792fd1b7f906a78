import type { StateKind } from "../../codec/state-key.js";
import type {
  AskedVersions,
  BlockTarget,
  ChainEnd,
  ChainName,
  MainBlockSummary,
  PageRequest,
  StoredMainBlock,
  StoredTransaction,
  StoreMoment,
} from "../store.js";
import { columnAndValue } from "../selected-rows.js";
import { lengthOfCells } from "../cells.js";
import type { ChainIndex } from "../chain-index.js";
import { SqliteChainIndex } from "./chain-index.js";
import * as codeWrites from "./code-writes.js";
import type { Statements } from "./connection.js";
import * as mainBlocks from "./main-blocks.js";
import type { RecentCells } from "./recent-cells.js";
import { GatheredReads } from "./gathered-reads.js";
import { readMeta } from "./schema.js";
import * as resourceBlocks from "./resource-blocks.js";
import * as state from "./state.js";
import { StateReader } from "./state-reader.js";
import * as transactions from "./transactions.js";
import { undoneBlock } from "./undone-blocks.js";

/** What can be read of the store: on a connection as it is at each call, in a transaction as it is at one moment. */
export class SqliteReader implements StoreMoment {
  readonly index: ChainIndex;
  readonly #db: Statements;
  readonly #recent: RecentCells | undefined;
  readonly #states: Readonly<Record<StateKind, StateReader>>;
  readonly #summaries: GatheredReads<number | string, MainBlockSummary>;
  readonly #transactions: GatheredReads<string, StoredTransaction>;

  /** @param recent what is known of the present state without a query. */
  constructor(db: Statements, recent?: RecentCells) {
    this.index = new SqliteChainIndex(db);
    this.#db = db;
    this.#recent = recent;
    this.#states = {
      universal: new StateReader(db, "universal", recent),
      local: new StateReader(db, "local", recent),
    };
    this.#summaries = new GatheredReads((names) => mainBlocks.namedSummaries(db, names));
    this.#transactions = new GatheredReads((hashes) => transactions.readTransactionRows(db, hashes));
  }

  readMeta(name: string) {
    return readMeta(this.#db, name);
  }

  readState(kind: StateKind, paddedKeys: readonly string[]) {
    return this.#states[kind].read(paddedKeys);
  }

  async stateLength(kind: StateKind, paddedKeys: readonly string[]) {
    const known = this.#recent?.read(kind, paddedKeys) ?? null;
    if (known !== null) return lengthOfCells(known.values());
    return state.stateLength(this.#db, { kind, paddedKeys });
  }

  stateAt(kind: StateKind, height: number, paddedKeys: readonly string[]) {
    return state.readState(this.#db, { kind, height, paddedKeys });
  }

  cellVersions(asked: AskedVersions) {
    return state.cellVersions(this.#db, asked);
  }

  listState(kind: StateKind, prefix: string, page?: PageRequest) {
    return state.listState(this.#db, { kind, prefix, page });
  }

  streamState(kind: StateKind) {
    return state.streamState(this.#db, kind);
  }

  writtenKeys(fromHeight: number, toHeight: number) {
    return state.writtenKeys(this.#db, fromHeight, toHeight);
  }

  listCodeWrites(height?: number) {
    return codeWrites.listCodeWrites(this.#db, height);
  }

  lastMainBlock() {
    return mainBlocks.lastMainBlock(this.#db);
  }

  mainBlock(target: BlockTarget) {
    return mainBlocks.mainBlock(this.#db, target);
  }

  mainBlockSummary(target: BlockTarget) {
    return this.#summaries.readOne(columnAndValue(target)[1]);
  }

  mainBlockSummaries(fromHeight: number, toHeight: number) {
    return mainBlocks.mainBlockSummaries(this.#db, fromHeight, toHeight);
  }

  mainBlockBody(block: MainBlockSummary) {
    return mainBlocks.mainBlockBody(this.#db, block);
  }

  async *streamMainBlocks(fromHeight: number, toHeight: number): AsyncGenerator<StoredMainBlock> {
    for (let next = fromHeight; next <= toHeight;) {
      const blocks = await mainBlocks.nextMainBlocks(this.#db, next, toHeight);
      if (blocks.length === 0) return;
      yield* blocks;
      next += blocks.length;
    }
  }

  transaction(hash: string) {
    return this.#transactions.readOne(hash);
  }

  knownTransactions(hashes: readonly string[]) {
    return transactions.knownTransactions(this.#db, hashes);
  }

  listTransactions(page: PageRequest, address?: string) {
    return address === undefined
      ? transactions.listTransactions(this.#db, page)
      : transactions.listAddressTransactions(this.#db, page, address);
  }

  streamTransactions(page: PageRequest, address?: string) {
    return transactions.streamTransactions(this.#db, page, address);
  }

  lastResourceBlock() {
    return resourceBlocks.lastResourceBlock(this.#db);
  }

  resourceBlock(target: BlockTarget) {
    return resourceBlocks.resourceBlock(this.#db, target);
  }

  resourceBlockBefore(timestampUs: number) {
    return resourceBlocks.resourceBlockBefore(this.#db, timestampUs);
  }

  resourceBlockSummaries(fromHeight: number, toHeight: number) {
    return resourceBlocks.resourceBlockSummaries(this.#db, fromHeight, toHeight);
  }

  resourceBlocks(fromHeight: number, toHeight: number) {
    return resourceBlocks.resourceBlocks(this.#db, fromHeight, toHeight);
  }

  blockTransactions(block: ChainEnd, from: number, count: number) {
    return transactions.blockTransactions(this.#db, block, { from, count });
  }

  lastCodeBlock() {
    return codeWrites.lastCodeBlock(this.#db);
  }

  undoneBlock(chain: ChainName, blockhash: string) {
    return undoneBlock(this.#db, chain, blockhash);
  }

  /** What it reads from is closed by its owner. */
  async close(): Promise<void> {}
}
