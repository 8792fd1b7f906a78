import type { Client } from "../../client/create-client.js";
import { timeHashToTime } from "../../codec/hash.js";
import type { Ledger } from "../../ledger/ledger.js";
import { confirmedHeight } from "../../ledger/validators.js";
import { compareWork, type BranchWork } from "./branch-work.js";
import type { Branch } from "./branch.js";
import { findCommonBlocks, type CommonBlocks } from "./common-blocks.js";
import { chooseChain, decidingChain, type ForkChoice, type ForkView, type Fork } from "./fork-choice.js";
import type { CommitTimes } from "./commit-times.js";
import { isLonger, type ChainStatus } from "./chain-status.js";

/** How a peer's chain compares to this node's, and which one to follow. */
export interface Comparison {
  readonly choice: ForkChoice;
  readonly common: CommonBlocks;
  readonly fork: Fork | null;
  readonly work: BranchWork | null;
}

interface CompareOptions extends Pick<ForkView, "ours" | "theirs"> {
  readonly commitTimes: CommitTimes;
  readonly nowUs: number;
}

/** Compares a peer's chains with this node's (PROTOCOL 11.3, 11.4, 11.6, 11.7, 11.8, 15.3, 15.10). */
export async function compareChains(
  ledger: Ledger,
  client: Client,
  { ours, theirs, commitTimes, nowUs }: CompareOptions,
): Promise<Comparison> {
  const common = await findCommonBlocks(ledger, client, theirs);
  const ends = { ours, theirs, common };
  const [fork, work] = await Promise.all([findFork(ledger, client, ends), compareWork(ledger, client, ends)]);
  const confirmed = await confirmedHeight(ledger.store, ledger.network, nowUs);
  const isSettled = await undoesSettled(ledger, common, { commitTimes, nowUs });
  const choice = chooseChain({ ...ends, fork, confirmedHeight: confirmed, isSettled, work });
  return { choice, common, fork, work };
}

/** Whether the first main block above a common one has been here for 15 s (PROTOCOL 15.3). */
export async function undoesSettled(
  { store }: Ledger,
  { main }: Pick<CommonBlocks, "main">,
  { commitTimes, nowUs }: Pick<CompareOptions, "commitTimes" | "nowUs">,
): Promise<boolean> {
  const first = await store.mainBlockSummary({ height: main + 1 });
  return first !== null && commitTimes.isSettled(first, nowUs);
}

async function findFork(
  ledger: Ledger,
  client: Client,
  ends: Pick<ForkView, "ours" | "theirs" | "common">,
): Promise<Fork | null> {
  const chain = decidingChain(ends);
  if (chain === null) return null;
  const height = ends.common[chain] + 1;
  const [ours, theirs] =
    chain === "main"
      ? [await ledger.store.mainBlockSummary({ height }), await client.getBlockSummary(height)]
      : [await ledger.store.resourceBlock({ height }), await client.getResourceBlockSummary(height)];
  if (ours === null || theirs === null) return null;
  const fork = { chain, ours: ours.blockhash, theirs: theirs.blockhash };
  return chain === "main" || undoesNoMainBlock(ledger, ends, fork) ? fork : null;
}

/**
 * Whether a switch would keep all main blocks: resource chains of equal length are no reason to undo any
 * (PROTOCOL 11.6).
 */
function undoesNoMainBlock(
  ledger: Ledger,
  { ours, theirs }: Pick<ForkView, "ours" | "theirs">,
  fork: Fork,
): boolean {
  if (ours.main === theirs.main) return true;
  return [fork.ours, fork.theirs].every((hash) => isUnconfirmed(timeHashToTime(hash), ledger));
}

/**
 * The heights down to which this node's chains are undone for a peer's branch (PROTOCOL 11.3, 11.4, 11.8). Main blocks
 * that the peer's chain merely lacks, or that its resource blocks do not decide about, stay as long as the resource
 * blocks that determine them do: docs/adr/0008.
 */
export async function undoneFor(
  ledger: Ledger,
  { common, theirs, branch }: Pick<ForkView, "common" | "theirs"> & { readonly branch: Branch },
): Promise<CommonBlocks> {
  const { store, tip } = ledger;
  // Resource blocks that name common main blocks alone fit on ours too.
  const isDeciding = branch.main.length > 0 || theirs.main > tip.height;
  if (common.main < theirs.main && isDeciding) return common;
  const ours = await store.resourceBlock({ height: common.resource + 1 });
  const parted = [ours?.timestamp, branch.resource[0]?.timestamp];
  return parted.every((timestamp) => timestamp === undefined || isUnconfirmed(timestamp, ledger))
    ? { ...common, main: tip.height }
    : common;
}

/**
 * Whether no main block of this node is so late that a resource block of this time, µs, is confirmed for it
 * (PROTOCOL 9.12).
 */
function isUnconfirmed(timestamp: number, { tip, network }: Ledger): boolean {
  return timestamp >= tip.s_timestamp - network.constants.confirm_interval;
}

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
