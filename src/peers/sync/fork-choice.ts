import type { CommonBlocks } from "./common-blocks.js";
import { timeHashToHash } from "../../codec/hash.js";
import type { BranchWork } from "./branch-work.js";
import { isLonger, type ChainStatus } from "./chain-status.js";

/**
 * What to do: take the blocks that follow ours, take the peer's chain in place of ours, keep ours, or keep ours until the
 * resource chains decide.
 */
export type ForkChoice = "extend" | "switch" | "keep" | "wait";

/** The blockhashes of the first blocks in which two chains of one length differ. */
export interface Fork {
  readonly chain: "main" | "resource";
  readonly ours: string;
  readonly theirs: string;
}

export interface ForkView {
  readonly ours: ChainStatus;
  readonly theirs: ChainStatus;
  readonly common: CommonBlocks;
  /** The resource height that determines validators and rewards now (PROTOCOL 9.12). */
  readonly confirmedHeight: number;
  /** What decides between chains of equal length; null when length decides. */
  readonly fork: Fork | null;
  /** Whether the first of our main blocks that a switch would undo was committed here 15 s ago or earlier. */
  readonly isSettled: boolean;
  /** The work of resource branches that part more than C blocks below either tip; null for shorter ones. */
  readonly work: Pick<BranchWork, "ours" | "theirs"> | null;
}

/** The chain whose fork decides, when both nodes have equally many of its blocks; null when length decides. */
export function decidingChain(view: Pick<ForkView, "ours" | "theirs" | "common">): Fork["chain"] | null {
  const { ours, theirs } = view;
  if (ours.resource !== theirs.resource) return null;
  if (isFork("main", view)) return ours.main === theirs.main ? "main" : null;
  return isFork("resource", view) && theirs.main <= ours.main ? "resource" : null;
}

/**
 * Which of two chains to follow: more resource blocks (PROTOCOL 11.3), then more main blocks (PROTOCOL 11.7), then the
 * smaller blockhash at the fork (PROTOCOL 11.6, 11.7, docs/adr/0008). Only a better resource chain undoes main blocks
 * that have been here for 15 s (PROTOCOL 15.3).
 */
export function chooseChain(view: ForkView): ForkChoice {
  const { ours, theirs, common, confirmedHeight } = view;
  const isMainFork = isFork("main", view);
  if (!isMainFork && !isFork("resource", view)) return isSame(ours, theirs) ? "keep" : "extend";
  // Their main blocks extend ours as long as the deciding resource blocks are the same (PROTOCOL 11.8).
  const isExtension = !isMainFork && common.resource >= confirmedHeight && theirs.resource <= ours.resource;
  if (isExtension && theirs.main > ours.main) return "extend";
  // Blocks are cheap at a low difficulty, so long branches are not compared by length (PROTOCOL 15.10).
  if (view.work !== null && view.work.theirs !== view.work.ours)
    return view.work.theirs > view.work.ours ? "switch" : "keep";
  if (!isLonger(theirs, ours) && !isBeforeOurs(view)) return "keep";
  return isMainFork && view.isSettled && theirs.resource === ours.resource ? "wait" : "switch";
}

function isBeforeOurs({ fork }: ForkView): boolean {
  return fork !== null && isBefore(fork.theirs, fork.ours, fork.chain);
}

function isFork(
  chain: Fork["chain"],
  { ours, theirs, common }: Pick<ForkView, "ours" | "theirs" | "common">,
): boolean {
  return common[chain] < Math.min(ours[chain], theirs[chain]);
}

/** Whether this node's chains have become the peer's since the comparison. */
function isSame(ours: ChainStatus, theirs: ChainStatus): boolean {
  return theirs.tip.blockhash === ours.tip.blockhash && theirs.resource === ours.resource;
}

/**
 * Compares blockhashes, for resource blocks without the time (PROTOCOL 11.6): a miner can choose the time freely, but
 * needs work for another hash.
 */
function isBefore(left: string, right: string, chain: Fork["chain"]): boolean {
  return chain === "main" ? left < right : timeHashToHash(left) < timeHashToHash(right);
}
