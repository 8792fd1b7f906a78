import { padStateKey } from "../codec/state-key.js";
import { timeHashToTime } from "../codec/hash.js";
import { NO_MAIN_BLOCK } from "../ledger/ledger.js";
import { lengthOfCells, pageOf } from "../store/cells.js";
import { decorated } from "../store/decorated.js";
import type {
  ListedTransaction,
  MainBlockSummary,
  StoredResourceBlock,
  StoreReader,
} from "../store/store.js";
import { listTransactions } from "../store/reads.js";
import { firstHeight } from "./first-height.js";
import * as errors from "./errors.js";

/** Limits for the number of transactions that are read together: enough to skip newer ones, not more than a node lists. */
const LEAST_LISTED = 100;
const MOST_LISTED = 1000;

/**
 * Returns a chain as it was after a main block: what came later is hidden, and cells have their values of then. Nothing
 * is executed again (PROTOCOL 8.5). Height 0 is before the first block. Throws `HEIGHT_UNKNOWN` above the tip; reading
 * state throws `CHAIN_UNDONE` when the chain no longer holds the block.
 */
export async function at(reader: StoreReader, height: number): Promise<StoreReader> {
  const tip = await reader.mainBlockSummary("last");
  assertReached(height, tip?.height ?? 0);
  if (height === 0) return pastReader(reader, NO_MAIN_BLOCK);
  const last = height === tip?.height ? tip : await reader.mainBlockSummary({ height });
  if (last === null) throw errors.chainUndone({ height });
  return pastReader(reader, last);
}

/** Throws `HEIGHT_UNKNOWN`. */
export function assertReached(height: number, tip: number): void {
  if (Number.isInteger(height) && height >= 0 && height <= tip) return;
  throw errors.heightUnknown({ height, tip });
}

function pastReader(reader: StoreReader, last: MainBlockSummary): StoreReader {
  let lastResource: Promise<StoredResourceBlock | null> | undefined;
  const upTo = (height: number): number => Math.min(height, last.height);
  /** A transaction that is newer than a block is in no block up to it (PROTOCOL 5.5). */
  const isTooNew = (hash: string): boolean => !(timeHashToTime(hash) <= last.s_timestamp);
  const orHidden = <T extends { readonly height: number }>(found: T | null): T | null =>
    found === null || found.height > last.height ? null : found;
  const assertHeld = async (): Promise<void> => {
    const { height, blockhash } = last;
    if (height > 0 && (await reader.mainBlockSummary({ height }))?.blockhash !== blockhash)
      throw errors.chainUndone({ height });
  };
  const readState: StoreReader["readState"] = async (kind, paddedKeys, height = last.height) => {
    const values = await reader.readState(kind, paddedKeys, upTo(height));
    await assertHeld();
    return values;
  };
  const lastResourceBlock = (): Promise<StoredResourceBlock | null> =>
    (lastResource ??= lastResourceUnder(reader, last.height));
  const resourceHeight = async (most: number): Promise<number> =>
    Math.min(most, (await lastResourceBlock())?.height ?? 0);
  return decorated(reader, {
    readState,
    async cellVersions(asked) {
      const versions = await reader.cellVersions({
        ...asked,
        before: Math.min(asked.before, last.height + 1),
      });
      await assertHeld();
      return versions;
    },
    stateLength: async (kind, paddedKeys) => lengthOfCells((await readState(kind, paddedKeys)).values()),
    /** Lists keys as they were last written, also by later blocks. */
    async listState(kind, prefix, page) {
      const listed = await reader.listState(kind, prefix);
      const keys = new Map(listed.map(({ key }) => [padStateKey(key), key]));
      const tip = (await reader.mainBlockSummary("last"))?.height ?? 0;
      for await (const { [kind]: later } of reader.writtenKeys(last.height, tip))
        for (const key of later)
          if (key.startsWith(prefix) && !keys.has(padStateKey(key))) keys.set(padStateKey(key), key);
      const cells = [...keys.keys()].toSorted();
      const values = await readState(kind, cells);
      const entries = cells.flatMap((cell) => {
        const value = values.get(cell);
        return value === undefined ? [] : [{ key: keys.get(cell) ?? cell, value }];
      });
      return pageOf(entries, page);
    },
    writtenKeys: (fromHeight, toHeight) => reader.writtenKeys(fromHeight, upTo(toHeight)),
    listCodeWrites: (height = last.height) => reader.listCodeWrites(upTo(height)),
    async mainBlockSummary(target) {
      if (target === "last") return last.height === 0 ? null : last;
      return orHidden(await reader.mainBlockSummary(target));
    },
    mainBlockSummaries: (fromHeight, toHeight) => reader.mainBlockSummaries(fromHeight, upTo(toHeight)),
    streamMainBlocks: (fromHeight, toHeight, maxLength) =>
      reader.streamMainBlocks(fromHeight, upTo(toHeight), maxLength),
    transaction: async (hash) => (isTooNew(hash) ? null : orHidden(await reader.transaction(hash))),
    knownTransactions: (hashes) => reader.knownTransactions(hashes.filter((hash) => !isTooNew(hash))),
    async *streamTransactions(page, address) {
      const end = page.page * page.count;
      const found: ListedTransaction[] = [];
      const size = Math.min(MOST_LISTED, Math.max(LEAST_LISTED, end));
      for (let next = 1; found.length < end; next += 1) {
        const listed = await listTransactions(reader, { page: next, count: size }, address);
        found.push(...listed.filter(({ hash }) => !isTooNew(hash)));
        if (listed.length < size) break;
      }
      yield* pageOf(found, page);
    },
    async resourceBlock(target) {
      if (target === "last") return lastResourceBlock();
      const block = await reader.resourceBlock(target);
      if (block === null || block.main_height <= last.height) return block;
      return "before" in target ? lastResourceBlock() : null;
    },
    resourceBlockSummaries: async (fromHeight, toHeight) =>
      reader.resourceBlockSummaries(fromHeight, await resourceHeight(toHeight)),
    resourceBlocks: async (fromHeight, toHeight) =>
      reader.resourceBlocks(fromHeight, await resourceHeight(toHeight)),
  });
}

/** Finds the last resource block that names no later main block: `main_height` never falls (PROTOCOL 10.4). */
async function lastResourceUnder(
  reader: StoreReader,
  mainHeight: number,
): Promise<StoredResourceBlock | null> {
  const last = await reader.resourceBlock("last");
  if (last === null || last.main_height <= mainHeight) return last;
  const later = await firstHeight(1, last.height, async (height) => {
    const block = await reader.resourceBlock({ height });
    return (block?.main_height ?? 0) > mainHeight;
  });
  return later === 1 ? null : reader.resourceBlock({ height: later - 1 });
}
