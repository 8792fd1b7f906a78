import { ChainError } from "../../src/codec/chain-error.js";
import { FIXED_HEIGHT_NOTE } from "../../src/ledger/fixed-height.js";
import { OverlayStore } from "../../src/store/overlay/overlay-store.js";
import type { StoreReader } from "../../src/store/store.js";

async function* nothing(): AsyncGenerator<never> {}

async function* gone(): AsyncGenerator<never> {
  yield* nothing();
  throw new ChainError("BLOCK_GONE", "The main block was undone while it was read. ", {
    kind: "unavailable",
  });
}

/** The store of a chain without blocks. */
const EMPTY_STORE: StoreReader = {
  readMeta: async () => null,
  readState: async () => new Map(),
  stateLength: async () => 0,
  cellVersions: async () => [],
  listState: async () => [],
  async *writtenKeys() {},
  listCodeWrites: async () => [],
  mainBlockSummary: async () => null,
  mainBlockSummaries: async () => [],
  mainBlockBody: () => ({
    seal: gone(),
    transactions: gone(),
    universal_updates: gone(),
    local_updates: gone(),
  }),
  streamMainBlocks: nothing,
  transaction: async () => null,
  knownTransactions: async () => new Set(),
  streamTransactions: nothing,
  resourceBlock: async () => null,
  resourceBlockSummaries: async () => [],
  resourceBlocks: async () => [],
  close: async () => undefined,
};

/**
 * The disk of a simulated machine: the node's own overlay, over nothing. Its operations end in the order of the calls
 * and wait for nothing outside, so a run depends on its seed alone.
 */
export function createDisk(): Promise<OverlayStore> {
  return OverlayStore.over(EMPTY_STORE);
}

/** Another disk with the same content. */
export async function copyDisk(disk: OverlayStore): Promise<OverlayStore> {
  const copy = await createDisk();
  await copy.commitBatch(disk.batch);
  const fixedHeight = await disk.readMeta(FIXED_HEIGHT_NOTE);
  if (fixedHeight !== null) await copy.writeMeta(FIXED_HEIGHT_NOTE, fixedHeight);
  return copy;
}
