import type { CommonBlocks } from "./common-blocks.js";
import { isLonger, type Standing } from "./standing.js";

/** Take the blocks that follow ours, take their chain in place of ours, or leave it. */
export type Choice = "extend" | "switch" | "keep";

export interface ForkView {
  readonly ours: Standing;
  readonly theirs: Standing;
  readonly common: CommonBlocks;
  /** The resource height that validators and rewards go by now. */
  readonly confirmedHeight: number;
  /** The first main blocks in which the two chains differ; null where there is none to compare. */
  readonly parting: { readonly ours: string; readonly theirs: string } | null;
}

/**
 * Which of two chains to follow (PROTOCOL 11): more resource blocks, then more main blocks. Where both are equally long
 * PROTOCOL leaves it open: docs/adr/0008.
 */
export function chooseChain({ ours, theirs, common, confirmedHeight, parting }: ForkView): Choice {
  const isMainFork = common.main < Math.min(ours.main, theirs.main);
  const isResourceFork = common.resource < Math.min(ours.resource, theirs.resource);
  if (!isMainFork && !isResourceFork) return "extend";
  // Their main blocks fit ours as long as the resource blocks they go by are the same.
  const isExtension = !isMainFork && common.resource >= confirmedHeight && theirs.resource <= ours.resource;
  if (isExtension) return theirs.main > ours.main ? "extend" : "keep";
  if (isLonger(theirs, ours)) return "switch";
  if (isLonger(ours, theirs) || !isMainFork || parting === null) return "keep";
  return parting.theirs < parting.ours ? "switch" : "keep";
}
