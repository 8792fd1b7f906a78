import type { Ledger } from "../ledger/ledger.js";
import { MAX_ROUND_RECEIPTS } from "../records/limits.js";
import type { Receipt } from "../records/receipt.js";

/**
 * Whose work a receipt proves to this node (PROTOCOL 15.4), the most important first. A `stranger` may be anyone:
 * receipts cost nothing to make.
 */
const RANKS = ["own", "worker", "peer", "stranger"] as const;
export type ReceiptRank = (typeof RANKS)[number];

const INCLUDED = ["own", "worker", "peer"] as const satisfies readonly ReceiptRank[];
/** How many confirm counts of resource blocks name the workers. */
const CONFIRM_COUNTS = 2;

/** Those whose receipts a miner includes. */
export interface Workers {
  readonly own: string;
  /** The validators and miners of the last resource blocks. */
  readonly validators: ReadonlySet<string>;
  readonly miners: ReadonlySet<string>;
  /** The host names of the peers that authenticated, by the address of the peer key. */
  readonly peers: ReadonlyMap<string, string>;
}

export interface ReceiptRanksOptions {
  readonly ledger: Ledger;
  readonly own: string;
  readonly peers: () => ReadonlyMap<string, string>;
}

/** Ranks receipts by what this node knows of those that they name. */
export class ReceiptRanks {
  readonly #options: ReceiptRanksOptions;
  #resourceTip = "";
  #slots: Pick<Workers, "validators" | "miners"> = { validators: new Set(), miners: new Set() };

  constructor(options: ReceiptRanksOptions) {
    this.#options = options;
  }

  async workers(): Promise<Workers> {
    const { ledger, own, peers } = this.#options;
    const { tip } = ledger.resourceChain;
    if (tip !== null && tip.blockhash !== this.#resourceTip) {
      const count = CONFIRM_COUNTS * ledger.network.constants.resource_confirm_count;
      const last = await ledger.store.resourceBlocks(Math.max(1, tip.height - count + 1), tip.height);
      const addressesOf = (role: "validator" | "miner"): ReadonlySet<string> =>
        new Set(last.map((block) => block[role]));
      this.#slots = { validators: addressesOf("validator"), miners: addressesOf("miner") };
      this.#resourceTip = tip.blockhash;
    }
    return { own, peers: peers(), ...this.#slots };
  }
}

/** @param asker the address that the receipt is listed under. */
export function rankOf(asker: string, receipt: Receipt, workers: Workers): ReceiptRank {
  if (asker === workers.own) return "own";
  if (workers.validators.has(asker) || workers.miners.has(receipt.beneficiary)) return "worker";
  return workers.peers.has(receipt.signed_query.query.address) ? "peer" : "stranger";
}

/** The host name of the peer that signed a receipt; empty when it did not authenticate. */
export function hostOf(receipt: Receipt, { peers }: Pick<Workers, "peers">): string {
  return peers.get(receipt.signed_query.query.address) ?? "";
}

export function isAbove(left: ReceiptRank, right: ReceiptRank): boolean {
  return RANKS.indexOf(left) < RANKS.indexOf(right);
}

/**
 * The receipts of a miner's next block (PROTOCOL 15.4): its own, those of workers, then those of peers, one for each
 * host name; one for each beneficiary. In ascending order of the askers' addresses.
 */
export function chooseReceipts(
  held: ReadonlyMap<string, Receipt>,
  workers: Workers,
): ReadonlyMap<string, Receipt> {
  const ranked = [...held].map(([asker, receipt]) => ({
    asker,
    receipt,
    rank: rankOf(asker, receipt, workers),
  }));
  const chosen = new Map<string, Receipt>();
  const beneficiaries = new Set<string>();
  const hosts = new Set<string>();
  for (const wanted of INCLUDED)
    for (const { asker, receipt, rank } of ranked) {
      if (rank !== wanted || beneficiaries.has(receipt.beneficiary)) continue;
      if (chosen.size >= MAX_ROUND_RECEIPTS) break;
      const host = hostOf(receipt, workers);
      if (rank === "peer" && hosts.has(host)) continue;
      hosts.add(host);
      beneficiaries.add(receipt.beneficiary);
      chosen.set(asker, receipt);
    }
  return new Map([...chosen].sort(([left], [right]) => (left < right ? -1 : 1)));
}
