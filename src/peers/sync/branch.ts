import { interleave, type ChainBlock } from "../../ledger/apply/chain-block.js";
import type { MainBlock } from "../../records/main-block.js";
import type { ResourceBlock } from "../../records/resource-block.js";
import { isLonger, type ChainStatus } from "./chain-status.js";
import type { Comparison } from "./compare-chains.js";

/** The blocks of both chains above the common ones, each in order of height. */
export interface Branch {
  readonly main: readonly MainBlock[];
  readonly resource: readonly ResourceBlock[];
}

/** The blocks of a branch in the order in which they are applied on a main block of this height. */
export function branchInOrder(
  { main, resource }: Branch,
  mainHeight: number,
): AsyncGenerator<ChainBlock, void, undefined> {
  return interleave(eachOf(main), eachOf(resource), { mainHeight });
}

async function* eachOf<Block>(blocks: readonly Block[]): AsyncGenerator<Block, void, undefined> {
  yield* blocks;
}

/** What a branch was chosen for. */
export interface BranchChoice extends Pick<Comparison, "common" | "fork" | "work"> {
  readonly ours: ChainStatus;
  readonly theirs: ChainStatus;
}

/**
 * Whether the checked blocks of a branch are what it was chosen for: more work, a longer chain, or one of equal length
 * with the block that decided. Any peer can announce resource blocks that cannot be checked, so a branch that was chosen
 * for its resource blocks must hold them.
 */
export function isBetter(branch: Branch, choice: BranchChoice): boolean {
  const { common, ours, theirs, fork, work } = choice;
  if (work !== null && work.theirs !== work.ours) return hasBetterResources(branch, choice);
  if (theirs.resource > ours.resource) return hasBetterResources(branch, choice);
  if (work !== null && workOf(branch) < work.ours) return false;
  const { main, resource } = branch;
  const reach = { main: common.main + main.length, resource: common.resource + resource.length };
  if (fork === null) return isLonger(reach, ours);
  const first = fork.chain === "main" ? main[0] : resource[0];
  // Main blocks that their chain only lacks stay.
  const isAsLong =
    reach.resource === ours.resource && (fork.chain === "resource" || reach.main === ours.main);
  return isAsLong && first?.blockhash === fork.theirs;
}

/** Whether the checked resource blocks of a branch are better than this node's (PROTOCOL 11.3, 15.10). */
export function hasBetterResources(
  branch: Branch,
  { common, ours, work }: Pick<BranchChoice, "common" | "ours" | "work">,
): boolean {
  const isMore = common.resource + branch.resource.length > ours.resource;
  if (work === null) return isMore;
  const theirWork = workOf(branch);
  return theirWork > work.ours || (theirWork === work.ours && isMore);
}

function workOf({ resource }: Branch): bigint {
  return resource.reduce((sum, { difficulty }) => sum + BigInt(difficulty), 0n);
}
