/** The primitives of `primitives.ts` from @noble, for environments without `node:crypto`. */
import { ed25519 } from "@noble/curves/ed25519.js";
import { bytesToNumberLE } from "@noble/curves/utils.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const { Point } = ed25519;
const R_LENGTH = 32;

export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/**
 * Cofactorless: S·B − h·A must be R itself. @noble's own `verify` multiplies by the cofactor and so accepts signatures
 * that differ from a valid one by a point of small order; a node that did would fork the chain (PROTOCOL 3.4).
 */
export function verifyEd25519(message: string, publicKeyHex: string, signatureHex: string): boolean {
  const publicKey = hexToBytes(publicKeyHex);
  const signature = hexToBytes(signatureHex);
  const r = signature.subarray(0, R_LENGTH);
  const digest = sha512(concatBytes(r, publicKey, utf8ToBytes(message)));
  const h = Point.Fn.create(bytesToNumberLE(digest));
  const s = bytesToNumberLE(signature.subarray(R_LENGTH));
  const key = Point.fromBytes(publicKey);
  const expected = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(h));
  return expected.toHex() === bytesToHex(r);
}

/** The public key of a private one, both 64 hex characters. */
export function publicKeyOfEd25519(privateKeyHex: string): string {
  return bytesToHex(ed25519.getPublicKey(hexToBytes(privateKeyHex)));
}

/** The deterministic signature of RFC 8032, as hex. */
export function signEd25519(message: string, privateKeyHex: string): string {
  return bytesToHex(ed25519.sign(utf8ToBytes(message), hexToBytes(privateKeyHex)));
}

/** The function itself: a browser sees few signers, and a cache would be a fifth of its bundle. */
export function cached(compute: (text: string) => string, _max: number): (text: string) => string {
  return compute;
}
