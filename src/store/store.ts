import type { StateKind } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import type { ChainIndex } from "./chain-index.js";
import type { MainBlockPieces, MainBlockSummary, MainBlockTexts } from "../records/main-block.js";
import type { ResourceBlockSummary, ResourceBlockTexts } from "../records/resource-block.js";

export type { MainBlockSummary };

/**
 * Persistence behind one interface: no module above this directory knows which engine is used. Only the ledger writes.
 * A block is written in a single transaction of the database: it is there with all it changes, or not at all.
 * Blocks and transactions are kept as the canonical text they were hashed from, and are returned as text, so that
 * answering a request needs no parsing and printing.
 */
export interface Store {
  /** Returns a note about the database itself, such as the network it belongs to. Null when absent. */
  readMeta(name: string): Promise<string | null>;
  writeMeta(name: string, value: string): Promise<void>;

  /**
   * The values of cells, by the padded key of each key that was asked for (PROTOCOL 2.7); absent cells are left out.
   * With a height, those after that main block; height 0 is before the first block. These are the true values
   * (PROTOCOL 8.5); a later block's own `old` is null for a cell that no read pass collected.
   */
  readState(kind: StateKind, paddedKeys: readonly string[], height?: number): Promise<Map<string, Value>>;
  /** Bytes of canonical JSON of the values of cells together, without reading them. */
  stateLength(kind: StateKind, paddedKeys: readonly string[]): Promise<number>;
  /** What main blocks left in a cell, newest first. */
  cellVersions(asked: AskedVersions): Promise<readonly CellVersion[]>;
  /** All cells under a state prefix, in key order, keys as they were last written. */
  listState(kind: StateKind, prefix: string, page?: PageRequest): Promise<readonly StateEntry[]>;
  /**
   * The keys of the cells that main blocks above one height up to another wrote, as the last of them wrote each, a few
   * thousand at a time. Each cell comes once.
   */
  writtenKeys(fromHeight: number, toHeight: number): AsyncIterable<KeysByKind>;
  /**
   * The last write of each registered code up to a height, in their order (PROTOCOL 6.5: the younger replaces). Default:
   * up to the last block.
   */
  listCodeWrites(height?: number): Promise<readonly CodeWrite[]>;

  /** Writes a main block with all it changes. Throws, and changes nothing, unless it follows the last one. */
  commitMainBlock(commit: MainBlockCommit): Promise<void>;
  /**
   * Removes the last main block, which must have this height. Every cell that it wrote gets back its earlier value and
   * spelling (PROTOCOL 8.5), whatever the block lists as `old`. Returns whether the block had written registered codes.
   */
  undoMainBlock(height: number): Promise<boolean>;
  mainBlockSummary(target: MainTarget): Promise<MainBlockSummary | null>;
  /** Summaries from one height up to another, both included, ascending. */
  mainBlockSummaries(fromHeight: number, toHeight: number): Promise<readonly MainBlockSummary[]>;
  /**
   * What a block has beyond its summary, in pieces of about 64 KB that are read as they are consumed; each part may be
   * consumed once. Throws `BLOCK_GONE`, kind "unavailable", when the block is undone meanwhile.
   */
  mainBlockBody(block: MainBlockSummary): MainBlockPieces;
  /**
   * Full blocks from one height up to another, both included, ascending, a few in memory at a time. Ends early at the
   * tip. An undo meanwhile shows in what is still to come.
   *
   * @param maxLength reads all at once, and ends before the texts together have more bytes.
   */
  streamMainBlocks(fromHeight: number, toHeight: number, maxLength?: number): AsyncIterable<StoredMainBlock>;

  /** Returns a transaction record's canonical text with its place, null when unknown. */
  transaction(hash: string): Promise<StoredTransaction | null>;
  /** Returns those of these hashes that are committed. */
  knownTransactions(hashes: readonly string[]): Promise<Set<string>>;
  /**
   * Newest first; all of them, or those from or to an address. A few records are in memory at a time: a thousand of the
   * longest take a gigabyte. Records that are undone meanwhile are left out.
   */
  streamTransactions(page: PageRequest, address?: string): AsyncIterable<ListedTransaction>;

  commitResourceBlock(block: StoredResourceBlock): Promise<void>;
  /** Writes blocks of both chains with all they change, in one transaction of the database: all of them or none. */
  commitBatch(batch: BlockBatch): Promise<void>;
  undoResourceBlock(height: number): Promise<void>;
  resourceBlock(target: ResourceTarget): Promise<StoredResourceBlock | null>;
  /** Summaries from one height up to another, both included, ascending. */
  resourceBlockSummaries(fromHeight: number, toHeight: number): Promise<readonly ResourceBlockSummary[]>;
  /** Full blocks from one height up to another, both included, ascending. */
  resourceBlocks(fromHeight: number, toHeight: number): Promise<readonly StoredResourceBlock[]>;

  /**
   * Removes some of what lies up to a main block: bodies, transactions, and what cells held before it (docs/pruning.md).
   * When all of it is removed, gives some free space back to the disk. What needs more than is there throws `PRUNED`.
   * Left out by a store that keeps all.
   */
  prune?(upTo: number): Promise<PruneTurn>;

  /** What readers of the chain look up beside its blocks; left out by a store that cannot. */
  readonly index?: ChainIndex;

  /** Reads several things as they are at one moment. The body must read from its argument only. */
  snapshot<T>(body: (moment: StoreMoment) => Promise<T>): Promise<T>;

  close(): Promise<void>;
}

export interface PruneTurn {
  /** The last main block without a body. */
  readonly horizon: number;
  /** Whether nothing is left to do. */
  readonly isDone: boolean;
}

/** A store as it is at one moment, while the snapshot lasts. It needs no closing. */
export interface StoreMoment extends StoreReader {
  /**
   * Transactions of main blocks in the order of the chain, from a block that is there on: all that are wanted, and others
   * where the store has no index.
   */
  transactionsBetween(asked: AskedTransactions): Promise<readonly PlacedTransaction[]>;
  /** The last main block that wrote registered code; null when none has. */
  lastCodeBlock(): Promise<ChainEnd | null>;
  /** A block that has been undone here; null when none is known under this hash. The last 65,536 are kept. */
  undoneBlock(chain: ChainName, blockhash: string): Promise<UndoneBlock | null>;
}

export type ChainName = "main" | "resource";

/** Of one cell, what the blocks below a height left in it. */
export interface AskedVersions {
  readonly kind: StateKind;
  /** The padded key. */
  readonly cell: string;
  readonly before: number;
  /** The most that are wanted. */
  readonly count: number;
}

export interface CellVersion {
  readonly height: number;
  /** Null where the block removed the cell. */
  readonly value: Value;
}

/** A write of a registered code, or of its absence. */
export interface CodeWrite {
  /** The state key as it was written. */
  readonly key: string;
  readonly height: number;
}

export interface UndoneBlock extends ChainEnd {
  readonly previous_blockhash: string;
}

export type StoreReader = Omit<
  Store,
  | "snapshot"
  | "writeMeta"
  | "commitMainBlock"
  | "undoMainBlock"
  | "commitResourceBlock"
  | "undoResourceBlock"
  | "commitBatch"
  | "prune"
>;

/** The last block of a chain; height 0 and no blockhash before the first. */
export interface ChainEnd {
  readonly height: number;
  readonly blockhash: string;
}

export interface ChainEnds {
  readonly main: ChainEnd;
  readonly resource: ChainEnd;
}

const NO_BLOCK: ChainEnd = { height: 0, blockhash: "" };

export const NO_BLOCKS: ChainEnds = { main: NO_BLOCK, resource: NO_BLOCK };

/** Informed of the last blocks of a store: after a commit is durable, and before an undo is. */
export interface EndListener {
  /** Must not throw: the blocks are committed. */
  onCommit(ends: Partial<ChainEnds>): Promise<void>;
  /** If it throws, so does the undo. */
  onUndo(ends: Partial<ChainEnds>): Promise<void>;
}

export interface StateEntry {
  /** The state key as it was last written, not padded. */
  readonly key: string;
  readonly value: Value;
}

export type KeysByKind = Readonly<Record<StateKind, readonly string[]>>;

export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly count: number;
}

export type BlockTarget = { readonly height: number } | { readonly blockhash: string };
export type MainTarget = BlockTarget | "last";
/** `before`: the last block with a timestamp below this one (for the confirmed height, PROTOCOL 9.12). */
export type ResourceTarget = MainTarget | { readonly before: number };

export type StoredMainBlock = MainBlockSummary & MainBlockTexts;

/** The parts of a main block of a damaged database; null for a part that is missing or cannot be read. */
export interface MainBlockRemains {
  /** Canonical JSON of the seal. */
  readonly seal: string | null;
  readonly universal_updates: string | null;
  readonly local_updates: string | null;
  readonly blockhash: string | null;
  readonly s_timestamp: number | null;
  /** The blockhash that the next block names as its previous one. */
  readonly named_by_next: string | null;
  /** The transactions' records, found in each way that the database identifies them. */
  readonly records: readonly (readonly string[])[];
}

export interface StoredTransaction {
  readonly hash: string;
  readonly height: number;
  /** Canonical JSON of `{"transaction":…,"public_key":…,"signature":…}`. */
  readonly record: string;
}

/** The part of a transaction that a list shows. */
export type ListedTransaction = Pick<StoredTransaction, "hash" | "record">;

export interface AskedTransactions extends WantedTransactions {
  /** The first block, and from which place on (0 is the first) its transactions are asked for. */
  readonly from: { readonly height: number; readonly place: number };
  readonly toHeight: number;
  /** The most that are wanted. There may be fewer, but at least one if there is any: long records come a few at a time. */
  readonly count: number;
}

export interface WantedTransactions {
  readonly hash?: string | undefined;
  /** Only those that are listed under it. */
  readonly address?: string | undefined;
  /** Only those whose record contains this text. */
  readonly text?: string | undefined;
}

/** A transaction with its block and its place in it. */
export interface PlacedTransaction extends ListedTransaction {
  readonly height: number;
  readonly place: number;
}

export interface NewTransaction {
  readonly hash: string;
  readonly record: string;
  /** The addresses it is listed under: its sender and, if any, its recipient; no address twice. */
  readonly addresses: readonly string[];
}

export interface MainBlockCommit {
  readonly block: MainBlockSummary & Pick<StoredMainBlock, "seal" | "universal_updates" | "local_updates">;
  /** In the block's order. */
  readonly transactions: readonly NewTransaction[];
  /** Each cell once, with its value after the block; a null value removes it (PROTOCOL 2.8). */
  readonly universal: readonly StateEntry[];
  readonly local: readonly StateEntry[];
  /** The state keys among the local writes that hold registered code, in the order of their writes. */
  readonly codeKeys: readonly string[];
}

/** Blocks that are written together; each follows the last one of its chain. */
export interface BlockBatch {
  readonly main: readonly MainBlockCommit[];
  readonly resource: readonly StoredResourceBlock[];
}

export type StoredResourceBlock = ResourceBlockTexts;
