import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { checkChain, type ChainDifference } from "../../ledger/check-chain.js";
import type { ImportOptions } from "../../ledger/import/import-chain.js";
import { SignatureThreads } from "../../ledger/signatures/signature-threads.js";
import { Ledger } from "../../ledger/ledger.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import { openSqliteStore } from "../../store/sqlite/open.js";
import type { Store } from "../../store/store.js";

/**
 * Checks a stored chain against itself (`checkChain`). What is derived stands meanwhile in a database of its own
 * within the directory, which needs as much room again.
 */
export async function checkData(
  stored: Store,
  definition: NetworkDefinition,
  directory: string,
  options: Omit<ImportOptions, "verifier">,
): Promise<ChainDifference | null> {
  const scratch = await mkdtemp(join(directory, "check-"));
  const verifier = new SignatureThreads();
  try {
    const store = await openSqliteStore({ file: join(scratch, "chain.sqlite"), isDisposable: true });
    try {
      const ledger = await Ledger.open(store, createNetwork(definition));
      return await checkChain(stored, ledger, { ...options, verifier });
    } finally {
      await store.close();
    }
  } finally {
    await verifier.close();
    await rm(scratch, { recursive: true, force: true });
  }
}
