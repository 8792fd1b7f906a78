import { existsSync } from "node:fs";
import { ChainError } from "../../codec/chain-error.js";
import type { DataDirectory } from "../directory/data-directory.js";
import { openStore } from "../directory/open-store.js";
import { faultError, type DataFault } from "./data-fault.js";
import { withDerivedChain, type DeriveOptions } from "./derived-chain.js";
import { moveDurably } from "../directory/durable.js";

/**
 * Derives everything that follows from the blocks of a data directory once more and puts it in place of what is there:
 * until that moment, whenever the process dies, all is as it was. Answers what was wrong, null when nothing was. Throws
 * `CHAIN_DIFFERENCE` when a block is.
 */
export async function reindexData(
  directory: DataDirectory,
  options: DeriveOptions,
): Promise<DataFault | null> {
  const { store, definition, lock } = await openStore(directory);
  const closing = { isDone: false };
  const closeStore = async (): Promise<void> => {
    if (!closing.isDone) await store.close();
    closing.isDone = true;
  };
  try {
    const file = directory.databaseFile;
    return await withDerivedChain({ store, file, definition }, directory.path, options, async (derived) => {
      if (derived.fault?.isDerivable === false) throw faultError(derived.fault);
      await closeStore();
      assertUnread(file);
      await moveDurably(derived.file, file);
      return derived.fault;
    });
  } finally {
    await closeStore();
    await lock.release();
  }
}

/** SQLite removes a database's log when nobody has it open any more; with another database it would be poison. */
function assertUnread(file: string): void {
  if (!existsSync(`${file}-wal`)) return;
  throw new ChainError("DATABASE_BUSY", "Another process reads this database. ", {
    kind: "local",
    details: { file },
    advice: "End it, and try again: nothing has changed.",
  });
}
