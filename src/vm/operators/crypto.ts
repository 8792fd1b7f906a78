import { isKey, isSignature, isSignatureValid } from "../../codec/ed25519.js";
import { hashOf, idHashOf, shortHashOf } from "../../codec/hash.js";
import { byteLength, valueToText } from "../../codec/text.js";
import type { Value, ValueList } from "../../codec/value.js";
import { executionFailed } from "../errors.js";
import type { CRYPTO_SPECS } from "../../records/operators/crypto.js";
import { argument, type OperatorCall, type OperatorCalls } from "../operator.js";
import type { Run } from "../run.js";
import { COSTS, SURCHARGES } from "../work.js";

/** Hashes and signatures over `text(value)` (PROTOCOL 2.1, 3.4, 7.31). */
export const CRYPTO_CALLS: OperatorCalls<typeof CRYPTO_SPECS> = {
  hash: hashing(hashOf, SURCHARGES.hash),
  short_hash: hashing(shortHashOf, SURCHARGES.identifier),
  id_hash: hashing(idHashOf, SURCHARGES.identifier),
  sign_verify: signVerify,
};

const SIGNATURE_LENGTH = 128;

function hashing(hash: (value: Value) => string, surcharge: number): OperatorCall {
  return (args, run) => {
    const value = argument(args, 0);
    run.measure(value);
    run.surcharge(surcharge);
    return hash(value);
  };
}

function signVerify(args: ValueList, run: Run): Value {
  const [value = null, publicKey = null, signature = null] = args;
  if (typeof publicKey !== "string" || typeof signature !== "string") return false;
  if (!isKey(publicKey) || byteLength(signature) !== SIGNATURE_LENGTH) return false;
  if (!isSignature(signature)) throw executionFailed({ message: "The signature is not hex. " });
  run.measure(value);
  run.charge(COSTS.verification);
  return isSignatureValid(valueToText(value), publicKey, signature);
}
