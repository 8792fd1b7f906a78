import { readdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { checkChain } from "../../ledger/check-chain.js";
import { FIXED_HEIGHT_NOTE } from "../../ledger/fixed-height.js";
import type { ImportOptions } from "../../ledger/import/import-chain.js";
import { storedHeights, type ChainHeights } from "../../ledger/import/stored-chain.js";
import { Ledger } from "../../ledger/ledger.js";
import { SignatureThreads } from "../../ledger/signatures/signature-threads.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import { findTableDifference } from "../../store/sqlite/compare.js";
import { openSqliteStore } from "../../store/sqlite/open.js";
import type { Store } from "../../store/store.js";
import { networkIdentity } from "../directory/open-store.js";
import type { DataFault } from "./data-fault.js";

/** A chain that is stored, and where. */
export interface StoredChain {
  readonly store: Store;
  readonly file: string;
  readonly definition: NetworkDefinition;
}

/** The same chain, derived once more from its blocks. */
export interface DerivedChain {
  /** A database file, closed and whole unless a block is wrong; gone when the work on it has ended. */
  readonly file: string;
  /** The first thing in which the stored chain is not what its blocks make of it, null when there is none. */
  readonly fault: DataFault | null;
}

export interface DeriveOptions extends Omit<ImportOptions, "verifier"> {
  /** Told how many blocks there are before the first. */
  readonly onStart?: (heights: ChainHeights) => void;
}

const SCRATCH = "derived-";

/**
 * Applies every block of a stored chain with full validation to an empty one in a database of its own within a directory,
 * compares the two, and works with what came out.
 */
export async function withDerivedChain<T>(
  stored: StoredChain,
  directory: string,
  options: DeriveOptions,
  work: (derived: DerivedChain) => Promise<T>,
): Promise<T> {
  options.onStart?.(await storedHeights(stored.store));
  await removeScratch(directory);
  const scratch = await mkdtemp(join(directory, SCRATCH));
  try {
    const file = join(scratch, "chain.sqlite");
    return await work({ file, fault: await derive(stored, file, options) });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** What a killed process left: whoever derives holds the data directory. */
async function removeScratch(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith(SCRATCH)) await rm(join(directory, name), { recursive: true });
  }
}

async function derive(
  { store, file: storedFile, definition }: StoredChain,
  file: string,
  options: DeriveOptions,
): Promise<DataFault | null> {
  const verifier = new SignatureThreads();
  const derived = await openSqliteStore({ file, network: networkIdentity(definition), isDisposable: true });
  try {
    const ledger = await Ledger.open(derived, createNetwork(definition));
    const difference = await checkChain(store, ledger, { ...options, verifier });
    const isNoteRight = await keepFixedHeight(store, ledger);
    if (difference !== null) {
      const { chain, height, key, reason } = difference;
      // A cell that is wrong follows from blocks that are right; without one a block breaks a rule.
      return {
        reason,
        place: { chain, height, ...(key === null ? {} : { key }) },
        isDerivable: key !== null,
      };
    }
    const row = isNoteRight ? await findTableDifference(storedFile, file) : FIXED_HEIGHT_ROW;
    if (row === null) return null;
    return {
      reason: "A table holds another row than the blocks give it.",
      place: { ...row },
      isDerivable: true,
    };
  } finally {
    await derived.close();
    await verifier.close();
  }
}

const FIXED_HEIGHT_ROW = { table: "meta", row: `name ${FIXED_HEIGHT_NOTE}` } as const;

/**
 * It never decreases (PROTOCOL 10), also when the blocks that had raised it are undone. False when what is noted is no
 * height of the resource chain; then it is what the blocks say.
 */
async function keepFixedHeight(stored: Store, { store, resourceChain }: Ledger): Promise<boolean> {
  const note = (await stored.readMeta(FIXED_HEIGHT_NOTE)) ?? "0";
  if (!/^[0-9]{1,15}$/.test(note) || Number(note) > (resourceChain.tip?.height ?? 0)) return false;
  if (Number(note) > resourceChain.fixedHeight) await store.writeMeta(FIXED_HEIGHT_NOTE, note);
  return true;
}
