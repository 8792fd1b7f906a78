import { MAX_ROUND_RECEIPTS } from "../records/limits.js";
import { askerOf, type Receipt } from "../records/receipt.js";
import type { ReceiptRank } from "./receipt-ranks.js";
import type { MainBlockSummary } from "../store/store.js";

/** The main block whose blockhash is a round's key. */
export type RoundTip = Pick<MainBlockSummary, "height" | "blockhash">;

interface Round {
  readonly key: string;
  readonly receipts: Map<string, Receipt>;
  /** The askers of those receipts that are only passed on (PROTOCOL 15.4). */
  readonly strangers: Set<string>;
}

const NO_RECEIPTS: ReadonlyMap<string, Receipt> = new Map();
/**
 * How many rounds are kept: more than the main blocks of a confirm interval. After that a chain stands still
 * (PROTOCOL 9.14).
 */
const MAX_ROUNDS = 1024;
/** How many receipts are kept over all rounds: a few megabytes. */
const MAX_RECEIPTS = 8192;

/** How many receipts of strangers are kept in a round: to pass on to nodes that may know their askers. */
const MAX_STRANGERS = 32;

/** The receipts that a node holds, by the round they were given in and the asker's address (PROTOCOL 10.9). */
export class ReceiptBook {
  /** By main height, in the order in which the rounds began. */
  readonly #rounds = new Map<number, Round>();
  #count = 0;

  /**
   * Whether there is room for a receipt that another node shows. The first receipt of an asker stays, and of a
   * beneficiary; otherwise a peer that signs a new one for every request would have all of them verified.
   */
  hasRoomFor({ blockhash }: RoundTip, receipt: Receipt, rank: ReceiptRank): boolean {
    const round = this.#ofKey(blockhash);
    if (round === undefined) return true;
    const { receipts, strangers } = round;
    if (rank === "stranger" && strangers.size >= MAX_STRANGERS) return false;
    if (receipts.size >= MAX_ROUND_RECEIPTS || receipts.has(askerOf(receipt))) return false;
    return ![...receipts.values()].some(({ beneficiary }) => beneficiary === receipt.beneficiary);
  }

  /** Adds a verified receipt of a round. A newer one of the same asker replaces the older one. */
  add(tip: RoundTip, receipt: Receipt, rank: ReceiptRank): void {
    const { receipts, strangers } = this.#open(tip);
    const signer = askerOf(receipt);
    if (receipts.size >= MAX_ROUND_RECEIPTS && !receipts.has(signer)) {
      const last = [...receipts.keys()].at(-1);
      if (rank !== "own" || last === undefined) return;
      this.#remove({ receipts, strangers }, last);
    }
    if (!receipts.has(signer)) this.#count += 1;
    receipts.set(signer, receipt);
    if (rank === "stranger") strangers.add(signer);
    this.#forgetOldest();
  }

  /** The receipts that Broadcast shows for a round. */
  ofRound(key: string): ReadonlyMap<string, Receipt> {
    return this.#ofKey(key)?.receipts ?? NO_RECEIPTS;
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
    const round = { key: blockhash, receipts: new Map<string, Receipt>(), strangers: new Set<string>() };
    this.#rounds.set(height, round);
    return round;
  }

  #ofKey(key: string): Round | undefined {
    for (const round of this.#rounds.values()) if (round.key === key) return round;
    return undefined;
  }

  /** Forgets strangers first, so that they do not crowd out older receipts of those who work. */
  #forgetOldest(): void {
    for (const round of this.#rounds.values()) {
      if (this.#count <= MAX_RECEIPTS) break;
      for (const signer of round.strangers) this.#remove(round, signer);
    }
    for (const height of this.#rounds.keys()) {
      if (this.#rounds.size <= MAX_ROUNDS && this.#count <= MAX_RECEIPTS) return;
      this.#forget(height);
    }
  }

  #remove({ receipts, strangers }: Pick<Round, "receipts" | "strangers">, signer: string): void {
    if (receipts.delete(signer)) this.#count -= 1;
    strangers.delete(signer);
  }

  #forget(height: number): void {
    this.#count -= this.#rounds.get(height)?.receipts.size ?? 0;
    this.#rounds.delete(height);
  }
}
