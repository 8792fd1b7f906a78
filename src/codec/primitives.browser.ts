/** The primitives of `primitives.ts` from @noble, where there is no `node:crypto`. */
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

export function verifyEd25519(message: string, publicKeyHex: string, signatureHex: string): boolean {
  return ed25519.verify(hexToBytes(signatureHex), utf8ToBytes(message), hexToBytes(publicKeyHex), {
    zip215: false,
  });
}
