import { randomBytes } from "node:crypto";
import { chmod, readFile, stat } from "node:fs/promises";
import { isAddress, publicKeyToAddress } from "../../codec/address.js";
import { isKey, privateKeyToPublicKey } from "../../codec/ed25519.js";
import { hashOf } from "../../codec/hash.js";
import { refusedFile } from "../../codec/file-error.js";
import { fileText } from "../../codec/file-text.js";
import { parseJson } from "../../codec/parse-json.js";
import { memberOf, type Value } from "../../codec/value.js";
import { PRIVATE_FILE } from "../../base/files/durable.js";
import { createFile, isTaken } from "../../base/files/write-file.js";
import * as errors from "./errors.js";

/** The three identities of a node (PROTOCOL 3.5), kept in the data directory in a file that only its owner may read. */
export interface Identity {
  /** The validator's key: signs the node's transactions, chunks, hypotheses and the queries of receipts. */
  readonly node: KeyPair;
  /** Signs peer authentication and receipts. */
  readonly peer: KeyPair;
  /** The miner address that rewards go to. */
  readonly owner: string;
}

export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly address: string;
}

const OTHERS_MAY = 0o077;
const CHECKSUM_LENGTH = 16;

export function createKeyPair(privateKey: string = randomBytes(32).toString("hex")): KeyPair {
  const publicKey = privateKeyToPublicKey(privateKey);
  return { privateKey, publicKey, address: publicKeyToAddress(publicKey) };
}

/** Creates new keys. The owner is the node's own address unless one is given. */
export function createIdentity(owner?: string): Identity {
  const node = createKeyPair();
  return { node, peer: createKeyPair(), owner: owner ?? node.address };
}

/** Writes an identity to a new file of mode 0600. Throws `IDENTITY_EXISTS` when the file exists. */
export async function writeIdentity(file: string, identity: Identity): Promise<void> {
  const content = {
    node_private_key: identity.node.privateKey,
    peer_private_key: identity.peer.privateKey,
    owner: identity.owner,
    checksum: checksumOf(identity.node.privateKey, identity.peer.privateKey, identity.owner),
  };
  try {
    await createFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: PRIVATE_FILE });
  } catch (cause) {
    throw isTaken(cause) ? errors.identityExists({ file }, { cause }) : cause;
  }
  // The umask may have removed bits of the mode.
  await chmod(file, PRIVATE_FILE);
}

/**
 * Reads an identity. Throws `IDENTITY_MISSING`, `IDENTITY_MODE` when others may read the file, `IDENTITY_INVALID`, or
 * an error of the file system such as `FILE_FORBIDDEN`.
 */
export async function readIdentity(file: string): Promise<Identity> {
  const { mode } = await stat(file).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") throw errors.identityMissing({ file }, { cause });
    return refusedFile(file)(cause);
  });
  if ((mode & OTHERS_MAY) !== 0) {
    throw errors.identityMode({ file });
  }
  const content = parseContent(file, await readFile(file).catch(refusedFile(file)));
  const [node, peer, owner] = ["node_private_key", "peer_private_key", "owner"].map((key) =>
    memberOf(content, key),
  );
  if (typeof node !== "string" || typeof peer !== "string" || typeof owner !== "string")
    throw errors.identityInvalid({ file });
  if (!isKey(node) || !isKey(peer) || !isAddress(owner)) throw errors.identityInvalid({ file });
  // Files of earlier versions have none, and those versions ignore it.
  const checksum = memberOf(content, "checksum");
  if (checksum !== undefined && checksum !== checksumOf(node, peer, owner))
    throw errors.identityInvalid({ file });
  return { node: createKeyPair(node), peer: createKeyPair(peer), owner };
}

/** Tells a changed digit from another identity. Too short to tell anything of the keys. */
function checksumOf(...members: readonly string[]): string {
  return hashOf(members.join(" ")).slice(0, CHECKSUM_LENGTH);
}

function parseContent(file: string, bytes: Uint8Array): Value {
  try {
    return parseJson(fileText(bytes));
  } catch {
    // The parser's message is left out: it might quote a key.
    throw errors.identityInvalid({ file });
  }
}
