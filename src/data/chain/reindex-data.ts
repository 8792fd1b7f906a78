import { existsSync } from "node:fs";
import { link } from "node:fs/promises";
import { findDamage } from "../../store/sqlite/compare.js";
import { openSqliteStore } from "../../store/sqlite/open.js";
import type { DataDirectory } from "../directory/data-directory.js";
import { endsOf } from "../directory/loss-watch.js";
import { isSameEnds, writeTipNote } from "../directory/tip-note.js";
import { moveDurably } from "../../base/files/durable.js";
import { faultError, type DataFindings } from "./data-fault.js";
import { withDerivedChain, type DerivedChain, type DeriveOptions } from "./derived-chain.js";
import { openStoredChain } from "./stored-chain.js";
import { databaseBusy } from "../../store/errors.js";
import * as errors from "./errors.js";

interface ReindexOptions extends DeriveOptions {
  /** Drops the invalid or missing blocks and all blocks that build on them. */
  readonly mayDropBlocks: boolean;
}

export interface Reindexed {
  /** What was wrong, null when nothing was. Its lost blocks were dropped. */
  readonly findings: DataFindings | null;
  /** The file that still holds the dropped blocks, null when none were dropped. */
  readonly kept: string | null;
}

/**
 * Derives everything that follows from the blocks of a data directory again, checks the result, and replaces the
 * database by it. When the process dies before the replacement, nothing has changed. Throws `CHAIN_DIFFERENCE`, and
 * changes nothing, when blocks would be lost and may not be dropped.
 */
export async function reindexData(
  directory: DataDirectory,
  { mayDropBlocks, ...options }: ReindexOptions,
): Promise<Reindexed> {
  const stored = await openStoredChain(directory);
  try {
    return await withDerivedChain({ ...options, stored, directory: directory.path }, async (derived) => {
      const { findings } = derived;
      const isLossy = findings !== null && findings.lost !== null;
      if (isLossy && !mayDropBlocks) throw faultError(findings);
      await assertWhole(derived);
      await stored.closeDatabase();
      assertUnread(stored.file);
      const kept = isLossy ? await keepFile(stored.file) : null;
      // Before the blocks are dropped, so that dropping them does not count as a loss.
      if (isLossy) await writeTipNote(directory.tipFile, derived.ends);
      await moveDurably(derived.file, stored.file);
      return { findings, kept };
    });
  } finally {
    await stored.close();
  }
}

/** Throws `DERIVED_DAMAGED` unless the file can be read completely and ends with the derived blocks. */
async function assertWhole({ file, ends }: DerivedChain): Promise<void> {
  const damage = await findDamage(file);
  const store = await openSqliteStore({ file, readOnly: true });
  try {
    if (damage === null && isSameEnds(await endsOf(store), ends)) return;
  } finally {
    await store.close();
  }
  throw errors.derivedDamaged({ file, reason: damage?.reason ?? "It holds other blocks." });
}

/** Gives the database a second, unused name beside the first. */
async function keepFile(file: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const kept = `${file}.before-reindex${number === 1 ? "" : `-${number}`}`;
    if (existsSync(kept)) continue;
    await link(file, kept);
    return kept;
  }
}

/**
 * Throws `DATABASE_BUSY` when a log is left, because another process still has the database open: SQLite would apply
 * the log to the new database and damage it.
 */
export function assertUnread(file: string): void {
  if (!existsSync(`${file}-wal`)) return;
  throw databaseBusy({ file });
}
