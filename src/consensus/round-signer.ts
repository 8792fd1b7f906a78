import { signedChunk, type Chunk, type ChunkContent } from "../records/chunk.js";
import { signedHypothesis, type Hypothesis, type HypothesisContent } from "../records/hypothesis.js";
import { hashSignedRecord, type HypothesisRecord } from "../records/signed-record.js";
import type { ValidatorKey } from "./validator-key.js";

/** What the newest slot signs for its block, all of one round key and time. */
interface Decision {
  readonly chunk: Chunk;
  readonly hypothesis: Hypothesis;
}

/** The chunks by address that a hypothesis lists. It signs the block alone. */
type Listed = HypothesisContent["chunks"];

/** Signs chunks and hypotheses (PROTOCOL 9.5, 9.8). Nothing else does: the key notes each signature before it is made. */
export class RoundSigner {
  readonly #key: ValidatorKey;

  constructor(key: ValidatorKey) {
    this.#key = key;
  }

  /** The validator's address; empty, which is no validator, while the key does not serve this node. */
  get address(): string {
    return this.#key.isServing ? this.#key.address : "";
  }

  /** Null when another chunk was signed for this round key and second, or nothing is signed. */
  async chunk(content: ChunkContent): Promise<Chunk | null> {
    const [signature] = (await this.#key.sign([{ kind: "chunk", ...content }])) ?? [];
    return signature === undefined ? null : signedChunk(content, this.#with(signature));
  }

  /** Null when another hypothesis was signed for this round key and second, or nothing is signed. */
  async hypothesis(record: HypothesisRecord, chunks: Listed): Promise<Hypothesis | null> {
    const [signature] = (await this.#key.sign([record])) ?? [];
    return signature === undefined ? null : this.#hypothesis(record, chunks, signature);
  }

  /**
   * Signs a chunk and the hypothesis that lists it and these chunks of others: one flush of the disk notes both. Null
   * when another chunk or hypothesis was signed for this round key and second, or nothing is signed.
   */
  async decide(content: ChunkContent, record: HypothesisRecord, others: Listed): Promise<Decision | null> {
    const signatures = (await this.#key.sign([{ kind: "chunk", ...content }, record])) ?? [];
    const [ofChunk, ofHypothesis] = signatures;
    if (ofChunk === undefined || ofHypothesis === undefined) return null;
    const chunk = signedChunk(content, this.#with(ofChunk));
    const chunks = new Map([[this.#key.address, chunk.chunk_hash], ...others]);
    return { chunk, hypothesis: this.#hypothesis(record, chunks, ofHypothesis) };
  }

  #hypothesis(record: HypothesisRecord, chunks: Listed, signature: string): Hypothesis {
    const { previous_blockhash, s_timestamp } = record;
    const content = { hypothesis_hash: hashSignedRecord(record), previous_blockhash, s_timestamp, chunks };
    return signedHypothesis(content, this.#with(signature));
  }

  #with(signature: string): Pick<Chunk, "public_key" | "signature"> {
    return { public_key: this.#key.publicKey, signature };
  }
}
