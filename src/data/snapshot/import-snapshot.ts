import { rm } from "node:fs/promises";
import { isStateKey, padStateKey } from "../../codec/state-key.js";
import { ChainError } from "../../codec/chain-error.js";
import { parseJson } from "../../codec/parse-json.js";
import { memberOf, type Value } from "../../codec/value.js";
import { moveDurably } from "../../base/files/durable.js";
import { importChains } from "../../ledger/import/import-chain.js";
import { splitJsonItems } from "../../ledger/import/json-items.js";
import { readResourceBlocks } from "../../ledger/import/read-blocks.js";
import { Ledger } from "../../ledger/ledger.js";
import { Fields } from "../../records/fields.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import { openSqliteStore } from "../../store/sqlite/open.js";
import { seedFromSnapshot, type SnapshotCell } from "../../store/sqlite/seed.js";
import type { CodeWrite, MainBlockSummary } from "../../store/store.js";
import type { DataDirectory } from "../directory/data-directory.js";
import { readNetworkText } from "../directory/network-file.js";
import { networkIdentity, networkText } from "../directory/open-store.js";
import { bytesAt } from "./snapshot-source.js";
import { readSnapshotSummary, snapshotHash, type SnapshotSummary } from "./snapshot-summary.js";
import { WideRoot } from "./wide-root.js";
import type { Part } from "./write-snapshot.js";
import * as errors from "./errors.js";

export interface TrustedSnapshot {
  /** A file, or an HTTP address. */
  readonly file: string;
  /** The hash of the snapshot, which the operator trusts. */
  readonly hash: string;
}

interface ImportSnapshotOptions {
  readonly definition: NetworkDefinition;
  readonly nowUs: number;
  /** Called with the share that is done, from 0 to 1. May throw to end the import. */
  readonly onLine: (share: number) => void;
}

/** Returns the network of a snapshot. Throws as `readSnapshotSummary` does, and the errors of `fileError`. */
export async function networkOfSnapshot(snapshot: TrustedSnapshot): Promise<NetworkDefinition> {
  const { lines, head } = await openSnapshot(snapshot);
  await lines.return?.();
  return readNetworkText(head.network, snapshot.file);
}

/**
 * Makes the database of a new data directory from a snapshot. Everything that the trusted hash stands for is compared with
 * it, and the resource chain is verified as in any import. The database gets its name when it is complete and on the
 * disk. Throws, and leaves no database, unless all is right.
 */
export async function importSnapshot(
  { databaseFile }: Pick<DataDirectory, "databaseFile">,
  snapshot: TrustedSnapshot,
  { definition, nowUs, onLine }: ImportSnapshotOptions,
): Promise<SnapshotSummary> {
  const { lines, head } = await openSnapshot(snapshot);
  const draft = `${databaseFile}.snapshot`;
  try {
    if (networkText(definition) !== head.network) throw errors.snapshotNetwork();
    await removeDatabase(draft);
    const reader = new PartReader(lines, head, onLine);
    await seedFromSnapshot(draft, networkIdentity(definition), {
      main: readHeaders(reader.take("main", head.height, head.main_root)),
      codes: readCodes(reader.take("code", head.codes, head.code_root), head),
      cells: readCells(reader.take("cell", head.cells, head.cell_root), head),
    });
    await importResourceChain(draft, definition, {
      texts: reader.take("resource", head.resource_height, head.resource_root),
      nowUs,
      head,
    });
    await reader.end();
    // What an interrupted attempt left is replaced.
    await removeDatabase(databaseFile);
    await moveDurably(draft, databaseFile);
    return head;
  } finally {
    await lines.return?.();
    await removeDatabase(draft);
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const companion of ["", "-wal", "-shm"]) await rm(file + companion, { force: true });
}

interface ResourceTexts {
  readonly texts: AsyncIterable<string>;
  readonly nowUs: number;
  readonly head: SnapshotSummary;
}

/** Applies the resource chain with full validation: its work, receipts, difficulties, and the main blocks it names. */
async function importResourceChain(
  file: string,
  definition: NetworkDefinition,
  { texts, nowUs, head }: ResourceTexts,
): Promise<void> {
  const network = networkIdentity(definition);
  const store = await openSqliteStore({ file, network, isDisposable: true });
  try {
    const ledger = await Ledger.open(store, createNetwork(definition));
    await importChains(ledger, { main: nothing(), resource: readResourceBlocks(texts) }, { nowUs });
    const { tip, resourceChain } = ledger;
    if (tip.blockhash !== head.blockhash || (resourceChain.tip?.blockhash ?? "") !== head.resource_blockhash)
      throw errors.snapshotDamaged({ part: "summary", reason: "it names other last blocks than it holds" });
  } finally {
    await store.close();
  }
}

async function* nothing(): AsyncGenerator<never, void, undefined> {}

type Lines = AsyncIterator<string, void, undefined>;

/** The network that a snapshot names and its hash, before anything of it is trusted. Throws as `networkOfSnapshot` does. */
export async function statedSnapshot(
  file: string,
): Promise<{ readonly definition: NetworkDefinition; readonly hash: string }> {
  const lines = linesOf(file);
  const { value } = await lines.next();
  await lines.return();
  const text = value ?? "";
  const hash = snapshotHash(text);
  return { definition: readNetworkText(readSnapshotSummary(text, hash).network, file), hash };
}

async function openSnapshot({
  file,
  hash,
}: TrustedSnapshot): Promise<{ lines: Lines; head: SnapshotSummary }> {
  const lines = linesOf(file);
  const first = await lines.next();
  if (first.done === true) throw errors.snapshotFormat();
  return { lines, head: readSnapshotSummary(first.value, hash) };
}

async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  for await (const { text } of splitJsonItems(bytesAt(file))) yield text;
}

const NAMES: Readonly<Record<Part, string>> = {
  main: "main headers",
  code: "registered codes",
  cell: "cells",
  resource: "resource blocks",
};

/** Reads the parts of a file in their order, and compares each with its root. */
class PartReader {
  readonly #lines: Lines;
  readonly #total: number;
  readonly #onLine: (share: number) => void;
  #read = 0;

  constructor(lines: Lines, head: SnapshotSummary, onLine: (share: number) => void) {
    this.#lines = lines;
    this.#total = head.height + head.codes + head.cells + head.resource_height;
    this.#onLine = onLine;
  }

  async *take(part: Part, count: number, expected: string): AsyncGenerator<string, void, undefined> {
    const root = new WideRoot();
    while (root.count < count) {
      const line = await this.#lines.next();
      if (line.done === true) throw damaged(part, `it ends after ${root.count} of ${count} ${NAMES[part]}`);
      root.add(line.value);
      this.#onLine((this.#read += 1) / this.#total);
      yield line.value;
    }
    if (root.root() !== expected)
      throw damaged(part, `its ${NAMES[part]} do not have the root that it names`);
  }

  async end(): Promise<void> {
    const line = await this.#lines.next();
    if (line.done !== true) throw damaged("resource", "it goes on after its end");
  }
}

function damaged(part: Part, reason: string, line?: number): ChainError {
  return errors.snapshotDamaged({ part: NAMES[part], reason, line });
}

/** Reads each line of a part. What is no record of the part is damage, and told with its number. */
async function* eachOf<T extends object>(
  part: Part,
  lines: AsyncIterable<string>,
  read: (fields: Fields, record: Value) => T | string,
): AsyncGenerator<T, void, undefined> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    let found: T | string;
    try {
      const record = parseJson(line);
      found = read(new Fields(record, NAMES[part]), record);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      found = error.message.trim().replace(/\.$/, "");
    }
    if (typeof found === "string") throw damaged(part, found, number);
    yield found;
  }
}

function readHeaders(lines: AsyncIterable<string>): AsyncGenerator<MainBlockSummary> {
  let before = { height: 0, blockhash: "" };
  return eachOf("main", lines, (fields) => {
    const block = {
      height: fields.integer("height"),
      s_timestamp: fields.integer("s_timestamp"),
      ...(fields.has("resource_blockhash")
        ? { resource_blockhash: fields.previousBlockhash("resource_blockhash") }
        : {}),
      previous_blockhash: fields.previousBlockhash("previous_blockhash"),
      blockhash: fields.timeHash("blockhash"),
      transaction_count: fields.integer("transaction_count"),
    };
    if (block.height !== before.height + 1 || block.previous_blockhash !== before.blockhash)
      return `main header ${block.height} does not follow main header ${before.height}`;
    before = block;
    return block;
  });
}

function readCodes(lines: AsyncIterable<string>, head: SnapshotSummary): AsyncGenerator<CodeWrite> {
  let last = 0;
  return eachOf("code", lines, (fields) => {
    const write = { key: fields.text("key"), height: fields.integer("height") };
    if (!isStateKey(write.key) || write.height < last || write.height > head.height)
      return "a registered code is out of place";
    last = write.height;
    return write;
  });
}

function readCells(lines: AsyncIterable<string>, head: SnapshotSummary): AsyncGenerator<SnapshotCell> {
  let last = "";
  return eachOf("cell", lines, (fields, record): SnapshotCell | string => {
    const [kind, key, height] = [fields.text("kind"), fields.text("key"), fields.integer("height")];
    if ((kind !== "universal" && kind !== "local") || !isStateKey(key)) return "a cell has no state key";
    // Universal cells come first.
    const place = `${kind === "universal" ? 0 : 1}${padStateKey(key)}`;
    if (place <= last) return "a cell is out of place";
    if (height < 1 || height > head.height) return `a cell names block ${height}`;
    const value = memberOf(record, "value") ?? null;
    if (value === null) return "a cell has no value";
    last = place;
    return { kind, key, height, value };
  });
}
