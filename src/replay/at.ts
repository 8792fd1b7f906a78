import { padStateKey, type StateKind } from "../codec/state-key.js";
import { timeHashToTime } from "../codec/hash.js";
import type { Value } from "../codec/value.js";
import { NO_MAIN_BLOCK } from "../ledger/ledger.js";
import { lengthOfCells, pageOf } from "../store/cells.js";
import type {
  AskedVersions,
  BlockTarget,
  CellVersion,
  ListedTransaction,
  MainBlockSummary,
  PageRequest,
  StateEntry,
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
  const tip = await reader.lastMainBlock();
  assertReached(height, tip?.height ?? 0);
  if (height === 0) return new PastReader(reader, NO_MAIN_BLOCK);
  const last = height === tip?.height ? tip : await reader.mainBlockSummary({ height });
  if (last === null) throw errors.chainUndone({ height });
  return new PastReader(reader, last);
}

/** Throws `HEIGHT_UNKNOWN`. */
export function assertReached(height: number, tip: number): void {
  if (Number.isInteger(height) && height >= 0 && height <= tip) return;
  throw errors.heightUnknown({ height, tip });
}

class PastReader implements StoreReader {
  readonly #reader: StoreReader;
  readonly #last: MainBlockSummary;
  #lastResource: Promise<StoredResourceBlock | null> | undefined;

  constructor(reader: StoreReader, last: MainBlockSummary) {
    this.#reader = reader;
    this.#last = last;
  }

  readMeta(name: string) {
    return this.#reader.readMeta(name);
  }

  async readState(
    kind: StateKind,
    paddedKeys: readonly string[],
    height = this.#last.height,
  ): Promise<Map<string, Value>> {
    const values = await this.#reader.readState(kind, paddedKeys, Math.min(height, this.#last.height));
    await this.#assertHeld();
    return values;
  }

  async cellVersions(asked: AskedVersions): Promise<readonly CellVersion[]> {
    const versions = await this.#reader.cellVersions({
      ...asked,
      before: Math.min(asked.before, this.#last.height + 1),
    });
    await this.#assertHeld();
    return versions;
  }

  async stateLength(kind: StateKind, paddedKeys: readonly string[]): Promise<number> {
    return lengthOfCells((await this.readState(kind, paddedKeys)).values());
  }

  /** Lists keys as they were last written, also by later blocks. */
  async listState(kind: StateKind, prefix: string, page?: PageRequest): Promise<readonly StateEntry[]> {
    const listed = await this.#reader.listState(kind, prefix);
    const keys = new Map(listed.map(({ key }) => [padStateKey(key), key]));
    const tip = (await this.#reader.lastMainBlock())?.height ?? 0;
    for await (const { [kind]: later } of this.#reader.writtenKeys(this.#last.height, tip))
      for (const key of later)
        if (key.startsWith(prefix) && !keys.has(padStateKey(key))) keys.set(padStateKey(key), key);
    const cells = [...keys.keys()].toSorted();
    const values = await this.readState(kind, cells);
    const entries = cells.flatMap((cell) => {
      const value = values.get(cell);
      return value === undefined ? [] : [{ key: keys.get(cell) ?? cell, value }];
    });
    return pageOf(entries, page);
  }

  writtenKeys(fromHeight: number, toHeight: number) {
    return this.#reader.writtenKeys(fromHeight, Math.min(toHeight, this.#last.height));
  }

  listCodeWrites(height = this.#last.height) {
    return this.#reader.listCodeWrites(Math.min(height, this.#last.height));
  }

  async lastMainBlock(): Promise<MainBlockSummary | null> {
    return this.#last.height === 0 ? null : this.#last;
  }

  async mainBlockSummary(target: BlockTarget) {
    return this.#orHidden(await this.#reader.mainBlockSummary(target));
  }

  mainBlockSummaries(fromHeight: number, toHeight: number) {
    return this.#reader.mainBlockSummaries(fromHeight, Math.min(toHeight, this.#last.height));
  }

  mainBlockBody(block: MainBlockSummary) {
    return this.#reader.mainBlockBody(block);
  }

  streamMainBlocks(fromHeight: number, toHeight: number) {
    return this.#reader.streamMainBlocks(fromHeight, Math.min(toHeight, this.#last.height));
  }

  async transaction(hash: string) {
    return this.#isTooNew(hash) ? null : this.#orHidden(await this.#reader.transaction(hash));
  }

  async knownTransactions(hashes: readonly string[]): Promise<Set<string>> {
    return this.#reader.knownTransactions(hashes.filter((hash) => !this.#isTooNew(hash)));
  }

  async *streamTransactions(page: PageRequest, address?: string): AsyncGenerator<ListedTransaction> {
    const end = page.page * page.count;
    const found: ListedTransaction[] = [];
    const size = Math.min(MOST_LISTED, Math.max(LEAST_LISTED, end));
    for (let next = 1; found.length < end; next += 1) {
      const listed = await listTransactions(this.#reader, { page: next, count: size }, address);
      found.push(...listed.filter(({ hash }) => !this.#isTooNew(hash)));
      if (listed.length < size) break;
    }
    yield* pageOf(found, page);
  }

  lastResourceBlock(): Promise<StoredResourceBlock | null> {
    return (this.#lastResource ??= this.#findLastResource());
  }

  async resourceBlock(target: BlockTarget) {
    const block = await this.#reader.resourceBlock(target);
    return block === null || block.main_height > this.#last.height ? null : block;
  }

  async resourceBlockBefore(timestampUs: number): Promise<StoredResourceBlock | null> {
    const block = await this.#reader.resourceBlockBefore(timestampUs);
    return block === null || block.main_height <= this.#last.height ? block : this.lastResourceBlock();
  }

  async resourceBlockSummaries(fromHeight: number, toHeight: number) {
    return this.#reader.resourceBlockSummaries(fromHeight, await this.#resourceHeight(toHeight));
  }

  async resourceBlocks(fromHeight: number, toHeight: number) {
    return this.#reader.resourceBlocks(fromHeight, await this.#resourceHeight(toHeight));
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  /** A transaction that is newer than a block is in no block up to it (PROTOCOL 5.5). */
  #isTooNew(hash: string): boolean {
    return !(timeHashToTime(hash) <= this.#last.s_timestamp);
  }

  #orHidden<T extends { readonly height: number }>(found: T | null): T | null {
    return found === null || found.height > this.#last.height ? null : found;
  }

  async #assertHeld(): Promise<void> {
    const { height, blockhash } = this.#last;
    if (height === 0) return;
    if ((await this.#reader.mainBlockSummary({ height }))?.blockhash !== blockhash)
      throw errors.chainUndone({ height });
  }

  /** Finds the last resource block that names no later main block: `main_height` never falls (PROTOCOL 10.4). */
  async #findLastResource(): Promise<StoredResourceBlock | null> {
    const last = await this.#reader.lastResourceBlock();
    if (last === null || last.main_height <= this.#last.height) return last;
    const later = await firstHeight(1, last.height, async (height) => {
      const block = await this.#reader.resourceBlock({ height });
      return (block?.main_height ?? 0) > this.#last.height;
    });
    return later === 1 ? null : this.#reader.resourceBlock({ height: later - 1 });
  }

  async #resourceHeight(most: number): Promise<number> {
    return Math.min(most, (await this.lastResourceBlock())?.height ?? 0);
  }
}
