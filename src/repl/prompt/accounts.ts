import { readBalance } from "../objects/chain.js";
import type { Keystore } from "../../node/keys/keystore.js";
import type { ConsoleConnection } from "../connection.js";

/** The available keys and what they own: the sandbox's accounts, and those of the keystore. */
export async function listAccounts(
  { client, sandbox }: ConsoleConnection,
  keystore: Keystore,
): Promise<readonly object[]> {
  const made = (sandbox?.accounts ?? []).map(({ address }, index) => ({
    name: `sandbox.accounts[${index}]`,
    address,
  }));
  const kept = (await keystore.list()).map(({ name, address }) => ({ name, address }));
  return Promise.all(
    [...made, ...kept].map(async ({ name, address }) => ({
      name,
      address,
      balance: await readBalance(client, address),
    })),
  );
}
