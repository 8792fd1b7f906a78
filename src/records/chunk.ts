import { isSignatureValid, privateKeyToPublicKey, sign } from "../codec/ed25519.js";
import { merkleRoot, timeHash } from "../codec/hash.js";
import { objectToMap, type Value } from "../codec/value.js";
import * as errors from "./errors.js";
import { Fields } from "./fields.js";
import { MAX_BLOCK_TRANSACTIONS } from "./limits.js";
import type { Chunk } from "./operations/record-schemas.js";

export type { Chunk };

export type ChunkContent = Pick<Chunk, "previous_blockhash" | "transactions" | "s_timestamp">;

/** `timeHash(previous_blockhash ‖ merkleRoot(sorted hashes), s_timestamp)`. */
export function hashChunk(content: ChunkContent): string {
  const root = merkleRoot(content.transactions.toSorted());
  return timeHash(content.previous_blockhash + root, content.s_timestamp);
}

export function createChunk(content: ChunkContent, nodePrivateKey: string): Chunk {
  const signature = sign(hashChunk(content), nodePrivateKey);
  return signedChunk(content, { public_key: privateKeyToPublicKey(nodePrivateKey), signature });
}

/** The chunk of a content whose hash a key has signed. */
export function signedChunk(
  content: ChunkContent,
  { public_key, signature }: Pick<Chunk, "public_key" | "signature">,
): Chunk {
  const { previous_blockhash, s_timestamp } = content;
  const transactions = content.transactions.toSorted();
  return {
    previous_blockhash,
    transactions,
    chunk_hash: hashChunk(content),
    s_timestamp,
    public_key,
    signature,
  };
}

/** Reads a received chunk. Throws `RECORD_MALFORMED`. `assertChunkSigned` checks hash and signature. */
export function readChunk(value: Value | undefined): Chunk {
  const fields = new Fields(value, "chunk");
  return {
    previous_blockhash: fields.previousBlockhash("previous_blockhash"),
    transactions: fields.timeHashes("transactions", MAX_BLOCK_TRANSACTIONS),
    chunk_hash: fields.timeHash("chunk_hash"),
    s_timestamp: fields.integer("s_timestamp"),
    public_key: fields.publicKey("public_key"),
    signature: fields.signature("signature"),
  };
}

/** Throws `CHUNK_HASH` or `CHUNK_SIGNATURE` unless hash and signature are valid (PROTOCOL 9.10). */
export function assertChunkSigned(chunk: Chunk): void {
  if (chunk.chunk_hash !== hashChunk(chunk)) throw errors.chunkHash();
  if (!isSignatureValid(chunk.chunk_hash, chunk.public_key, chunk.signature)) throw errors.chunkSignature();
}

/** The chunk as a value, in the protocol's order of fields. */
export function chunkToValue(chunk: Chunk): Value {
  return objectToMap({
    previous_blockhash: chunk.previous_blockhash,
    transactions: chunk.transactions,
    chunk_hash: chunk.chunk_hash,
    s_timestamp: BigInt(chunk.s_timestamp),
    public_key: chunk.public_key,
    signature: chunk.signature,
  });
}
