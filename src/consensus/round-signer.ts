import { hashChunk, createChunk, type Chunk, type ChunkContent } from "../records/chunk.js";
import { createHypothesis, type Hypothesis, type HypothesisContent } from "../records/hypothesis.js";
import type { SigningMemory } from "./signing-memory.js";

/** The node key of a validator (PROTOCOL 3.5). */
export interface ValidatorKey {
  readonly privateKey: string;
  readonly address: string;
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
    const { previous_blockhash, s_timestamp } = content;
    const signing = { kind: "chunk", previous_blockhash, s_timestamp, hash: hashChunk(content) } as const;
    return (await this.#memory.note(signing)) ? createChunk(content, this.#privateKey) : null;
  }

  /** Null when another hypothesis was signed for this round key and second. */
  async hypothesis(content: HypothesisContent): Promise<Hypothesis | null> {
    const { previous_blockhash, s_timestamp, hypothesis_hash: hash } = content;
    const signing = { kind: "hypothesis", previous_blockhash, s_timestamp, hash } as const;
    return (await this.#memory.note(signing)) ? createHypothesis(content, this.#privateKey) : null;
  }
}
