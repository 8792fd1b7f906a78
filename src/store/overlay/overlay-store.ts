import { canonicalJson } from "../../codec/canonical-json.js";
import { parseJson } from "../../codec/parse-json.js";
import { padStateKey } from "../../codec/state-key.js";
import { entriesOf, isContainer } from "../../codec/value.js";
import { assertAllFollow } from "../chain-order.js";
import type {
  BlockBatch,
  ChainName,
  MainBlockSummary,
  PlacedTransaction,
  Store,
  StoredResourceBlock,
  StoreMoment,
  StoreReader,
  UndoneBlock,
} from "../store.js";
import { lastWrites } from "../cells.js";
import { listTransactions } from "../reads.js";
import { overlayIndex } from "./overlay-index.js";
import { OverlayCells } from "./overlay-cells.js";
import { overlayMainChain } from "./overlay-main-chain.js";
import { overlayResourceChain } from "./overlay-resource-chain.js";

/**
 * A store over another one that is only read: writes stay here, in memory, and are lost with it. The other must not
 * change meanwhile. A chain can be tried on it, and dropped again.
 */
export interface OverlayStore extends Store, StoreMoment {
  /** The blocks that were committed here. */
  readonly batch: BlockBatch;
}

export const OverlayStore = {
  over: async (base: StoreReader): Promise<OverlayStore> =>
    onEnds(base, await base.mainBlockSummary("last"), await base.resourceBlock("last")),
  /** The same, when the base's last blocks are already known. */
  onEnds,
};

function onEnds(
  base: StoreReader,
  lastMain: MainBlockSummary | null,
  lastResource: StoredResourceBlock | null,
): OverlayStore {
  const main = overlayMainChain(lastMain);
  const resource = overlayResourceChain(base, lastResource);
  const cells = { universal: new OverlayCells(base, "universal"), local: new OverlayCells(base, "local") };
  const meta = new Map<string, string>();
  const undone: Readonly<Record<ChainName, Map<string, UndoneBlock>>> = {
    main: new Map(),
    resource: new Map(),
  };
  const { baseHeight } = main;
  const isOwn = (hash: string): boolean => main.transaction(hash) !== null;

  const methods: OverlayStore = {
    get batch() {
      return { main: main.own, resource: resource.own };
    },
    readMeta: async (name) => meta.get(name) ?? base.readMeta(name),
    async writeMeta(name, value) {
      meta.set(name, value);
    },
    async readState(kind, paddedKeys, height) {
      if (height === undefined) return cells[kind].read(paddedKeys);
      if (height < baseHeight) return base.readState(kind, paddedKeys, height);
      return cells[kind].readAfter(height - baseHeight, paddedKeys);
    },
    stateLength: (kind, paddedKeys) => cells[kind].length(paddedKeys),
    async cellVersions(asked) {
      const { kind, cell, before, count } = asked;
      const own = (await cells[kind].versions(cell))
        .map(({ height, value }) => ({ height: height + baseHeight, value }))
        .filter(({ height }) => height < before);
      const below = await base.cellVersions({ ...asked, before: Math.min(before, baseHeight + 1) });
      return [...own, ...below].slice(0, count);
    },
    listState: (kind, prefix, page) => cells[kind].list(prefix, page),
    async *writtenKeys(fromHeight, toHeight) {
      const [first, last] = [Math.max(0, fromHeight - baseHeight), Math.max(0, toHeight - baseHeight)];
      const own = {
        universal: cells.universal.keysOf(first, last),
        local: cells.local.keysOf(first, last),
      };
      yield own;
      if (fromHeight >= baseHeight) return;
      const known = { universal: cellsOf(own.universal), local: cellsOf(own.local) };
      for await (const { universal, local } of base.writtenKeys(fromHeight, Math.min(toHeight, baseHeight)))
        yield {
          universal: universal.filter((key) => !known.universal.has(padStateKey(key))),
          local: local.filter((key) => !known.local.has(padStateKey(key))),
        };
    },
    async listCodeWrites(height = Number.MAX_SAFE_INTEGER) {
      const own = main.codeWrites().filter((write) => write.height <= height);
      return lastWrites([...(await base.listCodeWrites(height)), ...own]);
    },
    async commitMainBlock(commit) {
      main.append(commit);
      cells.universal.write(commit.universal);
      cells.local.write(commit.local);
    },
    /** The base's blocks cannot be undone here. */
    async undoMainBlock(height) {
      const { last } = main;
      const codeKeys = main.removeLast(height);
      if (last !== null) undone.main.set(last.blockhash, last);
      cells.universal.undo();
      cells.local.undo();
      return codeKeys.length > 0;
    },
    async mainBlockSummary(target) {
      if (target === "last") return main.last;
      return main.summary(target) ?? base.mainBlockSummary(target);
    },
    async mainBlockSummaries(fromHeight, toHeight) {
      const below = Math.min(toHeight, baseHeight);
      const older = fromHeight <= below ? await base.mainBlockSummaries(fromHeight, below) : [];
      return [...older, ...main.summaries(fromHeight, toHeight)];
    },
    mainBlockBody(block) {
      const own = main.block({ blockhash: block.blockhash });
      if (own === null) return base.mainBlockBody(block);
      const { seal, transactions, universal_updates, local_updates } = own;
      return {
        seal: only(seal),
        transactions: only(transactions),
        universal_updates: only(universal_updates),
        local_updates: only(local_updates),
      };
    },
    async *streamMainBlocks(fromHeight, toHeight, maxLength) {
      const below = Math.min(toHeight, baseHeight);
      if (fromHeight <= below) yield* base.streamMainBlocks(fromHeight, below, maxLength);
      yield* main.blocks(fromHeight, toHeight);
    },
    transaction: async (hash) => main.transaction(hash) ?? base.transaction(hash),
    async knownTransactions(hashes) {
      const below = await base.knownTransactions(hashes.filter((hash) => !isOwn(hash)));
      return new Set(hashes.filter((hash) => isOwn(hash) || below.has(hash)));
    },
    /** A page may end in the base, where it begins in the middle of a page: it lies within two of the base's pages. */
    async *streamTransactions({ page, count }, address) {
      const own = main.transactions(address);
      const from = (page - 1) * count;
      const found = own.slice(from, from + count).map(({ hash, record }) => ({ hash, record }));
      yield* found;
      if (found.length === count) return;
      const skipped = Math.max(0, from - own.length);
      const first = Math.floor(skipped / count) + 1;
      const pages = await Promise.all(
        [first, first + 1].map((page) => listTransactions(base, { page, count }, address)),
      );
      yield* pages.flat().slice(skipped % count, (skipped % count) + count - found.length);
    },
    commitResourceBlock: async (block) => resource.append(block),
    async commitBatch(batch) {
      assertAllFollow(
        batch.main.map(({ block }) => block),
        main.last,
      );
      assertAllFollow(batch.resource, resource.last);
      for (const commit of batch.main) await store.commitMainBlock(commit);
      for (const block of batch.resource) await store.commitResourceBlock(block);
    },
    async undoResourceBlock(height) {
      const { last } = resource;
      resource.removeLast(height);
      if (last !== null) undone.resource.set(last.blockhash, last);
    },
    resourceBlock: (target) => resource.block(target),
    resourceBlockSummaries: (fromHeight, toHeight) => resource.between(fromHeight, toHeight),
    resourceBlocks: (fromHeight, toHeight) => resource.between(fromHeight, toHeight),
    snapshot: (body) => body(store),
    /** Those of all addresses: such a chain has one reader. */
    async transactionsBetween({ from, toHeight, count }) {
      const found: PlacedTransaction[] = [];
      for await (const { height, transactions } of store.streamMainBlocks(from.height, toHeight)) {
        const records = parseJson(transactions);
        const first = height === from.height ? from.place : 0;
        for (const [place, [hash, record]] of Array.from(
          isContainer(records) ? entriesOf(records) : [],
        ).entries())
          if (place >= first && found.length < count)
            found.push({ hash, record: canonicalJson(record), height, place });
        if (found.length >= count) break;
      }
      return found;
    },
    /** Null also when the base's blocks alone have written codes: what lies over a base reads all codes once. */
    lastCodeBlock: async () => main.own.findLast(({ codeKeys }) => codeKeys.length > 0)?.block ?? null,
    /** Only blocks that were made here can be undone here. */
    undoneBlock: async (chain, blockhash) => undone[chain].get(blockhash) ?? null,
    /** Closes the base too. */
    close: () => base.close(),
  };
  const store = Object.assign(methods, {
    index: overlayIndex({ base, store: methods, main, resource, cells }),
  });
  return store;
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

function cellsOf(keys: readonly string[]): ReadonlySet<string> {
  return new Set(keys.map(padStateKey));
}
