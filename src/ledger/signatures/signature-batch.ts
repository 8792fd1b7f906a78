import { isKey, isSignature } from "../../codec/ed25519.js";
import type { SignedHash } from "../../records/transaction.js";

/** A signature with what it signs: text, public key, signature. */
export type SignatureToVerify = readonly [string, string, string];

const PARTS = 3;

/** One text for a message between threads: copying many small texts takes a tenth as long as verifying them. */
export function batchToText(signed: readonly SignedHash[]): string {
  return signed
    .map(({ hash, public_key, signature }) =>
      // Anything not of this form could hold a line break. It is not valid, and neither is an empty entry.
      [hash, isKey(public_key) ? public_key : "", isSignature(signature) ? signature : ""].join("\n"),
    )
    .join("\n");
}

export function textToBatch(text: string): readonly SignatureToVerify[] {
  const lines = text.split("\n");
  const batch: SignatureToVerify[] = [];
  for (let index = 0; index < lines.length; index += PARTS) {
    const [signed = "", publicKey = "", signature = ""] = lines.slice(index, index + PARTS);
    batch.push([signed, publicKey, signature]);
  }
  return batch;
}
