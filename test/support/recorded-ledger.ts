import { Ledger } from "../../src/ledger/ledger.js";
import { importRecordedChain, recordedNetwork } from "./recorded-chain.js";
import { openTempStore, type TempStore } from "./temp-store.js";

/** A ledger of the recorded chain's network on its own store, which `remove` deletes. */
export interface TempLedger extends TempStore {
  readonly ledger: Ledger;
}

/** A ledger without blocks. */
export async function openEmptyLedger(): Promise<TempLedger> {
  const temp = await openTempStore();
  return { ...temp, ledger: await Ledger.open(temp.store, recordedNetwork()) };
}

/** A ledger with the whole chain, imported with full validation. */
export async function openRecordedLedger(): Promise<TempLedger> {
  const temp = await openEmptyLedger();
  await importRecordedChain(temp.ledger);
  return temp;
}
