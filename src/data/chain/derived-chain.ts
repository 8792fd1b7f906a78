import { copyFile, readdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { FIXED_HEIGHT_NOTE } from "../../ledger/fixed-height.js";
import { noteAhead, aheadNoted } from "../clock-note.js";
import { deriveChain, type Derivation } from "../../ledger/import/derive-chain.js";
import type { ImportOptions } from "../../ledger/import/import-chain.js";
import type { ChainHeights } from "../../ledger/import/stored-chain.js";
import { Ledger } from "../../ledger/ledger.js";
import { SignatureThreads } from "../../ledger/signatures/signature-threads.js";
import { createNetwork } from "../../records/network.js";
import { findBrokenLink, findTableDifference, findDamage } from "../../store/sqlite/compare.js";
import { databaseNetwork } from "../../store/errors.js";
import { isWholeNumber } from "../../codec/text.js";
import { unlessMissing } from "../../base/files/private-directory.js";
import { isDamage } from "../../store/damage.js";
import { isOnReadOnlyMount } from "../../store/sqlite/read-only-mount.js";
import { PRUNED_NOTE } from "../../store/pruned.js";
import { openSqliteStore } from "../../store/sqlite/open.js";
import { seedFromPruned } from "../../store/sqlite/seed.js";
import type { ChainEnds, Store } from "../../store/store.js";
import { COPY_NOTE, findLoss, isRestored, lossText, type ChainLoss } from "../directory/chain-loss.js";
import { endsOf } from "../directory/loss-watch.js";
import { networkIdentity } from "../directory/open-store.js";
import type { DataFault, DataFindings } from "./data-fault.js";
import { findLost } from "./lost-blocks.js";
import type { ReadableChain } from "./stored-chain.js";
import * as errors from "./errors.js";

export interface DerivedChain {
  /** The closed database file. It is removed when the work on it ends. */
  readonly file: string;
  readonly ends: ChainEnds;
  /** Where the stored chain differs from the derived one, null when they are the same. */
  readonly findings: DataFindings | null;
}

interface Task extends DeriveOptions {
  readonly stored: ReadableChain;
  readonly directory: string;
}

export interface DeriveOptions extends Omit<ImportOptions, "verifier"> {
  /** Called with the numbers of blocks before the first block is applied. */
  readonly onStart?: (heights: ChainHeights) => void;
}

const SCRATCH = "derived-";

/**
 * Applies every block of a stored chain with full validation to an empty chain in a temporary database within a
 * directory, compares the two, and calls `work` with the result. A pruned chain is derived from its horizon on.
 */
export async function withDerivedChain<T>(
  { stored, directory, ...options }: Task,
  work: (derived: DerivedChain) => Promise<T>,
): Promise<T> {
  const heights = await stored.salvage.heights();
  const horizon = await horizonOf(stored);
  options.onStart?.({ ...heights, main: heights.main - horizon });
  await removeScratch(directory);
  const scratch = await mkdtemp(join(directory, SCRATCH));
  try {
    const file = join(scratch, "chain.sqlite");
    return await work(await derive(stored, file, { ...options, heights, horizon }));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Checks a stored chain: the database file, every block with its signatures, and every row that follows from the
 * blocks. The derived data need as much space again. Returns null when everything is right.
 */
export async function checkData(
  stored: ReadableChain,
  directory: string,
  options: DeriveOptions,
): Promise<DataFindings | null> {
  return withDerivedChain({ ...options, stored, directory }, async ({ findings }) => findings);
}

/** Removes what a killed process left. The caller holds the lock of the data directory. */
async function removeScratch(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith(SCRATCH)) await rm(join(directory, name), { recursive: true });
  }
}

async function derive(
  stored: ReadableChain,
  file: string,
  {
    heights,
    horizon,
    ...options
  }: DeriveOptions & { readonly heights: ChainHeights; readonly horizon: number },
): Promise<DerivedChain> {
  const { salvage, definition } = stored;
  const damage = await findDamage(stored.file);
  const transactionsBefore = horizon === 0 ? 0 : await seedOrRefuse(stored.file, file, horizon);
  const verifier = new SignatureThreads();
  const store = await openSqliteStore({ file, network: networkIdentity(definition), isDisposable: true });
  try {
    const ledger = await Ledger.open(store, createNetwork(definition));
    const source = {
      store: salvage.store,
      heights,
      remains: (height: number, after: number) => salvage.remains(height, after),
      transactionsBefore,
    };
    const ahead = await aheadNoted(salvage);
    const nowUs = options.nowUs + ahead;
    const derivation = await deriveChain(source, ledger, { ...options, nowUs, verifier });
    if (ahead > 0) await noteAhead(store, ahead);
    const note = await keepNotes(stored, ledger);
    // No block of another network is valid here. So when one is valid, only the note of the network is wrong.
    if (derivation.refused !== null && ledger.tip.height === 0 && note?.place["row"] === NETWORK_ROW)
      throw databaseNetwork({ file: stored.file });
    const ends = await endsOf(store);
    const derived = { main: ends.main.height, resource: ends.resource.height };
    const loss = await lossOf(stored, store);
    const fault =
      blockFault(derivation) ??
      (loss === null ? null : lossFault(loss)) ??
      (damage === null ? null : { reason: damage.reason, place: { file: stored.file } }) ??
      note ??
      (await tableFault(stored.file, file, horizon));
    const known = loss === null ? heights : heightsWith(loss, heights);
    const lost = await findLost(stored, { heights: known, derived, transactions: derivation.transactions });
    return { file, ends, findings: fault === null ? null : { fault, lost } };
  } finally {
    await store.close();
    await verifier.close();
  }
}

/** The last block without a body; 0 when all have one, or when the note cannot be read. */
async function horizonOf({ salvage }: ReadableChain): Promise<number> {
  const noted = (await salvage.readMeta(PRUNED_NOTE)) ?? "0";
  return isWholeNumber(noted) ? Number(noted) : 0;
}

/** Begins with what a pruned chain holds up to its horizon, which no block that is there gives. Throws `BLOCKS_DAMAGED`. */
async function seedOrRefuse(storedFile: string, file: string, horizon: number): Promise<number> {
  try {
    return await seedFromPruned(await attachable(storedFile, file), file, horizon);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    const details = { reason: `The state at height ${horizon}, where the chain is pruned, cannot be read.` };
    throw errors.blocksDamaged({}, { cause, details });
  }
}

/** SQLite attaches no database of a read-only mount to one that it writes, so a copy beside the derived one serves. */
async function attachable(storedFile: string, file: string): Promise<string> {
  if (!(await isOnReadOnlyMount(storedFile))) return storedFile;
  const copy = `${file}.stored`;
  for (const part of ["", "-wal"]) await unlessMissing(copyFile(storedFile + part, copy + part));
  return copy;
}

/** Finds blocks that the notes beside the database name and the derived chain lacks. */
async function lossOf({ directory, salvage }: ReadableChain, store: Store): Promise<ChainLoss | null> {
  if (directory === undefined || (await isRestored(salvage))) return null;
  return findLoss(directory, store);
}

function lossFault(loss: ChainLoss): DataFault {
  return { reason: lossText(loss), place: { chain: loss.chain, height: loss.found + 1 } };
}

/** The last heights, with that of the lost block. */
function heightsWith({ chain, height, found }: ChainLoss, heights: ChainHeights): ChainHeights {
  return { ...heights, [chain]: Math.max(heights[chain], height ?? found + 1) };
}

/** The fault of the invalid block, else that of the repaired one, whose content follows from the blocks before it. */
function blockFault({ refused, mended }: Derivation): DataFault | null {
  const fault = refused ?? mended;
  if (fault === null) return null;
  const { chain, height, key, reason } = fault;
  return { reason, place: { chain, height, ...(key === null ? {} : { key }) } };
}

async function tableFault(storedFile: string, file: string, horizon: number): Promise<DataFault | null> {
  const isPruned = horizon > 0;
  const difference =
    (await findTableDifference(storedFile, file, isPruned)) ??
    (isPruned ? await findBrokenLink(storedFile) : null);
  if (difference === null) return null;
  const { table, row } = difference;
  const [, kind, key, height] = CELL_VERSION.exec(`${table} ${row}`) ?? [];
  if (kind === undefined || key === undefined)
    return { reason: "A row of a table does not match the blocks.", place: { table, row } };
  const reason = `A value of the ${kind} state does not match the blocks.`;
  return { reason, place: { chain: "main", height: Number(height), key } };
}

/** What a block left in a cell, named by the padded state key and the height. */
const CELL_VERSION = /^cell_versions (universal|local) cell ([0-9a-f]+), height ([0-9]+)$/;

/**
 * Copies the notes that do not follow from the blocks alone. The fixed height never decreases (PROTOCOL 10.10), also
 * when the blocks that raised it are undone: the noted one stays, unless it is above the resource chain.
 */
async function keepNotes(
  { salvage, definition }: ReadableChain,
  { store, resourceChain }: Ledger,
): Promise<DataFault | null> {
  const noted = (await salvage.readMeta(FIXED_HEIGHT_NOTE)) ?? "0";
  if (!/^[0-9]{1,15}$/.test(noted) || Number(noted) > (resourceChain.tip?.height ?? 0))
    return noteFault(`name ${FIXED_HEIGHT_NOTE}`);
  if (Number(noted) > resourceChain.fixedHeight) await store.writeMeta(FIXED_HEIGHT_NOTE, noted);
  if (await isRestored(salvage)) await store.writeMeta(COPY_NOTE, "1");
  const network = await salvage.readMeta("network");
  return network === networkIdentity(definition) ? null : noteFault(NETWORK_ROW);
}

const NETWORK_ROW = "name network";

function noteFault(row: string): DataFault {
  return { reason: "A note of the database does not match the blocks.", place: { table: "meta", row } };
}
