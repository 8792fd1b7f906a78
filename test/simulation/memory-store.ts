import { padStateKey } from "../../src/codec/state-key.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { lengthOfCells } from "../../src/store/cells-length.js";
import type { MainBlockPieces } from "../../src/records/main-block-text.js";
import type { ResourceBlockSummary } from "../../src/records/resource-block-text.js";
import { assertAllFollow } from "../../src/store/chain-order.js";
import type {
  BlockRun,
  BlockTarget,
  MainBlockCommit,
  MainBlockSummary,
  NewTransaction,
  Page,
  StateEntry,
  StateKind,
  Store,
  StoredMainBlock,
  StoredResourceBlock,
  StoredTransaction,
} from "../../src/store/store.js";
import { MemoryChain } from "./memory-chain.js";
import { MemoryState } from "./memory-state.js";

interface KeptBlock extends StoredMainBlock {
  readonly listed: readonly NewTransaction[];
  readonly codeKeys: readonly string[];
}

interface Parts {
  readonly meta: Map<string, string>;
  readonly main: MemoryChain<KeptBlock>;
  readonly resource: MemoryChain<StoredResourceBlock>;
  readonly universal: MemoryState;
  readonly local: MemoryState;
}

/**
 * A store whose operations end at once, in the order in which they were called: a simulated disk. With it a run depends on
 * nothing but its seed, and hours of a network pass in minutes. `memory-store.test.ts` holds it to the SQLite store.
 */
export class MemoryStore implements Store {
  readonly #parts: Parts;

  constructor(parts?: Parts) {
    this.#parts = parts ?? {
      meta: new Map(),
      main: new MemoryChain(),
      resource: new MemoryChain(),
      universal: new MemoryState(),
      local: new MemoryState(),
    };
  }

  /** The same content on another disk. */
  clone(): MemoryStore {
    const { meta, main, resource, universal, local } = this.#parts;
    return new MemoryStore({
      meta: new Map(meta),
      main: main.clone(),
      resource: resource.clone(),
      universal: universal.clone(),
      local: local.clone(),
    });
  }

  async readMeta(name: string): Promise<string | null> {
    return this.#parts.meta.get(name) ?? null;
  }

  async writeMeta(name: string, value: string): Promise<void> {
    this.#parts.meta.set(name, value);
  }

  async readState(kind: StateKind, paddedKeys: readonly string[]) {
    return this.#parts[kind].read(paddedKeys);
  }

  async stateLength(kind: StateKind, paddedKeys: readonly string[]) {
    return lengthOfCells((await this.readState(kind, paddedKeys)).values());
  }

  async valuesBefore(kind: StateKind, fromHeight: number, paddedKeys: readonly string[]) {
    return this.#parts[kind].valuesBefore(fromHeight, paddedKeys);
  }

  async listState(kind: StateKind, prefix: string, page?: Page): Promise<readonly StateEntry[]> {
    const entries = this.#parts[kind].entries().filter(({ key }) => padStateKey(key).startsWith(prefix));
    return page === undefined ? entries : pageOf(entries, page);
  }

  async *streamState(kind: StateKind): AsyncGenerator<StateEntry> {
    yield* this.#parts[kind].entries();
  }

  async listCodeWrites(): Promise<readonly string[]> {
    const lastWrites = new Map<string, string>();
    for (const key of this.#parts.main.all.flatMap(({ codeKeys }) => codeKeys)) {
      const cell = padStateKey(key);
      lastWrites.delete(cell);
      lastWrites.set(cell, key);
    }
    return [...lastWrites.values()];
  }

  async commitMainBlock(commit: MainBlockCommit): Promise<void> {
    this.#commitMain(commit);
  }

  #commitMain({ block, transactions, universal, local, codeKeys }: MainBlockCommit): void {
    const { main, ...parts } = this.#parts;
    const records = transactions.map(({ hash, record }) => `"${hash}":${record}`);
    const text = records.length === 0 ? "[]" : `{${records.join(",")}}`;
    main.append({ ...block, transactions: text, listed: transactions, codeKeys });
    parts.universal.write(universal);
    parts.local.write(local);
  }

  async undoMainBlock(height: number): Promise<boolean> {
    const codeKeys = this.#parts.main.last?.codeKeys ?? [];
    this.#parts.main.remove(height);
    this.#parts.universal.undo();
    this.#parts.local.undo();
    return codeKeys.length > 0;
  }

  async lastMainBlock(): Promise<MainBlockSummary | null> {
    return summaryOf(this.#parts.main.last);
  }

  async mainBlock(target: BlockTarget): Promise<StoredMainBlock | null> {
    return storedOf(this.#parts.main.at(target));
  }

  async mainBlockSummary(target: BlockTarget): Promise<MainBlockSummary | null> {
    return summaryOf(this.#parts.main.at(target));
  }

  async mainBlockSummaries(from: number, to: number): Promise<readonly MainBlockSummary[]> {
    return this.#parts.main.range(from, to).flatMap((block) => summaryOf(block) ?? []);
  }

  mainBlockBody({ blockhash }: MainBlockSummary): MainBlockPieces {
    const { main } = this.#parts;
    async function* pieceOf(part: keyof MainBlockPieces): AsyncGenerator<string> {
      const block = main.at({ blockhash });
      if (block === null) throw blockGone();
      yield block[part];
    }
    return {
      seal: pieceOf("seal"),
      transactions: pieceOf("transactions"),
      universal_updates: pieceOf("universal_updates"),
      local_updates: pieceOf("local_updates"),
    };
  }

  async *streamMainBlocks(from: number, to: number): AsyncGenerator<StoredMainBlock> {
    yield* this.#parts.main.range(from, to).flatMap((block) => storedOf(block) ?? []);
  }

  async transaction(hash: string): Promise<StoredTransaction | null> {
    return this.#newestFirst().find((transaction) => transaction.hash === hash) ?? null;
  }

  async knownTransactions(hashes: readonly string[]): Promise<Set<string>> {
    const all = new Set(this.#newestFirst().map(({ hash }) => hash));
    return new Set(hashes.filter((hash) => all.has(hash)));
  }

  async listTransactions(page: Page, address?: string): Promise<readonly StoredTransaction[]> {
    return pageOf(this.#newestFirst(address), page);
  }

  async *streamTransactions(page: Page, address?: string): AsyncGenerator<StoredTransaction> {
    yield* await this.listTransactions(page, address);
  }

  async commitResourceBlock(block: StoredResourceBlock): Promise<void> {
    this.#parts.resource.append(block);
  }

  async commitRun({ main, resource }: BlockRun): Promise<void> {
    const { main: mainChain, resource: resourceChain } = this.#parts;
    assertAllFollow(
      main.map(({ block }) => block),
      mainChain.last,
    );
    assertAllFollow(resource, resourceChain.last);
    for (const commit of main) this.#commitMain(commit);
    for (const block of resource) resourceChain.append(block);
  }

  async undoResourceBlock(height: number): Promise<void> {
    this.#parts.resource.remove(height);
  }

  async lastResourceBlock(): Promise<StoredResourceBlock | null> {
    return this.#parts.resource.last;
  }

  async resourceBlock(target: BlockTarget): Promise<StoredResourceBlock | null> {
    return this.#parts.resource.at(target);
  }

  async resourceBlockBefore(timestampUs: number): Promise<StoredResourceBlock | null> {
    return this.#parts.resource.all.findLast(({ timestamp }) => timestamp < timestampUs) ?? null;
  }

  async resourceBlocks(from: number, to: number): Promise<readonly StoredResourceBlock[]> {
    return this.#parts.resource.range(from, to);
  }

  async resourceBlockSummaries(from: number, to: number): Promise<readonly ResourceBlockSummary[]> {
    return (await this.resourceBlocks(from, to)).map(({ receipts: _receipts, ...summary }) => summary);
  }

  async close(): Promise<void> {
    // There is nothing to close.
  }

  #newestFirst(address?: string): readonly StoredTransaction[] {
    return this.#parts.main.all
      .flatMap(({ height, listed }) =>
        listed
          .filter(({ addresses }) => address === undefined || addresses.includes(address))
          .map(({ hash, record }) => ({ hash, height, record })),
      )
      .reverse();
  }
}

function blockGone(): ChainError {
  return new ChainError("BLOCK_GONE", "The main block was undone while it was read. ", {
    kind: "unavailable",
  });
}

function storedOf(block: KeptBlock | null): StoredMainBlock | null {
  if (block === null) return null;
  const { listed: _listed, codeKeys: _codeKeys, ...stored } = block;
  return stored;
}

function summaryOf(block: KeptBlock | null): MainBlockSummary | null {
  if (block === null) return null;
  const { height, s_timestamp, previous_blockhash, blockhash, transaction_count } = block;
  return { height, s_timestamp, previous_blockhash, blockhash, transaction_count };
}

function pageOf<T>(items: readonly T[], { page, count }: Page): readonly T[] {
  return items.slice((page - 1) * count, page * count);
}
