import type { StoreReader } from "../store.js";

/** A chain before its first block, without cells: what an overlay that begins a new chain lies over. */
export const EMPTY_STORE: StoreReader = {
  readMeta: async () => null,
  readState: async () => new Map(),
  stateLength: async () => 0,
  cellVersions: async () => [],
  listState: async () => [],
  async *writtenKeys() {},
  listCodeWrites: async () => [],
  mainBlockSummary: async () => null,
  mainBlockSummaries: async () => [],
  mainBlockBody() {
    throw new RangeError("There is no block. ");
  },
  async *streamMainBlocks() {},
  transaction: async () => null,
  knownTransactions: async () => new Set(),
  async *streamTransactions() {},
  resourceBlock: async () => null,
  resourceBlockSummaries: async () => [],
  resourceBlocks: async () => [],
  close: async () => undefined,
};
