import { hashChunk, createChunk, type Chunk, type ChunkContent } from "../records/chunk.js";
import { createHypothesis, type Hypothesis, type HypothesisContent } from "../records/hypothesis.js";
import type { Signing, SigningMemory } from "./signing-memory.js";

/** The node key of a validator (PROTOCOL 3.5). */
export interface ValidatorKey {
  readonly privateKey: string;
  readonly address: string;
}

/** What the newest slot signs for its block, all of one round key and time. */
interface Decision {
  readonly chunk: Chunk;
  readonly hypothesis: Hypothesis;
}

/** Signs chunks and hypotheses (PROTOCOL 9.5, 9.8). Nothing else does: each signature is noted before it is made. */
export class RoundSigner {
  readonly address: string;
  readonly #privateKey: string;
  readonly #memory: SigningMemory;

  constructor({ address, privateKey }: ValidatorKey, memory: SigningMemory) {
    this.address = address;
    this.#privateKey = privateKey;
    this.#memory = memory;
  }

  /** Null when another chunk was signed for this round key and second. */
  async chunk(content: ChunkContent): Promise<Chunk | null> {
    return (await this.#memory.note([signingOfChunk(content)]))
      ? createChunk(content, this.#privateKey)
      : null;
  }

  /** Null when another hypothesis was signed for this round key and second. */
  async hypothesis(content: HypothesisContent): Promise<Hypothesis | null> {
    const isNoted = await this.#memory.note([signingOfHypothesis(content)]);
    return isNoted ? createHypothesis(content, this.#privateKey) : null;
  }

  /**
   * Signs a chunk and the hypothesis that lists it and these chunks of others: one flush of the disk notes both. Null
   * when another chunk or hypothesis was signed for this round key and second.
   */
  async decide(content: ChunkContent, hypothesis: HypothesisContent): Promise<Decision | null> {
    const isNoted = await this.#memory.note([signingOfChunk(content), signingOfHypothesis(hypothesis)]);
    if (!isNoted) return null;
    const chunk = createChunk(content, this.#privateKey);
    const chunks = new Map([[this.address, chunk.chunk_hash], ...hypothesis.chunks]);
    return { chunk, hypothesis: createHypothesis({ ...hypothesis, chunks }, this.#privateKey) };
  }
}

function signingOfChunk(content: ChunkContent): Signing {
  const { previous_blockhash, s_timestamp } = content;
  return { kind: "chunk", previous_blockhash, s_timestamp, hash: hashChunk(content) };
}

function signingOfHypothesis(content: HypothesisContent): Signing {
  const { previous_blockhash, s_timestamp, hypothesis_hash: hash } = content;
  return { kind: "hypothesis", previous_blockhash, s_timestamp, hash };
}
