import { setTimeout } from "node:timers/promises";
import { answerTooLarge } from "../../client/errors.js";
import * as errors from "../errors.js";

const MEBIBYTE = 1024 * 1024;
/** What all answers of strangers that are being read may take together, and what one of them takes at least that is too large. */
const [MAX_BYTES, LARGE_BYTES] = [64 * MEBIBYTE, 8 * MEBIBYTE];

export class AnswerUnderWay {
  /** Rejects when the answer must make room. A peer that answers no further would keep its memory else. */
  readonly ousted: Promise<never>;
  #oust: (reason: Error) => void = () => undefined;
  #reason: Error | null = null;
  #bytes = 0;

  constructor() {
    this.ousted = new Promise((_, reject) => (this.#oust = reject));
    // It may reject while no piece is awaited.
    this.ousted.catch(() => undefined);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Notes how much the answer takes by now. Throws why it must make room. */
  takes(bytes: number): void {
    if (this.#reason !== null) throw this.#reason;
    bytesUnderWay += bytes - this.#bytes;
    this.#bytes = bytes;
    if (bytesUnderWay > MAX_BYTES)
      for (const answer of largestFirst()) if (bytesUnderWay > MAX_BYTES) answer.#makeRoom();
    if (this.#reason !== null) throw this.#reason;
  }

  end(): void {
    bytesUnderWay -= this.#bytes;
    this.#bytes = 0;
    underWay.delete(this);
  }

  #makeRoom(): void {
    const [used, limit] = [bytesUnderWay, MAX_BYTES];
    const isLarge = this.#bytes >= LARGE_BYTES;
    // An honest answer may only be in the way of others.
    this.#reason = isLarge
      ? answerTooLarge({ limit: `${LARGE_BYTES} bytes while others are read` })
      : errors.memoryShort({ used, limit });
    this.end();
    this.#oust(this.#reason);
  }
}

/**
 * An answer with blocks that is being read. Such answers wait for each other: beyond their bytes together only the first
 * is read on, so that one long block is still read, and several of a hostile peer are not held at once.
 */
export class BlockAnswer {
  #bytes = 0;

  constructor() {
    blockAnswers.add(this);
  }

  /** Notes how much the answer takes by now. */
  takes(bytes: number): void {
    blockBytes += bytes - this.#bytes;
    this.#bytes = bytes;
  }

  /** Throws `PEER_BLOCK_LONG` when the answer alone takes more than such answers may together. */
  assertShort(): void {
    if (this.#bytes > MAX_BYTES) throw errors.peerBlockLong({ limit: MAX_BYTES });
  }

  get #mustWait(): boolean {
    return blockBytes > MAX_BYTES && blockAnswers.values().next().value !== this;
  }

  /** Resolves when the answer may be read on. Meanwhile calls `onLook` every `lookMs`. */
  async room(lookMs: number, onLook?: () => void): Promise<void> {
    while (this.#mustWait) {
      const hasRoom = new Promise<void>((resolve) => waiting.push(resolve));
      await Promise.race([hasRoom, setTimeout(lookMs)]);
      onLook?.();
    }
  }

  end(): void {
    this.takes(0);
    blockAnswers.delete(this);
    for (const resume of waiting.splice(0)) resume();
  }
}

/** In the order in which they began. */
const blockAnswers = new Set<BlockAnswer>();
const waiting: (() => void)[] = [];
let blockBytes = 0;

/** Of all peers: the memory is that of the process. */
const underWay = new Set<AnswerUnderWay>();
let bytesUnderWay = 0;

/** Begins to count an answer. The caller ends it. */
export function beginAnswer(): AnswerUnderWay {
  const answer = new AnswerUnderWay();
  underWay.add(answer);
  return answer;
}

function largestFirst(): readonly AnswerUnderWay[] {
  return [...underWay].sort((left, right) => right.bytes - left.bytes);
}
