import { initDataDirectory, type DataDirectory, type DefineNetwork } from "./directory/data-directory.js";
import { createKeystore } from "./keys/keystore.js";
import { devNetwork, INSTANT_INTERVAL_US, namedDevAccounts } from "./dev-network.js";

interface DevDirectoryOptions {
  readonly owner?: string | undefined;
  /** From one block to the next, at least, µs. */
  readonly intervalUs?: number | undefined;
}

/**
 * Makes the data directory of a development chain, with the accounts' keys in its keystore. Throws as `initDataDirectory` does.
 */
export function initDevDirectory(
  directory: DataDirectory,
  { owner, intervalUs = INSTANT_INTERVAL_US }: DevDirectoryOptions = {},
) {
  const define: DefineNetwork = async (identity) => {
    await addDevKeys(directory);
    return devNetwork(identity, intervalUs);
  };
  return initDataDirectory(directory, define, owner);
}

/** Adds the accounts' keys to the keystore. A key that has one of the names already stays. */
export async function addDevKeys(directory: DataDirectory): Promise<void> {
  const keystore = createKeystore(directory.keystore);
  const taken = new Set((await keystore.list()).map(({ name }) => name));
  for (const { name, privateKey } of namedDevAccounts())
    if (!taken.has(name)) await keystore.addPublic(name, privateKey);
}
