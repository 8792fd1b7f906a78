import { Ledger } from "../../src/ledger/ledger.js";
import { importRecordedChain, recordedNetwork } from "./recorded-chain.js";
import { openTempStore, type TempStore } from "./temp-store.js";

/** A ledger of the recorded chain's network on a store of its own, which `remove` takes away. */
export interface TempLedger extends TempStore {
  readonly ledger: Ledger;
}

/** One without a block. */
export async function openEmptyLedger(): Promise<TempLedger> {
  const temp = await openTempStore();
  return { ...temp, ledger: await Ledger.open(temp.store, recordedNetwork()) };
}

/** One with the whole chain, imported with full validation. */
export async function openRecordedLedger(): Promise<TempLedger> {
  const temp = await openEmptyLedger();
  await importRecordedChain(temp.ledger);
  return temp;
}
