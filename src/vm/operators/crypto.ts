import { isKey, isSignature, isSignatureValid } from "../../codec/ed25519.js";
import { hashOf, idHashOf, shortHashOf } from "../../codec/hash.js";
import { byteLength, valueToText } from "../../codec/text.js";
import type { Value, ValueList } from "../../codec/value.js";
import { executionFailure } from "../failure.js";
import { argument, type Operator } from "../operator.js";
import type { Run } from "../run.js";
import { COSTS } from "../work.js";

/** Hashes and signatures over `text(value)` (PROTOCOL 2.1, 3.4, 7.31). */
export const CRYPTO: readonly Operator[] = [
  /** `$hash: [value]` returns `H(value)`. */
  { name: "hash", arity: [1, 1], call: hashing(hashOf) },
  /** `$short_hash: [value]` returns `shortHash(value)`. */
  { name: "short_hash", arity: [1, 1], call: hashing(shortHashOf) },
  /** `$id_hash: [value]` returns `idHash(value)`. */
  { name: "id_hash", arity: [1, 1], call: hashing(idHashOf) },
  { name: "sign_verify", arity: [3, 3], call: signVerify },
];

const SIGNATURE_LENGTH = 128;

function hashing(hash: (value: Value) => string): Operator["call"] {
  return (args, run) => {
    const value = argument(args, 0);
    run.measure(value);
    return hash(value);
  };
}

/**
 * `$sign_verify: [value, public key, signature]`. False for an invalid key and for a signature whose length is not 128
 * bytes. Fails for a signature of 128 bytes that is not hexadecimal.
 */
function signVerify(args: ValueList, run: Run): Value {
  const [value = null, publicKey = null, signature = null] = args;
  if (typeof publicKey !== "string" || typeof signature !== "string") return false;
  if (!isKey(publicKey) || byteLength(signature) !== SIGNATURE_LENGTH) return false;
  if (!isSignature(signature)) throw executionFailure("The signature is not hex. ");
  run.measure(value);
  run.charge(COSTS.verification);
  return isSignatureValid(valueToText(value), publicKey, signature);
}
