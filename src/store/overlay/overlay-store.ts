import { canonicalJson } from "../../codec/canonical-json.js";
import { parseJson } from "../../codec/parse-json.js";
import { padStateKey, type StateKind } from "../../codec/state-key.js";
import { entriesOf, isContainer, type Value } from "../../codec/value.js";
import type { MainBlockPieces } from "../../records/main-block.js";
import { assertAllFollow } from "../chain-order.js";
import type {
  BlockBatch,
  KeysByKind,
  MainTarget,
  ResourceTarget,
  ChainEnd,
  ChainName,
  ListedTransaction,
  MainBlockCommit,
  MainBlockSummary,
  PageRequest,
  StateEntry,
  Store,
  StoredMainBlock,
  StoredResourceBlock,
  StoredTransaction,
  StoreMoment,
  StoreReader,
  UndoneBlock,
  AskedVersions,
  CellVersion,
  CodeWrite,
} from "../store.js";
import { lastWrites } from "../cells.js";
import { listTransactions, mainBlock } from "../reads.js";
import type { ChainIndex } from "../chain-index.js";
import { OverlayIndex } from "./overlay-index.js";
import { OverlayCells } from "./overlay-cells.js";
import { OverlayMainChain } from "./overlay-main-chain.js";
import { OverlayResourceChain } from "./overlay-resource-chain.js";

/**
 * A store over another one that is only read: writes stay here, in memory, and are lost with it. The other must not
 * change meanwhile. A chain can be tried on it, and dropped again.
 */
export class OverlayStore implements Store, StoreMoment {
  readonly index: ChainIndex;
  readonly #base: StoreReader;
  readonly #meta = new Map<string, string>();
  readonly #cells: Readonly<Record<StateKind, OverlayCells>>;
  readonly #main: OverlayMainChain;
  readonly #resource: OverlayResourceChain;
  readonly #undone: Readonly<Record<ChainName, Map<string, UndoneBlock>>> = {
    main: new Map(),
    resource: new Map(),
  };

  private constructor(base: StoreReader, main: OverlayMainChain, resource: OverlayResourceChain) {
    this.#base = base;
    this.#main = main;
    this.#resource = resource;
    this.#cells = { universal: new OverlayCells(base, "universal"), local: new OverlayCells(base, "local") };
    this.index = new OverlayIndex({ base, store: this, main, resource, cells: this.#cells });
  }

  static async over(base: StoreReader): Promise<OverlayStore> {
    return OverlayStore.onEnds(base, await base.mainBlockSummary("last"), await base.resourceBlock("last"));
  }

  /** The same, when the base's last blocks are already known. */
  static onEnds(
    base: StoreReader,
    lastMain: MainBlockSummary | null,
    lastResource: StoredResourceBlock | null,
  ): OverlayStore {
    return new OverlayStore(
      base,
      new OverlayMainChain(lastMain),
      new OverlayResourceChain(base, lastResource),
    );
  }

  /** The blocks that were committed here. */
  get batch(): BlockBatch {
    return { main: this.#main.own, resource: this.#resource.own };
  }

  async readMeta(name: string): Promise<string | null> {
    return this.#meta.get(name) ?? this.#base.readMeta(name);
  }

  async writeMeta(name: string, value: string): Promise<void> {
    this.#meta.set(name, value);
  }

  readState(kind: StateKind, paddedKeys: readonly string[], height?: number): Promise<Map<string, Value>> {
    if (height === undefined) return this.#cells[kind].read(paddedKeys);
    const { baseHeight } = this.#main;
    if (height < baseHeight) return this.#base.readState(kind, paddedKeys, height);
    return this.#cells[kind].readAfter(height - baseHeight, paddedKeys);
  }

  stateLength(kind: StateKind, paddedKeys: readonly string[]): Promise<number> {
    return this.#cells[kind].length(paddedKeys);
  }

  async cellVersions(asked: AskedVersions): Promise<readonly CellVersion[]> {
    const { kind, cell, before, count } = asked;
    const { baseHeight } = this.#main;
    const own = (await this.#cells[kind].versions(cell))
      .map(({ height, value }) => ({ height: height + baseHeight, value }))
      .filter(({ height }) => height < before);
    const below = await this.#base.cellVersions({ ...asked, before: Math.min(before, baseHeight + 1) });
    return [...own, ...below].slice(0, count);
  }

  listState(kind: StateKind, prefix: string, page?: PageRequest): Promise<readonly StateEntry[]> {
    return this.#cells[kind].list(prefix, page);
  }

  async *writtenKeys(fromHeight: number, toHeight: number): AsyncGenerator<KeysByKind> {
    const { baseHeight } = this.#main;
    const [first, last] = [Math.max(0, fromHeight - baseHeight), Math.max(0, toHeight - baseHeight)];
    const own = {
      universal: this.#cells.universal.keysOf(first, last),
      local: this.#cells.local.keysOf(first, last),
    };
    yield own;
    if (fromHeight >= baseHeight) return;
    const known = { universal: cellsOf(own.universal), local: cellsOf(own.local) };
    for await (const { universal, local } of this.#base.writtenKeys(
      fromHeight,
      Math.min(toHeight, baseHeight),
    ))
      yield {
        universal: universal.filter((key) => !known.universal.has(padStateKey(key))),
        local: local.filter((key) => !known.local.has(padStateKey(key))),
      };
  }

  async listCodeWrites(height = Number.MAX_SAFE_INTEGER): Promise<readonly CodeWrite[]> {
    const own = this.#main.codeWrites().filter((write) => write.height <= height);
    return lastWrites([...(await this.#base.listCodeWrites(height)), ...own]);
  }

  async commitMainBlock(commit: MainBlockCommit): Promise<void> {
    this.#main.append(commit);
    this.#cells.universal.write(commit.universal);
    this.#cells.local.write(commit.local);
  }

  /** The base's blocks cannot be undone here. */
  async undoMainBlock(height: number): Promise<boolean> {
    const { last } = this.#main;
    const codeKeys = this.#main.removeLast(height);
    if (last !== null) this.#undone.main.set(last.blockhash, last);
    this.#cells.universal.undo();
    this.#cells.local.undo();
    return codeKeys.length > 0;
  }

  async mainBlockSummary(target: MainTarget): Promise<MainBlockSummary | null> {
    if (target === "last") return this.#main.last;
    return this.#main.summary(target) ?? this.#base.mainBlockSummary(target);
  }

  async mainBlockSummaries(fromHeight: number, toHeight: number): Promise<readonly MainBlockSummary[]> {
    const below = Math.min(toHeight, this.#main.baseHeight);
    const older = fromHeight <= below ? await this.#base.mainBlockSummaries(fromHeight, below) : [];
    return [...older, ...this.#main.summaries(fromHeight, toHeight)];
  }

  mainBlockBody(block: MainBlockSummary): MainBlockPieces {
    const own = this.#main.block({ blockhash: block.blockhash });
    if (own === null) return this.#base.mainBlockBody(block);
    const { seal, transactions, universal_updates, local_updates } = own;
    return {
      seal: only(seal),
      transactions: only(transactions),
      universal_updates: only(universal_updates),
      local_updates: only(local_updates),
    };
  }

  async *streamMainBlocks(fromHeight: number, toHeight: number): AsyncGenerator<StoredMainBlock> {
    const below = Math.min(toHeight, this.#main.baseHeight);
    if (fromHeight <= below) yield* this.#base.streamMainBlocks(fromHeight, below);
    yield* this.#main.blocks(fromHeight, toHeight);
  }

  async transaction(hash: string): Promise<StoredTransaction | null> {
    return this.#main.transaction(hash) ?? this.#base.transaction(hash);
  }

  async knownTransactions(hashes: readonly string[]): Promise<Set<string>> {
    const isOwn = (hash: string): boolean => this.#main.transaction(hash) !== null;
    const below = await this.#base.knownTransactions(hashes.filter((hash) => !isOwn(hash)));
    return new Set(hashes.filter((hash) => isOwn(hash) || below.has(hash)));
  }

  /** A page may end in the base, where it begins in the middle of a page: it lies within two of the base's pages. */
  async *streamTransactions(
    { page, count }: PageRequest,
    address?: string,
  ): AsyncGenerator<ListedTransaction> {
    const own = this.#main.transactions(address);
    const from = (page - 1) * count;
    const found = own.slice(from, from + count).map(({ hash, record }) => ({ hash, record }));
    yield* found;
    if (found.length === count) return;
    const skipped = Math.max(0, from - own.length);
    const first = Math.floor(skipped / count) + 1;
    const pages = await Promise.all(
      [first, first + 1].map((page) => listTransactions(this.#base, { page, count }, address)),
    );
    yield* pages.flat().slice(skipped % count, (skipped % count) + count - found.length);
  }

  async commitResourceBlock(block: StoredResourceBlock): Promise<void> {
    this.#resource.append(block);
  }

  async commitBatch({ main, resource }: BlockBatch): Promise<void> {
    assertAllFollow(
      main.map(({ block }) => block),
      this.#main.last,
    );
    assertAllFollow(resource, this.#resource.last);
    for (const commit of main) await this.commitMainBlock(commit);
    for (const block of resource) await this.commitResourceBlock(block);
  }

  async undoResourceBlock(height: number): Promise<void> {
    const { last } = this.#resource;
    this.#resource.removeLast(height);
    if (last !== null) this.#undone.resource.set(last.blockhash, last);
  }

  resourceBlock(target: ResourceTarget): Promise<StoredResourceBlock | null> {
    return this.#resource.block(target);
  }

  resourceBlockSummaries(fromHeight: number, toHeight: number): Promise<readonly StoredResourceBlock[]> {
    return this.#resource.between(fromHeight, toHeight);
  }

  resourceBlocks(fromHeight: number, toHeight: number): Promise<readonly StoredResourceBlock[]> {
    return this.#resource.between(fromHeight, toHeight);
  }

  snapshot<T>(body: (moment: StoreMoment) => Promise<T>): Promise<T> {
    return body(this);
  }

  async blockTransactions(
    { blockhash }: ChainEnd,
    from: number,
    count: number,
  ): Promise<readonly ListedTransaction[]> {
    const records = parseJson((await mainBlock(this, { blockhash }))?.transactions ?? "[]");
    const all = isContainer(records) ? Array.from(entriesOf(records)) : [];
    return all.slice(from, from + count).map(([hash, record]) => ({ hash, record: canonicalJson(record) }));
  }

  /** Null also when the base's blocks alone have written codes: what lies over a base reads all codes once. */
  async lastCodeBlock(): Promise<ChainEnd | null> {
    return this.#main.own.findLast(({ codeKeys }) => codeKeys.length > 0)?.block ?? null;
  }

  /** Only blocks that were made here can be undone here. */
  async undoneBlock(chain: ChainName, blockhash: string): Promise<UndoneBlock | null> {
    return this.#undone[chain].get(blockhash) ?? null;
  }

  /** Closes the base too. */
  close(): Promise<void> {
    return this.#base.close();
  }
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

function cellsOf(keys: readonly string[]): ReadonlySet<string> {
  return new Set(keys.map(padStateKey));
}
