import type { CommonBlocks } from "./common-blocks.js";
import { timeHashToHash } from "../codec/time.js";
import { isLonger, type Standing } from "./standing.js";

/** Take the blocks that follow ours, take their chain in place of ours, or leave it. */
export type Choice = "extend" | "switch" | "keep";

/** The first blocks, by blockhash, in which two chains of one length differ. */
export interface Parting {
  readonly chain: "main" | "resource";
  readonly ours: string;
  readonly theirs: string;
}

export interface ForkView {
  readonly ours: Standing;
  readonly theirs: Standing;
  readonly common: CommonBlocks;
  /** The resource height that validators and rewards go by now. */
  readonly confirmedHeight: number;
  /** What decides where length does not; null where length does. */
  readonly parting: Parting | null;
}

/** The chain whose parting decides, where both nodes have equally many of its blocks; null where length decides. */
export function decidingChain(view: Pick<ForkView, "ours" | "theirs" | "common">): Parting["chain"] | null {
  const { ours, theirs } = view;
  if (ours.resource !== theirs.resource) return null;
  if (isFork("main", view)) return ours.main === theirs.main ? "main" : null;
  return isFork("resource", view) && theirs.main <= ours.main ? "resource" : null;
}

/**
 * Which of two chains to follow (PROTOCOL 11): more resource blocks, then more main blocks. Where both are equally long
 * PROTOCOL leaves it open: docs/adr/0008.
 */
export function chooseChain(view: ForkView): Choice {
  const { ours, theirs, common, confirmedHeight, parting } = view;
  const isMainFork = isFork("main", view);
  if (!isMainFork && !isFork("resource", view)) return isSame(ours, theirs) ? "keep" : "extend";
  // Their main blocks fit ours as long as the resource blocks they go by are the same.
  const isExtension = !isMainFork && common.resource >= confirmedHeight && theirs.resource <= ours.resource;
  if (isExtension && theirs.main > ours.main) return "extend";
  if (isLonger(theirs, ours)) return "switch";
  return parting !== null && isBefore(parting.theirs, parting.ours, parting.chain) ? "switch" : "keep";
}

function isFork(
  chain: Parting["chain"],
  { ours, theirs, common }: Pick<ForkView, "ours" | "theirs" | "common">,
): boolean {
  return common[chain] < Math.min(ours[chain], theirs[chain]);
}

/** Their chains have become ours since they were compared. */
function isSame(ours: Standing, theirs: Standing): boolean {
  return theirs.tip.blockhash === ours.tip.blockhash && theirs.resource === ours.resource;
}

/** A miner sets the time of its resource block; for another hash it has to do the work again. */
function isBefore(left: string, right: string, chain: Parting["chain"]): boolean {
  return chain === "main" ? left < right : timeHashToHash(left) < timeHashToHash(right);
}
