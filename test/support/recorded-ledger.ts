import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Ledger } from "../../src/ledger/ledger.js";
import { importRecordedChain, recordedNetwork } from "./recorded-chain.js";
import { openTempStore, type TempStore } from "./temp-store.js";

/** A ledger of the recorded chain's network on its own store, which `remove` deletes. */
export interface TempLedger extends TempStore {
  readonly ledger: Ledger;
}

/** A ledger without blocks. */
export function openEmptyLedger(): Promise<TempLedger> {
  return openLedger();
}

let imported: Promise<Buffer> | undefined;

/** A ledger with the whole chain. A process imports it once, with full validation. */
export async function openRecordedLedger(): Promise<TempLedger> {
  return openLedger(await (imported ??= importOnce()));
}

async function importOnce(): Promise<Buffer> {
  const { ledger, store, file } = await openLedger();
  await importRecordedChain(ledger);
  await store.close();
  const database = await readFile(file);
  await rm(dirname(file), { recursive: true });
  return database;
}

async function openLedger(closed?: Buffer): Promise<TempLedger> {
  const temp = await openTempStore(closed);
  return { ...temp, ledger: await Ledger.open(temp.store, recordedNetwork()) };
}
