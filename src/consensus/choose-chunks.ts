import { REFRESH_INTERVAL_US } from "../records/limits.js";
import type { Chunk } from "../records/chunk.js";
import type { Hypothesis } from "../records/hypothesis.js";
import type { RoundBook } from "./round-book.js";
import { haveConsensus, votesOf } from "./votes.js";

/** Chunks by their signer's address. */
export type Chunks = ReadonlyMap<string, Chunk>;

/**
 * Whether a chunk still counts at a round time: its signer makes another one after the refresh interval (PROTOCOL 9.3).
 */
export function isFresh(chunk: Chunk | undefined, roundTimeUs: number): chunk is Chunk {
  return chunk !== undefined && chunk.s_timestamp > roundTimeUs - REFRESH_INTERVAL_US;
}

/** What a validator votes on. */
export interface ChosenChunks {
  readonly chunks: Chunks;
  /** The hypothesis that it joins; null when these are all chunks that it holds. */
  readonly joined: Hypothesis | null;
}

export interface Choice {
  readonly roundTimeUs: number;
  readonly validator: string;
  /** Whether a hypothesis dated before the round time may be joined: its block may end early (PROTOCOL 16.9). */
  readonly joinsEarlier: boolean;
  /** Hypotheses whose chunks give another block than they sign. */
  readonly refuted: WeakSet<Hypothesis>;
}

/**
 * The chunks that a validator's hypothesis lists (PROTOCOL 9.6, 9.7); null while they are too few. The newest slot
 * waits for no chunk. The others join a hypothesis of this round time (where blocks end early, or of an earlier one), so
 * that validators that hold different chunks still agree: the newest slot's, else the one that covers the most slots.
 * Without such a hypothesis they list all chunks they hold.
 */
export function chooseChunks(
  book: RoundBook,
  slots: readonly string[],
  { roundTimeUs, validator, joinsEarlier, refuted }: Choice,
): ChosenChunks | null {
  const held = new Map<string, Chunk>();
  for (const signer of new Set(slots)) {
    const chunk = book.chunks.get(signer);
    if (isFresh(chunk, roundTimeUs)) held.set(signer, chunk);
  }
  const all: ChosenChunks = { chunks: held, joined: null };
  if (validator === slots.at(-1)) return held.size > 0 ? all : null;
  if (!haveConsensus(held, slots)) return null;
  const hypotheses = new Map(
    [...book.latestHypotheses].filter(
      ([, hypothesis]) =>
        !refuted.has(hypothesis) &&
        (joinsEarlier ? hypothesis.s_timestamp <= roundTimeUs : hypothesis.s_timestamp === roundTimeUs),
    ),
  );
  return toJoin(hypotheses, held, slots) ?? all;
}

function toJoin(
  hypotheses: ReadonlyMap<string, Hypothesis>,
  held: Chunks,
  slots: readonly string[],
): ChosenChunks | null {
  let best: { readonly joined: Hypothesis; readonly votes: number; readonly chunks: Chunks } | null = null;
  for (const [signer, joined] of hypotheses) {
    const { hypothesis_hash: hash, chunks: listed } = joined;
    const chunks = new Map([...held].filter(([owner, chunk]) => listed.get(owner) === chunk.chunk_hash));
    if (listed.size === 0 || chunks.size < listed.size) continue;
    if (signer === slots.at(-1)) return { chunks, joined };
    if (!haveConsensus(chunks, slots)) continue;
    const votes = votesOf(signersOf(hypotheses, hash), slots);
    if (best === null || votes > best.votes || (votes === best.votes && hash < best.joined.hypothesis_hash))
      best = { joined, votes, chunks };
  }
  return best;
}

function signersOf(hypotheses: ReadonlyMap<string, Hypothesis>, hash: string): ReadonlySet<string> {
  const matching = [...hypotheses].filter(([, hypothesis]) => hypothesis.hypothesis_hash === hash);
  return new Set(matching.map(([signer]) => signer));
}
