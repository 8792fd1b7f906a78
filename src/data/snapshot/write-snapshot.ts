import { canonicalJson } from "../../codec/canonical-json.js";
import type { StateKind } from "../../codec/state-key.js";
import { objectToValue } from "../../codec/value.js";
import { createFile } from "../../base/files/write-file.js";
import type { ResourceChain } from "../../ledger/resource-chain.js";
import { mainBlockSummaryToText } from "../../records/main-block.js";
import { resourceBlockToText } from "../../records/resource-block.js";
import type { ListedCellPage } from "../../store/chain-index.js";
import { assertStateKept, prunedUpTo } from "../../store/pruned.js";
import type { Store } from "../../store/store.js";
import { snapshotSummaryText, snapshotHash, type SnapshotSummary } from "./snapshot-summary.js";
import { WideRoot } from "./wide-root.js";
import * as errors from "./errors.js";

interface SnapshotOptions {
  /** The definition of the network (`networkText`). */
  readonly network: string;
  /** The last main block of the snapshot; by default the last one that every node has for good. */
  readonly height?: number | undefined;
  /** Called with the share that is done, from 0 to 1. */
  readonly onLine: (share: number) => void;
}

interface SnapshotSource {
  readonly store: Store;
  readonly resourceChain: Pick<ResourceChain, "fixedMainHeight">;
}

interface Snapshot {
  readonly head: SnapshotSummary;
  readonly hash: string;
}

/**
 * Writes the state after a main block with everything that a node needs to continue from there. The block is below the one
 * that the fixed resource block names, so every honest node writes the same bytes (docs/pruning.md). Throws
 * `SNAPSHOT_EARLY`, `SNAPSHOT_HEIGHT`, `PRUNED`, and as `createFile` does.
 */
export async function writeSnapshot(
  { store, resourceChain }: SnapshotSource,
  file: string,
  { network, height: wanted, onLine }: SnapshotOptions,
): Promise<Snapshot> {
  const most = resourceChain.fixedMainHeight - 1;
  const height = wanted ?? most;
  if (most < 1) throw errors.snapshotEarly();
  const least = Math.max(1, await prunedUpTo(store));
  if (height < 1 || height > most) throw errors.snapshotHeight({ height, least, most });
  await assertStateKept(store, height);
  const parts = partsOf(store, height);
  // Twice: the summary comes first, and what lies so deep does not change.
  const roots = {
    main: new WideRoot(),
    code: new WideRoot(),
    cell: new WideRoot(),
    resource: new WideRoot(),
  };
  for (const part of PARTS) for await (const line of parts[part]()) roots[part].add(line);
  const summary = await store.mainBlockSummary({ height });
  const resource = await store.resourceBlock({ height: roots.resource.count });
  const head: SnapshotSummary = {
    network,
    height,
    blockhash: summary?.blockhash ?? "",
    resource_height: roots.resource.count,
    resource_blockhash: resource?.blockhash ?? "",
    codes: roots.code.count,
    cells: roots.cell.count,
    main_root: roots.main.root(),
    code_root: roots.code.root(),
    cell_root: roots.cell.root(),
    resource_root: roots.resource.root(),
  };
  const total = PARTS.reduce((sum, part) => sum + roots[part].count, 0);
  const text = snapshotSummaryText(head);
  await createFile(
    file,
    joined(text, parts, (lines) => onLine(lines / total)),
  );
  return { head, hash: snapshotHash(text) };
}

export const PARTS = ["main", "code", "cell", "resource"] as const;
export type Part = (typeof PARTS)[number];
type Parts = Readonly<Record<Part, () => AsyncIterable<string>>>;

const READ_TOGETHER = 256;
const WRITE_CHARACTERS = 1024 * 1024;

/** The lines of each part: headers, registered codes by their last writes, cells by kind and key, resource blocks. */
function partsOf(store: Store, height: number): Parts {
  return {
    async *main() {
      for (let from = 1; from <= height; from += READ_TOGETHER)
        for (const summary of await store.mainBlockSummaries(
          from,
          Math.min(height, from + READ_TOGETHER - 1),
        ))
          yield mainBlockSummaryToText(summary);
    },
    async *code() {
      for (const { key, height: written } of await store.listCodeWrites(height))
        yield canonicalJson(objectToValue({ key, height: BigInt(written) }));
    },
    async *cell() {
      for (const kind of ["universal", "local"] as const) yield* cellsOf(store, kind, height);
    },
    async *resource() {
      for (let from = 1; ; from += READ_TOGETHER) {
        const blocks = await store.resourceBlocks(from, from + READ_TOGETHER - 1);
        for (const block of blocks) {
          if (block.main_height > height) return;
          yield resourceBlockToText(block);
        }
        if (blocks.length < READ_TOGETHER) return;
      }
    },
  };
}

async function* cellsOf({ index }: Store, kind: StateKind, height: number): AsyncGenerator<string> {
  if (index === undefined) return;
  for (let after: string | null = ""; after !== null;) {
    const { cells, next }: ListedCellPage = await index.listCells({
      kind,
      prefix: "",
      after,
      height,
      count: READ_TOGETHER,
    });
    for (const { key, value, height: written } of cells)
      yield canonicalJson(objectToValue({ kind, key, height: BigInt(written), value }));
    after = next;
  }
}

async function* joined(head: string, parts: Parts, onLines: (lines: number) => void): AsyncGenerator<string> {
  let text = `${head}\n`;
  let lines = 0;
  for (const part of PARTS)
    for await (const line of parts[part]()) {
      text += `${line}\n`;
      onLines((lines += 1));
      if (text.length < WRITE_CHARACTERS) continue;
      yield text;
      text = "";
    }
  yield text;
}
