import { MAX_ROUND_RECEIPTS } from "../records/limits.js";
import { askerOf, type Receipt } from "../records/receipt.js";
import { isAbove, type ReceiptRank } from "./receipt-ranks.js";
import type { MainBlockSummary } from "../store/store.js";

/** The main block whose blockhash is a round's key. */
export type RoundTip = Pick<MainBlockSummary, "height" | "blockhash">;

export interface ReceiptSource {
  readonly rank: ReceiptRank;
  /** The host name of the peer that signed a receipt of rank "peer". */
  readonly host?: string;
}

interface Round {
  readonly key: string;
  readonly receipts: Map<string, Receipt>;
  /** Of the same askers. */
  readonly sources: Map<string, ReceiptSource>;
}

const NO_RECEIPTS: ReadonlyMap<string, Receipt> = new Map();
/**
 * How many rounds are kept: more than the main blocks of a confirm interval. After that a chain stands still
 * (PROTOCOL 9.14).
 */
const MAX_ROUNDS = 1024;
/** How many receipts are kept over all rounds: a few megabytes. */
const MAX_RECEIPTS = 8192;

/** How many receipts are kept in a round that a miner would not include: to pass on to nodes that may include them. */
const MAX_STRANGERS = 32;
/** The ranks that are forgotten before whole rounds are, the first one first. */
const FORGOTTEN_FIRST = ["stranger", "peer"] as const satisfies readonly ReceiptRank[];

/** The receipts that a node holds, by the round they were given in and the asker's address (PROTOCOL 10.9). */
export class ReceiptBook {
  /** By main height, in the order in which the rounds began. */
  readonly #rounds = new Map<number, Round>();
  #count = 0;

  /**
   * Whether there is room for a receipt that another node shows. The first receipt of an asker stays, and of a
   * beneficiary unless a later one has a higher rank; otherwise a peer that signs a new one for every request would have
   * all of them verified.
   */
  hasRoomFor({ blockhash }: RoundTip, receipt: Receipt, source: ReceiptSource): boolean {
    const round = this.#ofKey(blockhash);
    if (round === undefined) return true;
    if (round.receipts.has(askerOf(receipt))) return false;
    const { rank } = sourceIn(round, source);
    const held = [...round.sources.values()];
    if (rank === "stranger" && held.filter((each) => each.rank === rank).length >= MAX_STRANGERS)
      return false;
    if (round.receipts.size >= MAX_ROUND_RECEIPTS && lastBelow(round, rank) === undefined) return false;
    return ![...round.receipts].some(
      ([asker, { beneficiary }]) => beneficiary === receipt.beneficiary && !isBelow(round, asker, rank),
    );
  }

  /**
   * Adds a verified receipt of a round. A newer one of the same asker replaces the older one. In a full round it takes
   * the place of one of the lowest rank below its own.
   */
  add(tip: RoundTip, receipt: Receipt, source: ReceiptSource): void {
    const round = this.#open(tip);
    const signer = askerOf(receipt);
    this.#remove(round, signer);
    const placed = sourceIn(round, source);
    if (round.receipts.size >= MAX_ROUND_RECEIPTS) {
      const last = lastBelow(round, placed.rank);
      if (last === undefined) return;
      this.#remove(round, last);
    }
    this.#count += 1;
    round.receipts.set(signer, receipt);
    round.sources.set(signer, placed);
    this.#forgetOldest();
  }

  /** The receipts that Broadcast shows for a round. */
  ofRound(key: string): ReadonlyMap<string, Receipt> {
    return this.#ofKey(key)?.receipts ?? NO_RECEIPTS;
  }

  /** The receipt of an asker from the latest round that holds one. */
  latestOf(asker: string): Receipt | undefined {
    const rounds = [...this.#rounds.values()];
    return rounds.findLast(({ receipts }) => receipts.has(asker))?.receipts.get(asker);
  }

  /** The latest receipt of each asker from the rounds up to a main height, in ascending order of address. */
  upTo(mainHeight: number): ReadonlyMap<string, Receipt> {
    const latest = new Map<string, Receipt>();
    const heights = [...this.#rounds.keys()].filter((height) => height <= mainHeight);
    heights.sort((left, right) => right - left);
    for (const height of heights) {
      for (const [signer, receipt] of this.#rounds.get(height)?.receipts ?? NO_RECEIPTS) {
        if (!latest.has(signer)) latest.set(signer, receipt);
      }
    }
    return new Map([...latest].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  /** The receipts of a round. A round of the same height with another key was undone, and is replaced. */
  #open({ height, blockhash }: RoundTip): Round {
    const known = this.#rounds.get(height);
    if (known?.key === blockhash) return known;
    this.#forget(height);
    const round: Round = { key: blockhash, receipts: new Map(), sources: new Map() };
    this.#rounds.set(height, round);
    return round;
  }

  #ofKey(key: string): Round | undefined {
    for (const round of this.#rounds.values()) if (round.key === key) return round;
    return undefined;
  }

  /** Forgets low ranks first, so that they do not crowd out older receipts of those who work. */
  #forgetOldest(): void {
    for (const forgotten of FORGOTTEN_FIRST)
      for (const round of this.#rounds.values()) {
        if (this.#count <= MAX_RECEIPTS) break;
        for (const [signer, { rank }] of round.sources) if (rank === forgotten) this.#remove(round, signer);
      }
    for (const height of this.#rounds.keys()) {
      if (this.#rounds.size <= MAX_ROUNDS && this.#count <= MAX_RECEIPTS) return;
      this.#forget(height);
    }
  }

  #remove({ receipts, sources }: Round, signer: string): void {
    if (receipts.delete(signer)) this.#count -= 1;
    sources.delete(signer);
  }

  #forget(height: number): void {
    this.#count -= this.#rounds.get(height)?.receipts.size ?? 0;
    this.#rounds.delete(height);
  }
}

/** A miner includes one receipt a peer's host (PROTOCOL 15.4): further ones are kept like those of strangers. */
function sourceIn({ sources }: Round, source: ReceiptSource): ReceiptSource {
  if (source.rank !== "peer") return source;
  const isTaken = [...sources.values()].some(({ rank, host }) => rank === "peer" && host === source.host);
  return isTaken ? { rank: "stranger" } : source;
}

function isBelow({ sources }: Round, asker: string, rank: ReceiptRank): boolean {
  const held = sources.get(asker);
  return held !== undefined && isAbove(rank, held.rank);
}

/** The asker of the last receipt of the lowest rank, if that is below a rank. */
function lastBelow({ sources }: Round, rank: ReceiptRank): string | undefined {
  let [last, lowest] = [undefined as string | undefined, rank];
  for (const [asker, held] of sources) {
    if (isAbove(rank, held.rank) && !isAbove(held.rank, lowest)) [last, lowest] = [asker, held.rank];
  }
  return last;
}
