import { isKey } from "../codec/ed25519.js";
import { createKeyPair, type KeyPair } from "../data/directory/identity.js";
import type { UnlockedKey } from "../data/keys/keystore.js";
import type { ConsoleConnection, Host } from "./connection.js";
import * as errors from "./errors.js";

/** A signer: a key pair, a private key, a key of the keystore by name or address, or `node`. */
export type Signer = string | Pick<KeyPair, "privateKey">;

/** Private keys leave this object only to sign. Both methods throw `SIGNER` for an object without a private key. */
export interface Signers {
  /** The key pair if the signer can sign without a password, otherwise undefined. */
  pairOf(signer: Signer | undefined): KeyPair | undefined;
  /** The signer's key pair. Asks for a password once a session. Default: the first account, or default key. */
  unlock(signer: Signer | undefined): Promise<Pick<KeyPair, "privateKey" | "address">>;
}

export function createSigners({ sandbox }: ConsoleConnection, { keys, askPassword }: Host): Signers {
  const accounts = sandbox?.accounts ?? [];
  const unlocked = new Map<string, UnlockedKey>();
  const pairOf = (signer: Signer | undefined): KeyPair | undefined => {
    if (signer === undefined) return accounts[0];
    if (typeof signer !== "string") return createKeyPair(privateKeyOf(signer));
    return isKey(signer) ? createKeyPair(signer) : accounts.find(({ address }) => address === signer);
  };
  return {
    pairOf,
    async unlock(signer) {
      const pair = pairOf(signer);
      if (pair !== undefined) return pair;
      const { address } = await keys.find(signer as string | undefined);
      const known = unlocked.get(address);
      if (known !== undefined) return known;
      const key = await keys.unlock(signer as string | undefined, ({ name }) =>
        askPassword(`Password of ${name}`),
      );
      unlocked.set(key.address, key);
      return key;
    },
  };
}

/** Statements are not type-checked: without this check, a missing private key would be replaced by a new one. */
function privateKeyOf({ privateKey }: { readonly privateKey?: unknown }): string {
  if (typeof privateKey === "string" && isKey(privateKey)) return privateKey;
  throw errors.signer();
}
