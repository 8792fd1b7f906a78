import { chunkHash, createChunk, type Chunk, type ChunkContent } from "../records/chunk.js";
import {
  createHypothesis,
  hypothesisHash,
  type Hypothesis,
  type HypothesisContent,
} from "../records/hypothesis.js";
import type { SigningMemory } from "./signing-memory.js";

/** The validator's key (PROTOCOL 3). */
export interface ValidatorKey {
  readonly privateKey: string;
  readonly address: string;
}

/** The one place where chunks and hypotheses are signed: what is signed has been noted before. */
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
    const signing = { kind: "chunk", previous_blockhash, s_timestamp, hash: chunkHash(content) } as const;
    return (await this.#memory.note(signing)) ? createChunk(content, this.#privateKey) : null;
  }

  /** Null when another hypothesis was signed for this round key and second. */
  async hypothesis(content: HypothesisContent): Promise<Hypothesis | null> {
    const { previous_blockhash, s_timestamp, transactionRoot } = content;
    const hash = hypothesisHash(previous_blockhash, transactionRoot);
    const signing = { kind: "hypothesis", previous_blockhash, s_timestamp, hash } as const;
    return (await this.#memory.note(signing)) ? createHypothesis(content, this.#privateKey) : null;
  }
}
