import { basename } from "node:path";
import { isKey } from "../codec/ed25519.js";
import { readPrivateFile, replacePrivateFile } from "../base/files/private-directory.js";
import type { DataDirectory } from "../data/directory/data-directory.js";
import type { Identity, KeyPair } from "../data/directory/identity.js";
import { askPublicKey, RemoteKey, type RemoteSignerOptions } from "../signer/remote-key.js";
import * as errors from "../signer/errors.js";

/**
 * The validator's key of a data directory whose signer has the private key. The first start asks the signer for the
 * public key and keeps it: later ones need no signer, and take no other one. Throws `SIGNER_UNREACHABLE`.
 */
export async function openRemoteKey(
  { path, signerKeyFile }: DataDirectory,
  options: RemoteSignerOptions,
): Promise<RemoteKey> {
  const name = basename(signerKeyFile);
  const known = (await readPrivateFile(path, name))?.trim();
  if (known !== undefined && isKey(known)) return new RemoteKey(known, options);
  const publicKey = await askPublicKey(options);
  await replacePrivateFile(path, name, `${publicKey}\n`);
  return new RemoteKey(publicKey, options);
}

/** The keys of a node whose validator's key is in a signer. To read the private one throws `KEY_IN_SIGNER`. */
export function identityWith({ publicKey, address }: RemoteKey, { peer, owner }: Identity): Identity {
  const node: KeyPair = {
    publicKey,
    address,
    get privateKey(): string {
      throw errors.keyInSigner();
    },
  };
  return { node, peer, owner };
}
