import type { StateKind } from "../../codec/state-key.js";
import type {
  AskedVersions,
  BlockTarget,
  ChainEnd,
  ChainName,
  MainBlockSummary,
  PageRequest,
  StoreMoment,
} from "../store.js";
import { CodeWriteTable } from "./code-writes.js";
import type { Queries } from "./connection.js";
import { MainBlockTables } from "./main-blocks.js";
import { ResourceBlockTable } from "./resource-blocks.js";
import { MetaTable } from "./schema.js";
import { StateTable } from "./state.js";
import { TransactionTables } from "./transactions.js";
import { UndoneBlockTable } from "./undone-blocks.js";

/** Reads the store. Over a pool, each call reads the present state; in a transaction, all calls read one moment. */
export class PostgresReader implements StoreMoment {
  readonly #meta: MetaTable;
  readonly #state: StateTable;
  readonly #codeWrites: CodeWriteTable;
  readonly #mainBlocks: MainBlockTables;
  readonly #transactions: TransactionTables;
  readonly #resourceBlocks: ResourceBlockTable;
  readonly #undoneBlocks: UndoneBlockTable;

  constructor(db: Queries) {
    this.#meta = new MetaTable(db);
    this.#state = new StateTable(db);
    this.#codeWrites = new CodeWriteTable(db);
    this.#mainBlocks = new MainBlockTables(db);
    this.#transactions = new TransactionTables(db);
    this.#resourceBlocks = new ResourceBlockTable(db);
    this.#undoneBlocks = new UndoneBlockTable(db);
  }

  readMeta(name: string) {
    return this.#meta.read(name);
  }

  readState(kind: StateKind, paddedKeys: readonly string[]) {
    return this.#state.read({ kind, paddedKeys });
  }

  stateLength(kind: StateKind, paddedKeys: readonly string[]) {
    return this.#state.length({ kind, paddedKeys });
  }

  stateAt(kind: StateKind, height: number, paddedKeys: readonly string[]) {
    return this.#state.read({ kind, height, paddedKeys });
  }

  cellVersions(asked: AskedVersions) {
    return this.#state.versions(asked);
  }

  listState(kind: StateKind, prefix: string, page?: PageRequest) {
    return this.#state.list({ kind, prefix, page });
  }

  streamState(kind: StateKind) {
    return this.#state.stream(kind);
  }

  writtenKeys(fromHeight: number, toHeight: number) {
    return this.#state.written(fromHeight, toHeight);
  }

  listCodeWrites(height?: number) {
    return this.#codeWrites.list(height);
  }

  lastMainBlock() {
    return this.#mainBlocks.last();
  }

  mainBlock(target: BlockTarget) {
    return this.#mainBlocks.read(target);
  }

  mainBlockSummary(target: BlockTarget) {
    return this.#mainBlocks.summary(target);
  }

  mainBlockSummaries(fromHeight: number, toHeight: number) {
    return this.#mainBlocks.summaries(fromHeight, toHeight);
  }

  mainBlockBody(block: MainBlockSummary) {
    return this.#mainBlocks.body(block);
  }

  streamMainBlocks(fromHeight: number, toHeight: number) {
    return this.#mainBlocks.stream(fromHeight, toHeight);
  }

  transaction(hash: string) {
    return this.#transactions.read(hash);
  }

  knownTransactions(hashes: readonly string[]) {
    return this.#transactions.known(hashes);
  }

  listTransactions(page: PageRequest, address?: string) {
    return this.#transactions.list(page, address);
  }

  streamTransactions(page: PageRequest, address?: string) {
    return this.#transactions.stream(page, address);
  }

  blockTransactions(block: ChainEnd, from: number, count: number) {
    return this.#transactions.ofBlock(block, { from, count });
  }

  lastResourceBlock() {
    return this.#resourceBlocks.last();
  }

  resourceBlock(target: BlockTarget) {
    return this.#resourceBlocks.read(target);
  }

  resourceBlockBefore(timestampUs: number) {
    return this.#resourceBlocks.before(timestampUs);
  }

  resourceBlockSummaries(fromHeight: number, toHeight: number) {
    return this.#resourceBlocks.summaries(fromHeight, toHeight);
  }

  resourceBlocks(fromHeight: number, toHeight: number) {
    return this.#resourceBlocks.between(fromHeight, toHeight);
  }

  lastCodeBlock() {
    return this.#codeWrites.lastBlock();
  }

  undoneBlock(chain: ChainName, blockhash: string) {
    return this.#undoneBlocks.find(chain, blockhash);
  }

  /** Does nothing: the reader opens no connection itself. */
  async close(): Promise<void> {}
}
