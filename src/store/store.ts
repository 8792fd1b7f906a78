import type { Value } from "../codec/value.js";
import type { MainBlockPieces, MainBlockSummary, MainBlockTexts } from "../records/main-block-text.js";
import type { ResourceBlockSummary, ResourceBlockTexts } from "../records/resource-block-text.js";

export type { MainBlockSummary };

/**
 * Persistence behind one interface (DESIGN, "What the house must be able to reach"). Nothing above this room knows
 * which engine answers. Only the ledger writes; a block is never part of two transactions of the database: it is there
 * with all it changes, or not at all.
 *
 * Blocks and transactions are kept as the canonical text they were hashed from, and come back as text: whoever
 * answers a request with them does not read and print them again.
 */
export interface Store {
  /** A note about the database itself, such as the network it belongs to. Null when absent. */
  readMeta(name: string): Promise<string | null>;
  writeMeta(name: string, value: string): Promise<void>;

  /** The values of cells, by the padded key each was asked for; absent cells are left out. */
  readState(kind: StateKind, paddedKeys: readonly string[]): Promise<Map<string, Value>>;
  /** Bytes of canonical JSON that the values of cells have together. None of them is read. */
  stateLength(kind: StateKind, paddedKeys: readonly string[]): Promise<number>;
  /**
   * What cells held before the first main block from a height on that wrote them, by padded key: null where they were
   * absent. A cell that no such block wrote is left out; it holds what it held then. These are the true values; a block's
   * own `old` is null for a cell that no read pass collected (PROTOCOL 7, 8).
   */
  valuesBefore(
    kind: StateKind,
    fromHeight: number,
    paddedKeys: readonly string[],
  ): Promise<Map<string, Value>>;
  /** All cells under a state prefix, in key order, keys as they were last written. */
  listState(kind: StateKind, prefix: string, page?: Page): Promise<readonly StateEntry[]>;
  /**
   * Every cell of one kind in key order, a batch at a time, for checks and exports: a block that is committed meanwhile
   * shows in what is still to come.
   */
  streamState(kind: StateKind): AsyncIterable<StateEntry>;
  /** The registered-code keys in the order of the writes that put them there (PROTOCOL 7: the younger replaces). */
  listCodeWrites(): Promise<readonly string[]>;

  /** Writes a main block with all it changes. Fails, and changes nothing, unless it follows the last one. */
  commitMainBlock(commit: MainBlockCommit): Promise<void>;
  /**
   * Removes the last main block, which must have this height. Every cell it wrote has the value and the spelling from
   * before it (PROTOCOL 8), whatever the block says they were. Answers whether it had written registered codes.
   */
  undoMainBlock(height: number): Promise<boolean>;
  lastMainBlock(): Promise<MainBlockSummary | null>;
  mainBlock(target: BlockTarget): Promise<StoredMainBlock | null>;
  mainBlockSummary(target: BlockTarget): Promise<MainBlockSummary | null>;
  /** Summaries from one height up to another, both included, ascending. */
  mainBlockSummaries(fromHeight: number, toHeight: number): Promise<readonly MainBlockSummary[]>;
  /**
   * What a block has beyond its summary, in pieces of some 64 KB that are read as they are taken; each part may be taken
   * once. Throws `BLOCK_GONE`, kind "unavailable", when the block is undone meanwhile.
   */
  mainBlockBody(block: MainBlockSummary): MainBlockPieces;
  /**
   * Full blocks from one height up to another, both included, ascending, a few in memory at a time. Ends early at the
   * tip; an undo meanwhile shows in what is still to come.
   */
  streamMainBlocks(fromHeight: number, toHeight: number): AsyncIterable<StoredMainBlock>;

  /** A transaction record's canonical text with its place, null when unknown. */
  transaction(hash: string): Promise<StoredTransaction | null>;
  /** Which of these hashes are committed. */
  knownTransactions(hashes: readonly string[]): Promise<Set<string>>;
  /** Newest first; all of them, or those from or to an address. */
  listTransactions(page: Page, address?: string): Promise<readonly ListedTransaction[]>;
  /**
   * The same, a few records in memory at a time: a thousand of the longest are a gigabyte. What is undone meanwhile is
   * left out.
   */
  streamTransactions(page: Page, address?: string): AsyncIterable<ListedTransaction>;

  commitResourceBlock(block: StoredResourceBlock): Promise<void>;
  /** Writes blocks of both chains with all they change, in one transaction of the database: all of them or none. */
  commitRun(run: BlockRun): Promise<void>;
  undoResourceBlock(height: number): Promise<void>;
  lastResourceBlock(): Promise<StoredResourceBlock | null>;
  resourceBlock(target: BlockTarget): Promise<StoredResourceBlock | null>;
  /** The last resource block with a timestamp below this one (PROTOCOL 9, confirmed height). */
  resourceBlockBefore(timestampUs: number): Promise<StoredResourceBlock | null>;
  /** Summaries from one height up to another, both included, ascending. */
  resourceBlockSummaries(fromHeight: number, toHeight: number): Promise<readonly ResourceBlockSummary[]>;
  /** The same in full. */
  resourceBlocks(fromHeight: number, toHeight: number): Promise<readonly StoredResourceBlock[]>;

  close(): Promise<void>;
}

/** A store as far as it is read. */
export type StoreReader = Omit<
  Store,
  | "writeMeta"
  | "commitMainBlock"
  | "undoMainBlock"
  | "commitResourceBlock"
  | "undoResourceBlock"
  | "commitRun"
>;

/** The last block of a chain; height 0 and no blockhash before the first. */
export interface ChainEnd {
  readonly height: number;
  readonly blockhash: string;
}

/** Where both chains of a store end. */
export interface ChainEnds {
  readonly main: ChainEnd;
  readonly resource: ChainEnd;
}

const NO_BLOCK: ChainEnd = { height: 0, blockhash: "" };

/** The ends of empty chains. */
export const NO_BLOCKS: ChainEnds = { main: NO_BLOCK, resource: NO_BLOCK };

/** Hears where the chains of a store end: after a commit is durable, and before an undo is. */
export interface EndListener {
  /** Never fails: the blocks are committed. */
  onCommit(ends: Partial<ChainEnds>): Promise<void>;
  /** The undo fails when this does. */
  onUndo(ends: Partial<ChainEnds>): Promise<void>;
}

export type StateKind = "universal" | "local";

export interface StateEntry {
  /** The state key as it was last written, not padded. */
  readonly key: string;
  readonly value: Value;
}

export interface Page {
  /** From 1. */
  readonly page: number;
  readonly count: number;
}

/** What a block writes to a cell. */
export interface CellWrite extends StateEntry {
  /** What the block's updates say the cell held before: null also where they do not know. */
  readonly old: Value;
}

/** A block by height or by blockhash. */
export type BlockTarget = { readonly height: number } | { readonly blockhash: string };

export type StoredMainBlock = MainBlockSummary & MainBlockTexts;

/** The parts of a main block of a damaged database, null where one is missing or cannot be read. */
export interface MainBlockRemains {
  /** Canonical JSON of the seal. */
  readonly seal: string | null;
  readonly universal_updates: string | null;
  readonly local_updates: string | null;
  readonly blockhash: string | null;
  readonly s_timestamp: number | null;
  /** The blockhash that the next block names as its previous one. */
  readonly named_by_next: string | null;
  /** The transactions' records, by each way of telling which they are. */
  readonly records: readonly (readonly string[])[];
}

export interface StoredTransaction {
  readonly hash: string;
  readonly height: number;
  /** Canonical JSON of `{"transaction":…,"public_key":…,"signature":…}`. */
  readonly record: string;
}

/** What a list shows of a transaction. */
export type ListedTransaction = Pick<StoredTransaction, "hash" | "record">;

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
  /** Each cell once, as the block leaves it; a null value removes it. */
  readonly universal: readonly CellWrite[];
  readonly local: readonly CellWrite[];
  /** The state keys among the local writes that hold registered code, in the order of their writes. */
  readonly codeKeys: readonly string[];
}

/** Blocks that are written together; those of each chain follow its last one, and each other. */
export interface BlockRun {
  readonly main: readonly MainBlockCommit[];
  readonly resource: readonly StoredResourceBlock[];
}

export type StoredResourceBlock = ResourceBlockTexts;
