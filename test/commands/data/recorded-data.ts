import { cpSync } from "node:fs";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  dataDirectory,
  initDataDirectory,
  type DataDirectory,
} from "../../../src/data/directory/data-directory.js";
import { importChainFiles } from "../../../src/data/chain/chain-files.js";
import { openLedger } from "../../../src/data/chain/open-ledger.js";
import type { NetworkDefinition } from "../../../src/records/network.js";
import { AFTER_THE_RECORDING_US, recordedNetwork } from "../../support/recorded-chain.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const VECTORS = new URL("../../../../test/vectors/chain/", import.meta.url);

/** The recorded chain: 81 main blocks and 42 resource blocks. */
export const MAIN = fileURLToPath(new URL("main.json", VECTORS));
export const RESOURCE = fileURLToPath(new URL("resource.json", VECTORS));

/** The definition of the recorded chain's network, without derived members. */
function recordedDefinition(): NetworkDefinition {
  const { network_name, system_nonce, genesis_address, manager_addresses, peers, constants } =
    recordedNetwork();
  return { network_name, system_nonce, genesis_address, manager_addresses, peers, constants };
}

/** A data directory of the recorded chain's network, without a chain. */
export async function initRecorded(path: string): Promise<DataDirectory> {
  const directory = dataDirectory(path);
  await initDataDirectory(directory, recordedDefinition);
  return directory;
}

/** For one suite: copies of a data directory with the recorded chain, which is imported once. */
export function useRecordedData(): (path: string) => DataDirectory {
  let original = "";
  before(async () => {
    original = await makeTempDirectory();
    const opened = await openLedger(await initRecorded(original));
    await importChainFiles(
      opened.ledger,
      { main: MAIN, resource: RESOURCE },
      { nowUs: AFTER_THE_RECORDING_US },
    );
    await opened.close();
  });
  after(() => rm(original, { recursive: true }));
  return (path) => {
    cpSync(original, path, { recursive: true });
    return dataDirectory(path);
  };
}
