import { rm, stat } from "node:fs/promises";
import { moveDurably } from "../../base/files/durable.js";
import { prunableUpTo, type Keep } from "../../ledger/pruning.js";
import type { Ledger } from "../../ledger/ledger.js";
import { lockDataDirectory } from "../../store/lock.js";
import { prunedUpTo } from "../../store/pruned.js";
import { compactDatabase } from "../../store/sqlite/open.js";
import type { DataDirectory } from "../directory/data-directory.js";
import { openLedger } from "./open-ledger.js";
import { assertUnread } from "./reindex-data.js";

interface PruneOptions {
  readonly keep: Keep;
  readonly nowUs: number;
  readonly signal: AbortSignal;
  /** Called after each turn with the share that is done, from 0 to 1. */
  readonly onTurn: (share: number) => void;
}

export interface Pruned {
  /** The first main block that has a body. */
  readonly first: number;
  /** The size of the database before and after. */
  readonly bytes: { readonly before: number; readonly after: number };
}

/**
 * Removes the bodies that need not be kept from a data directory whose node does not run, and gives the space back. It
 * may die at any time: what is removed is noted, and the database is replaced by a complete one. Run again, it continues.
 */
export async function pruneData(directory: DataDirectory, options: PruneOptions): Promise<Pruned> {
  const { databaseFile } = directory;
  const opened = await openLedger(directory);
  const before = (await stat(databaseFile)).size;
  let horizon = 0;
  try {
    horizon = await pruneLedger(opened.ledger, options);
  } finally {
    await opened.close();
  }
  await compact(directory, options.signal);
  return { first: horizon + 1, bytes: { before, after: (await stat(databaseFile)).size } };
}

async function pruneLedger(ledger: Ledger, { keep, nowUs, signal, onTurn }: PruneOptions): Promise<number> {
  const from = await prunedUpTo(ledger.store);
  const upTo = await prunableUpTo(ledger, keep, nowUs);
  let horizon = from;
  while (horizon < upTo) {
    signal.throwIfAborted();
    horizon = (await ledger.store.prune?.(upTo))?.horizon ?? upTo;
    onTurn((horizon - from) / (upTo - from));
  }
  return horizon;
}

/** Replaces the database by a copy without free pages, which needs space beside it. */
async function compact({ path, databaseFile }: DataDirectory, signal: AbortSignal): Promise<void> {
  const copy = `${databaseFile}.compact`;
  const lock = await lockDataDirectory(path);
  try {
    // A process that was killed may have left one.
    await rm(copy, { force: true });
    await compactDatabase(databaseFile, copy, signal);
    // An interruption just before the end may leave a log.
    signal.throwIfAborted();
    assertUnread(databaseFile);
    await moveDurably(copy, databaseFile);
  } finally {
    await rm(copy, { force: true });
    await lock.release();
  }
}
