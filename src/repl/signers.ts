import { isKey } from "../codec/ed25519.js";
import { createKeyPair, type KeyPair } from "../node/identity.js";
import type { Connection } from "./connection.js";
import type { Host } from "./host.js";

/** Who signs: a pair of keys, a private key, or a key of the keystore by its name or address. */
export type Signer = string | Pick<KeyPair, "privateKey">;

/** Private keys leave these only to sign. */
export interface Signers {
  /** Undefined unless the signer can sign at once. */
  pairOf(signer: Signer | undefined): KeyPair | undefined;
  /** Asks for a password where the keystore holds the key. Left out: the sandbox's first account, or the default key. */
  unlock(signer: Signer | undefined): Promise<Pick<KeyPair, "privateKey" | "address">>;
}

export function createSigners({ sandbox }: Connection, { keystore, askPassword }: Host): Signers {
  const accounts = sandbox?.accounts ?? [];
  const pairOf = (signer: Signer | undefined): KeyPair | undefined => {
    if (signer === undefined) return accounts[0];
    if (typeof signer !== "string") return createKeyPair(signer.privateKey);
    return isKey(signer) ? createKeyPair(signer) : accounts.find(({ address }) => address === signer);
  };
  return {
    pairOf,
    async unlock(signer) {
      const pair = pairOf(signer);
      if (pair !== undefined) return pair;
      const entry = await keystore.find(signer as string | undefined);
      return keystore.unlock(entry, await askPassword(`Password of ${entry.name}`));
    },
  };
}
