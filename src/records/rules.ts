import { padStateKey } from "../codec/state-key.js";
import { timeHashToTime } from "../codec/hash.js";
import { hypothesisHash } from "./hypothesis.js";
import { MAX_BLOCK_WORK, WORK_LIMIT } from "./limits.js";
import { shareAmongAll, shareByListings, type Reward } from "./reward-shares.js";

/**
 * The differences between rules 1, those of every network with 2.1 nodes, and rules 2, those of networks that begin with
 * chainnode (PROTOCOL 16). Whatever differs is a row of this table; code asks the rules of its network for the row and
 * never for their number.
 */

export type RulesNumber = 1 | 2;

/**
 * The table of costs that work is counted by (PROTOCOL 15.8, 16.9): 1 in all networks of rules 1 and where a definition
 * of rules 2 names none. What a node spends itself is counted by table 2 everywhere.
 */
export type CostTable = 1 | 2;

/** The rules of a network or node that does not say which. */
export const DEFAULT_RULES = 1 satisfies RulesNumber;

/** What a hypothesis may state of a block (PROTOCOL 9.8, 16.1). */
export interface StatedBlock {
  readonly previous_blockhash: string;
  /** `merkleRoot` of the block's sorted transaction hashes. */
  readonly transactionRoot: string;
  readonly blockhash: string;
}

/** How much the machine may work through, in characters (PROTOCOL 15.8, 16.9). */
export interface WorkLimits {
  /** For a transaction that a user submits: it leaves a part of its block to the others. */
  readonly admission: number;
  /** For a transaction of another node, and for all transactions that a validator proposes together. */
  readonly proposal: number;
  /** For all transactions together in a block of another node. */
  readonly block: number;
}

export interface RuleSet {
  readonly number: RulesNumber;
  readonly costTable: CostTable;
  /** What a node says of its rules in its Peer answer; a 2.1 node says nothing (PROTOCOL 16). */
  readonly announced: bigint | null;
  /** What the network key is the hash of (PROTOCOL 4.4, 16.5). */
  networkPhrase(network: { readonly network_name: string; readonly text: string }): string;
  /** Whether a new network draws its nonce, and proposes a difficulty that it measured. */
  readonly beginsByChance: boolean;
  /** Whether a transaction must name its signer, its space and its network (PROTOCOL 16.5). */
  readonly namesNetwork: boolean;
  /** Whether a main block names the resource block that determines its validators (PROTOCOL 16.2). */
  readonly namesResourceBlock: boolean;
  /** What a hypothesis signs (PROTOCOL 9.8, 16.1). */
  hypothesisHash(block: StatedBlock): string;
  /** Whether that is the whole block, and not its transactions alone. */
  readonly signsWholeBlock: boolean;
  /** Whether a hypothesis may carry a date: where its hash is a blockhash, only that block's (PROTOCOL 16.1). */
  isHypothesisDated(hash: string, s_timestamp: number): boolean;
  /** Whether only seal entries with the block's own s_timestamp count (PROTOCOL 8.11, 16.1). */
  readonly isSealTimeExact: boolean;
  /** Whether fresh chunks of this many slots, dated so or later, may set the round time (PROTOCOL 9.3, 16.1). */
  setsRoundTime(votes: number, slots: number): boolean;
  /**
   * Whether the block that validators vote for ends at an earlier round time when the listed chunks do not fit one block,
   * and chunks list what tells so; else it leaves out what does not fit, which no later block can hold (PROTOCOL 9.8,
   * 16.9).
   */
  readonly endsBlockEarly: boolean;
  /** Whether resource blocks hold receipts (PROTOCOL 10.7, 16.3). */
  readonly hasReceipts: boolean;
  /** Whether the genesis address is the miner, too, of the resource blocks up to height C (PROTOCOL 10.4, 16.3). */
  readonly isGenesisMiner: boolean;
  /** How a resource block's payment is divided (PROTOCOL 8.9, 16.3). */
  shareReward(reward: Reward): ReadonlyMap<string, bigint>;
  /** Whether the miners of the paid block and of those before it are paid, and not the selected ones (PROTOCOL 16.3). */
  readonly paysListings: boolean;
  /** The first block whose time counts for the difficulty: block 0 counts as one of time 0 (PROTOCOL 10.6, 16.3). */
  readonly firstMeasuredBlock: 0 | 1;
  /** How many blocks deep the resource branches are that work decides between, at least (PROTOCOL 15.10, 16.4). */
  comparedByWorkFrom(confirmCount: number): number;
  /** Whether a read gives what the cell holds, whether or not a read pass collected its key (PROTOCOL 7.5, 16.6). */
  readonly readsAnyCell: boolean;
  /** Whether a read is work (PROTOCOL 16.6). */
  readonly countsReads: boolean;
  /** Whether the post-process runs after a `$response` too (PROTOCOL 7.7, 16.7). */
  readonly runsPostProcessAfterResponse: boolean;
  /** The name under which a block lists a cell that it writes (PROTOCOL 2.7, 16.8). */
  cellName(key: string): string;
  /** Whether a definition has the constant `work_limit` and may have `cost_table` (PROTOCOL 16.9). */
  readonly hasWorkLimit: boolean;
  /** @param workLimit the constant of the network's definition, or none for its default (PROTOCOL 15.8, 16.9). */
  workLimits(workLimit?: number): WorkLimits;
}

const RULES_1: RuleSet = {
  number: 1,
  costTable: 1,
  announced: null,
  networkPhrase: ({ network_name }) => network_name,
  beginsByChance: false,
  namesNetwork: false,
  namesResourceBlock: false,
  hypothesisHash: ({ previous_blockhash, transactionRoot }) =>
    hypothesisHash(previous_blockhash, transactionRoot),
  signsWholeBlock: false,
  isHypothesisDated: () => true,
  isSealTimeExact: false,
  setsRoundTime: (votes) => votes > 0,
  endsBlockEarly: false,
  hasReceipts: true,
  isGenesisMiner: false,
  shareReward: shareAmongAll,
  paysListings: false,
  firstMeasuredBlock: 0,
  comparedByWorkFrom: (confirmCount) => confirmCount + 1,
  readsAnyCell: false,
  countsReads: false,
  runsPostProcessAfterResponse: false,
  cellName: (key) => key,
  hasWorkLimit: false,
  workLimits: () => ({ ...proposalLimits(WORK_LIMIT), block: MAX_BLOCK_WORK }),
};

const RULES_2: RuleSet = {
  number: 2,
  costTable: 1,
  announced: 2n,
  networkPhrase: ({ text }) => text,
  beginsByChance: true,
  namesNetwork: true,
  namesResourceBlock: true,
  hypothesisHash: ({ blockhash }) => blockhash,
  signsWholeBlock: true,
  isHypothesisDated: (hash, s_timestamp) => timeHashToTime(hash) === s_timestamp,
  isSealTimeExact: true,
  setsRoundTime: (votes, slots) => votes > 0 && votes * 5 >= slots * 2,
  endsBlockEarly: true,
  hasReceipts: false,
  isGenesisMiner: true,
  shareReward: shareByListings,
  paysListings: true,
  firstMeasuredBlock: 1,
  comparedByWorkFrom: () => 1,
  readsAnyCell: true,
  countsReads: true,
  runsPostProcessAfterResponse: true,
  cellName: padStateKey,
  hasWorkLimit: true,
  workLimits: (workLimit = WORK_LIMIT) => ({ ...proposalLimits(workLimit), block: workLimit }),
};

export const RULE_SETS: Readonly<Record<RulesNumber, RuleSet>> = { 1: RULES_1, 2: RULES_2 };

const RULES_2_BY_COST: RuleSet = { ...RULES_2, costTable: 2 };

function proposalLimits(proposal: number): Omit<WorkLimits, "block"> {
  return { admission: proposal - Math.floor(proposal / 8), proposal };
}

/** The rules of a network with the constant `cost_table` of its definition. */
export function ruleSetOf(rules: RulesNumber = DEFAULT_RULES, costTable: CostTable = 1): RuleSet {
  return costTable === 2 ? RULES_2_BY_COST : RULE_SETS[rules];
}
