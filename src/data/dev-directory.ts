import { initDataDirectory, type DataDirectory, type DefineNetwork } from "./directory/data-directory.js";
import { createKeystore } from "./keys/keystore.js";
import { devNetwork, namedDevAccounts } from "./dev-network.js";

/**
 * Makes the data directory of a development chain, with the accounts' keys in its keystore. A key that has one of the
 * names already stays. Throws as `initDataDirectory` does.
 */
export function initDevDirectory(directory: DataDirectory, owner?: string) {
  const define: DefineNetwork = async (identity) => {
    const keystore = createKeystore(directory.keystore);
    const taken = new Set((await keystore.list()).map(({ name }) => name));
    for (const { name, privateKey } of namedDevAccounts())
      if (!taken.has(name)) await keystore.addPublic(name, privateKey);
    return devNetwork(identity);
  };
  return initDataDirectory(directory, define, owner);
}
