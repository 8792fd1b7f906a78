import { MAX_ROUND_RECEIPTS } from "../records/limits.js";
import { receiptSigner, type Receipt } from "../records/receipt.js";
import type { MainBlockSummary } from "../store/store.js";

/** The main block whose blockhash is a round's key. */
export type RoundTip = Pick<MainBlockSummary, "height" | "blockhash">;

interface Round {
  readonly key: string;
  readonly receipts: Map<string, Receipt>;
}

const NO_RECEIPTS: ReadonlyMap<string, Receipt> = new Map();
/**
 * How many rounds are kept: more than the main blocks of a confirm interval. After that a chain stands still
 * (PROTOCOL 9.14).
 */
const MAX_ROUNDS = 1024;
/** How many receipts are kept over all rounds: a few megabytes. */
const MAX_RECEIPTS = 8192;

/** The receipts that a node holds, by the round they were given in and the asker's address (PROTOCOL 10.9). */
export class ReceiptBook {
  /** By main height, in the order in which the rounds began. */
  readonly #rounds = new Map<number, Round>();
  #count = 0;

  /**
   * Whether there is room for a receipt that another node shows. The first receipt of an asker stays; otherwise a peer
   * that signs a new one for every request would have all of them verified.
   */
  hasRoomFor({ blockhash }: RoundTip, receipt: Receipt): boolean {
    const receipts = this.ofRound(blockhash);
    return receipts.size < MAX_ROUND_RECEIPTS && !receipts.has(receiptSigner(receipt));
  }

  /** Adds a verified receipt of a round. A newer one of the same asker replaces the older one. */
  add(round: RoundTip, receipt: Receipt): void {
    const receipts = this.#open(round);
    const signer = receiptSigner(receipt);
    if (!receipts.has(signer)) {
      if (receipts.size >= MAX_ROUND_RECEIPTS) return;
      this.#count += 1;
    }
    receipts.set(signer, receipt);
    this.#forgetOldest();
  }

  /** The receipts that Broadcast shows for a round. */
  ofRound(key: string): ReadonlyMap<string, Receipt> {
    for (const round of this.#rounds.values()) if (round.key === key) return round.receipts;
    return NO_RECEIPTS;
  }

  /** The latest receipt of each asker from the rounds up to a main height, in ascending order of address. */
  upTo(mainHeight: number): ReadonlyMap<string, Receipt> {
    const latest = new Map<string, Receipt>();
    const heights = [...this.#rounds.keys()].filter((height) => height <= mainHeight);
    heights.sort((left, right) => right - left);
    for (const height of heights) {
      for (const [signer, receipt] of this.#rounds.get(height)?.receipts ?? NO_RECEIPTS) {
        if (!latest.has(signer) && latest.size < MAX_ROUND_RECEIPTS) latest.set(signer, receipt);
      }
    }
    return new Map([...latest].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  /** The receipts of a round. A round of the same height with another key was undone, and is replaced. */
  #open({ height, blockhash }: RoundTip): Map<string, Receipt> {
    const known = this.#rounds.get(height);
    if (known?.key === blockhash) return known.receipts;
    this.#forget(height);
    const receipts = new Map<string, Receipt>();
    this.#rounds.set(height, { key: blockhash, receipts });
    return receipts;
  }

  #forgetOldest(): void {
    for (const height of this.#rounds.keys()) {
      if (this.#rounds.size <= MAX_ROUNDS && this.#count <= MAX_RECEIPTS) return;
      this.#forget(height);
    }
  }

  #forget(height: number): void {
    this.#count -= this.#rounds.get(height)?.receipts.size ?? 0;
    this.#rounds.delete(height);
  }
}
