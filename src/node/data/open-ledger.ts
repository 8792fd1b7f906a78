import { Ledger } from "../../ledger/ledger.js";
import { createNetwork } from "../../records/network.js";
import type { DataDirectory } from "../directory/data-directory.js";
import { openStore } from "../directory/open-store.js";

export interface OpenLedger {
  readonly ledger: Ledger;
  /** Notes that the chains end where they end now, on purpose. */
  acceptEnds(): Promise<void>;
  /** Closes the store and lets the data directory go. */
  close(): Promise<void>;
}

/** The ledger of a data directory whose node does not run, to change it. Throws as `openStore` does. */
export async function openLedger(directory: DataDirectory): Promise<OpenLedger> {
  const opened = await openStore(directory);
  try {
    const ledger = await Ledger.open(opened.store, createNetwork(opened.definition));
    return { ledger, acceptEnds: () => opened.losses.accept(), close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
