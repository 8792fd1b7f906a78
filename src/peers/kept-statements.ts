import type { Chunk } from "../records/chunk.js";
import type { Hypothesis } from "../records/hypothesis.js";
import type { Peer } from "./tracking/peer-table.js";

interface Kept<T> {
  readonly peer: Peer;
  readonly record: T;
  readonly untilUs: number;
}

/** Takes what is kept. Resolves to false for a statement that still cannot be taken. */
interface Taker {
  readonly chunk: (chunk: Chunk) => Promise<boolean>;
  readonly hypothesis: (hypothesis: Hypothesis) => Promise<boolean>;
  readonly onFailure: (peer: Peer, error: unknown) => void;
}

/** A statement that cannot be taken for so long is of another round. */
const KEPT_US = 5_000_000;
/** The most statements of a kind, of one peer and of all. */
const MAX_OF_PEER = 9;
const MAX_KEPT = 12;

/**
 * The statements that could not be taken yet, because their transactions, their chunks or the block before them are
 * still on their way (PROTOCOL 9.11, 15.1). A peer that tells news shows them once, so they are offered again from
 * here.
 */
export class KeptStatements {
  #chunks: readonly Kept<Chunk>[] = [];
  #hypotheses: readonly Kept<Hypothesis>[] = [];

  get isEmpty(): boolean {
    return this.#chunks.length === 0 && this.#hypotheses.length === 0;
  }

  keepChunk(peer: Peer, record: Chunk, nowUs: number): void {
    this.#chunks = withOne(this.#chunks, { peer, record, untilUs: nowUs + KEPT_US });
  }

  keepHypothesis(peer: Peer, record: Hypothesis, nowUs: number): void {
    this.#hypotheses = withOne(this.#hypotheses, { peer, record, untilUs: nowUs + KEPT_US });
  }

  /** Offers all again, and keeps those that can still not be taken. */
  async offer(nowUs: number, taker: Taker): Promise<void> {
    const [chunks, hypotheses] = [this.#chunks, this.#hypotheses];
    this.#chunks = [];
    this.#hypotheses = [];
    this.#chunks = [...(await stillKept(chunks, nowUs, taker.chunk, taker)), ...this.#chunks];
    this.#hypotheses = [
      ...(await stillKept(hypotheses, nowUs, taker.hypothesis, taker)),
      ...this.#hypotheses,
    ];
  }
}

/**
 * The oldest of a peer makes room for its own, and of all peers that of the one that has the most: these statements are
 * not verified, so one that shows many must not crowd out those of the others.
 */
function withOne<T>(kept: readonly Kept<T>[], one: Kept<T>): readonly Kept<T>[] {
  const all = [...kept, one];
  const ofHost = (host: string): readonly Kept<T>[] => all.filter(({ peer }) => peer.host === host);
  const most = all.map(({ peer }) => ofHost(peer.host)).reduce(longer);
  if (all.length <= MAX_KEPT && most.length <= MAX_OF_PEER) return all;
  return all.filter((each) => each !== most[0]);
}

function longer<T>(left: readonly T[], right: readonly T[]): readonly T[] {
  return right.length > left.length ? right : left;
}

async function stillKept<T>(
  kept: readonly Kept<T>[],
  nowUs: number,
  isTaken: (record: T) => Promise<boolean>,
  { onFailure }: Taker,
): Promise<readonly Kept<T>[]> {
  const still: Kept<T>[] = [];
  for (const each of kept) {
    if (each.untilUs <= nowUs) continue;
    try {
      if (!(await isTaken(each.record))) still.push(each);
    } catch (error) {
      onFailure(each.peer, error);
    }
  }
  return still;
}
