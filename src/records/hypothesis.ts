import { isSignatureValid, privateKeyToPublicKey, sign } from "../codec/ed25519.js";
import { hashOf } from "../codec/hash.js";
import { objectToMap, mapToValue, type Value } from "../codec/value.js";
import * as errors from "./errors.js";
import { Fields, isTimeHash, malformedField } from "./fields.js";
import type { Hypothesis } from "./operations/record-schemas.js";

export type { Hypothesis };

export type HypothesisContent = Pick<
  Hypothesis,
  "hypothesis_hash" | "previous_blockhash" | "s_timestamp" | "chunks"
>;

/** `H(previous_blockhash ‖ merkleRoot(sorted hashes))`, what a hypothesis of rules 1 signs (PROTOCOL 9.8). */
export function hypothesisHash(previousBlockhash: string, transactionRoot: string): string {
  return hashOf(previousBlockhash + transactionRoot);
}

export function createHypothesis(content: HypothesisContent, nodePrivateKey: string): Hypothesis {
  const signature = sign(content.hypothesis_hash, nodePrivateKey);
  return signedHypothesis(content, { public_key: privateKeyToPublicKey(nodePrivateKey), signature });
}

/** The hypothesis of a content whose hash a key has signed. */
export function signedHypothesis(
  { hypothesis_hash, s_timestamp, previous_blockhash, chunks }: HypothesisContent,
  { public_key, signature }: Pick<Hypothesis, "public_key" | "signature">,
): Hypothesis {
  return { hypothesis_hash, s_timestamp, public_key, signature, previous_blockhash, chunks };
}

/** Reads a received hypothesis. Throws `RECORD_MALFORMED`. `assertHypothesisSigned` checks the signature. */
export function readHypothesis(value: Value | undefined): Hypothesis {
  const fields = new Fields(value, "hypothesis");
  const chunks = new Map<string, string>();
  for (const [signer, hash] of fields.map("chunks")) {
    if (typeof hash !== "string" || !isTimeHash(hash))
      throw malformedField("hypothesis", "chunks", "must be hashes by signer");
    chunks.set(signer, hash);
  }
  return {
    hypothesis_hash: fields.statedHash("hypothesis_hash"),
    s_timestamp: fields.integer("s_timestamp"),
    public_key: fields.publicKey("public_key"),
    signature: fields.signature("signature"),
    previous_blockhash: fields.previousBlockhash("previous_blockhash"),
    chunks,
  };
}

/** Throws `HYPOTHESIS_SIGNATURE` unless the signature over the hypothesis hash is valid (PROTOCOL 9.10). */
export function assertHypothesisSigned(hypothesis: Hypothesis): void {
  if (isSignatureValid(hypothesis.hypothesis_hash, hypothesis.public_key, hypothesis.signature)) return;
  throw errors.hypothesisSignature();
}

/** The hypothesis as a value, in the protocol's order of fields. */
export function hypothesisToValue(hypothesis: Hypothesis): Value {
  return objectToMap({
    hypothesis_hash: hypothesis.hypothesis_hash,
    s_timestamp: BigInt(hypothesis.s_timestamp),
    public_key: hypothesis.public_key,
    signature: hypothesis.signature,
    previous_blockhash: hypothesis.previous_blockhash,
    chunks: mapToValue(hypothesis.chunks),
  });
}
