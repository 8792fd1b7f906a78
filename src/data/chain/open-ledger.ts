import { Ledger } from "../../ledger/ledger.js";
import { createNetwork } from "../../records/network.js";
import type { DataDirectory } from "../directory/data-directory.js";
import { openStore } from "../directory/open-store.js";
import { SigningMemoryFile } from "../directory/signing-memory-file.js";

export interface OpenLedger {
  readonly ledger: Ledger;
  /** Notes the present ends of the chains, so that removed blocks do not count as lost. */
  acceptEnds(): Promise<void>;
  /** Lets the validator sign again that was silent until a later time than this one (µs), because its clock was ahead. */
  forgetSigned(latestUs: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the ledger of a data directory whose node does not run, for writing. Throws as `openStore` does. */
export async function openLedger(directory: DataDirectory): Promise<OpenLedger> {
  const opened = await openStore(directory);
  try {
    const ledger = await Ledger.open(opened.store, createNetwork(opened.definition));
    return {
      ledger,
      acceptEnds: () => opened.losses.accept(),
      forgetSigned: (latestUs) => SigningMemoryFile.forgetUpTo(directory.signaturesFile, latestUs),
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
