import { isAddress } from "../../codec/address.js";
import type { ChainError } from "../../codec/chain-error.js";
import { isKey } from "../../codec/ed25519.js";
import { parseJson } from "../../codec/parse-json.js";
import { memberOf, type Value } from "../../codec/value.js";
import { CIPHER, type SealedSecret } from "./keystore-cipher.js";
import * as errors from "./errors.js";

/** The content of a key file: address and public key in clear text, the private key encrypted. */
export interface KeyFile extends SealedSecret {
  readonly address: string;
  readonly public_key: string;
}

const VERSION = 1;
const INDENT = 2;

/** The text that the encryption binds to the private key. */
export function boundText({ address, public_key }: Pick<KeyFile, "address" | "public_key">): string {
  return `${address}:${public_key}`;
}

export function keyFileToText({ address, public_key, ...sealed }: KeyFile): string {
  return `${JSON.stringify({ version: VERSION, address, public_key, ...CIPHER, ...sealed }, null, INDENT)}\n`;
}

/** Parses a key file strictly: version 1 has exactly these members and sizes. Throws `KEY_FILE_FORMAT`. */
export function parseKeyFile(text: string, path: string): KeyFile {
  const value = readJson(text, path);
  const isKnown =
    memberOf(value, "version") === BigInt(VERSION) &&
    memberOf(value, "n") === BigInt(CIPHER.n) &&
    memberOf(value, "r") === BigInt(CIPHER.r) &&
    memberOf(value, "p") === BigInt(CIPHER.p) &&
    memberOf(value, "kdf") === CIPHER.kdf &&
    memberOf(value, "cipher") === CIPHER.cipher;
  const file: KeyFile = {
    address: textMember(value, "address"),
    public_key: textMember(value, "public_key"),
    salt: textMember(value, "salt"),
    nonce: textMember(value, "nonce"),
    ciphertext: textMember(value, "ciphertext"),
    tag: textMember(value, "tag"),
  };
  const isWellFormed =
    isAddress(file.address) &&
    isKey(file.public_key) &&
    isHex(file.salt, 64) &&
    isHex(file.nonce, 24) &&
    isHex(file.ciphertext, 128) &&
    isHex(file.tag, 32);
  if (!isKnown || !isWellFormed) throw badFile(path);
  return file;
}

function readJson(text: string, path: string): Value {
  try {
    return parseJson(text);
  } catch (cause) {
    throw badFile(path, cause);
  }
}

function textMember(value: Value, name: string): string {
  const member = memberOf(value, name);
  return typeof member === "string" ? member : "";
}

function isHex(text: string, length: number): boolean {
  return text.length === length && /^[0-9a-f]*$/.test(text);
}

function badFile(path: string, cause?: unknown): ChainError {
  return errors.keyFileFormat({ file: path }, { cause });
}
