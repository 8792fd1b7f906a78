import { isAddress, publicKeyToAddress } from "../../codec/address.js";
import { isKey, privateKeyToPublicKey } from "../../codec/ed25519.js";
import { parseJson } from "../../codec/parse-json.js";
import { memberOf, type Value } from "../../codec/value.js";
import * as errors from "./errors.js";
import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from "node:crypto";

/**
 * Encrypts one short secret with a password: a 256-bit key from scrypt, then AES-256-GCM. The parameters are fixed by
 * version 1 of the file format: a file cannot choose weaker or costlier ones.
 */
const CIPHER = { kdf: "scrypt", n: 131_072, r: 8, p: 1, cipher: "aes-256-gcm" } as const;

const KEY_BYTES = 32;
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** scrypt needs 128·N·r bytes. Node refuses to use more than this limit. */
const MAX_MEMORY = 2 * 128 * CIPHER.n * CIPHER.r;

interface SealedSecret {
  /** All members are hexadecimal text. */
  readonly salt: string;
  readonly nonce: string;
  readonly ciphertext: string;
  readonly tag: string;
}

/** @param bound is authenticated with the secret, so changing it in the file is detected. */
export async function sealSecret(secret: string, bound: string, password: string): Promise<SealedSecret> {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER.cipher, await deriveKey(password, salt), nonce);
  cipher.setAAD(Buffer.from(bound, "utf8"));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return {
    salt: salt.toString("hex"),
    nonce: nonce.toString("hex"),
    ciphertext: ciphertext.toString("hex"),
    tag: cipher.getAuthTag().toString("hex"),
  };
}

/** Decrypts a secret. Null when the password is wrong or the file was changed: the cipher cannot tell which. */
export async function openSecret(
  sealed: SealedSecret,
  bound: string,
  password: string,
): Promise<string | null> {
  const key = await deriveKey(password, Buffer.from(sealed.salt, "hex"));
  try {
    const decipher = createDecipheriv(CIPHER.cipher, key, Buffer.from(sealed.nonce, "hex"), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(bound, "utf8"));
    decipher.setAuthTag(Buffer.from(sealed.tag, "hex"));
    return decipher.update(sealed.ciphertext, "hex", "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

function deriveKey(password: string, salt: Uint8Array): Promise<Buffer> {
  const options: ScryptOptions = { N: CIPHER.n, r: CIPHER.r, p: CIPHER.p, maxmem: MAX_MEMORY };
  // Two systems may encode the same typed password differently.
  const text = password.normalize("NFKC");
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

/** What a key file shows without a password. */
interface KeyIdentity {
  readonly address: string;
  readonly public_key: string;
}

/** The private key, encrypted with the password; or in clear text, for a key whose private key is public anyway. */
export type KeyFile = KeyIdentity & (SealedSecret | { readonly private_key: string });

const VERSION = 1;
const INDENT = 2;

export function identityOf(privateKey: string): KeyIdentity {
  const public_key = privateKeyToPublicKey(privateKey);
  return { address: publicKeyToAddress(public_key), public_key };
}

export function boundText({ address, public_key }: KeyIdentity): string {
  return `${address}:${public_key}`;
}

export function keyFileToText({ address, public_key, ...kept }: KeyFile): string {
  const cipher = "private_key" in kept ? {} : CIPHER;
  return `${JSON.stringify({ version: VERSION, address, public_key, ...cipher, ...kept }, null, INDENT)}\n`;
}

/** Parses a key file strictly: version 1 has exactly these members and sizes. Throws `KEY_FILE_FORMAT`. */
export function parseKeyFile(text: string, path: string): KeyFile {
  const value = readJson(text, path);
  const identity = { address: textMember(value, "address"), public_key: textMember(value, "public_key") };
  const isKnown =
    memberOf(value, "version") === BigInt(VERSION) &&
    isAddress(identity.address) &&
    isKey(identity.public_key);
  const kept = isKnown ? (openKey(value, identity) ?? sealedKey(value)) : null;
  if (kept === null) throw errors.keyFileFormat({ file: path });
  return { ...identity, ...kept };
}

/** The private key in clear text, null unless it is that of the address. */
function openKey(
  value: Value,
  { address, public_key }: KeyIdentity,
): { readonly private_key: string } | null {
  const private_key = textMember(value, "private_key");
  if (!isKey(private_key)) return null;
  const own = identityOf(private_key);
  return own.address === address && own.public_key === public_key ? { private_key } : null;
}

function sealedKey(value: Value): SealedSecret | null {
  const isKnown =
    memberOf(value, "n") === BigInt(CIPHER.n) &&
    memberOf(value, "r") === BigInt(CIPHER.r) &&
    memberOf(value, "p") === BigInt(CIPHER.p) &&
    memberOf(value, "kdf") === CIPHER.kdf &&
    memberOf(value, "cipher") === CIPHER.cipher;
  const sealed = {
    salt: textMember(value, "salt"),
    nonce: textMember(value, "nonce"),
    ciphertext: textMember(value, "ciphertext"),
    tag: textMember(value, "tag"),
  };
  const isWellFormed =
    isHex(sealed.salt, 64) &&
    isHex(sealed.nonce, 24) &&
    isHex(sealed.ciphertext, 128) &&
    isHex(sealed.tag, 32);
  return isKnown && isWellFormed ? sealed : null;
}

function readJson(text: string, path: string): Value {
  try {
    return parseJson(text);
  } catch (cause) {
    throw errors.keyFileFormat({ file: path }, { cause });
  }
}

function textMember(value: Value, name: string): string {
  const member = memberOf(value, name);
  return typeof member === "string" ? member : "";
}

function isHex(text: string, length: number): boolean {
  return text.length === length && /^[0-9a-f]*$/.test(text);
}
