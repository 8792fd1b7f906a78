import { type Value, weightUpTo } from "../../codec/value.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { Branch } from "./branch.js";
import type { CommonBlocks } from "./common-blocks.js";
import { fetchAhead, type FetchOptions } from "./fetch-ahead.js";
import type { MainBlock } from "../../records/main-block.js";
import type { ResourceBlock } from "../../records/resource-block.js";
import { MAIN_CHAIN, RESOURCE_CHAIN, type BlockReference } from "./served-chain.js";
import { interleave, type ChainBlock } from "../../ledger/apply/chain-block.js";
import type { ChainStatus } from "./chain-status.js";
import * as errors from "../errors.js";

export interface BranchOptions extends Omit<FetchOptions<MainBlock | ResourceBlock>, "clock"> {
  /** Checks the next block, in the order of application. An error ends the fetching. */
  readonly check: (next: ChainBlock) => Promise<void>;
}

export interface BranchEnds {
  readonly ours: ChainStatus;
  readonly theirs: ChainStatus;
  readonly common: CommonBlocks;
  /** The resource height with which theirs has more work, where work decides (PROTOCOL 15.10); null where it does not. */
  readonly reach: number | null;
}

/**
 * The greatest length of a branch, in characters of transactions and updates. The branch and this node's own blocks are
 * held in memory until it stands.
 */
const MAX_BRANCH_LENGTH = 128 * 1024 * 1024;
/** The length of a receipt, and of a block without its contents. */
const RECORD_LENGTH = 1024;
/** The characters that a unit of `weightUpTo` stands for. */
const CHARACTERS_A_WEIGHT = 16;

/**
 * Fetches the part of a branch that decides whether it is longer than this node's, and checks each block before it
 * fetches many more. Throws the error of the check, `PEER_CHAIN` for chains that do not fit, `PEER_BRANCH_LENGTH` for a branch that
 * is too long.
 */
export async function fetchBranch(
  { store }: Ledger,
  { ours, theirs, common, reach }: BranchEnds,
  { check, ...options }: BranchOptions,
): Promise<Branch> {
  const from = { ...options, clock: null };
  const last = await store.resourceBlock({ height: common.resource });
  if (last !== null && last.main_height > common.main) {
    throw errors.peerChain({ reason: "the two do not belong together" });
  }
  const resourceRange = {
    from: common.resource + 1,
    to: reach ?? Math.min(theirs.resource, ours.resource + 1),
    previous_blockhash: last?.blockhash ?? "",
  };
  let isResourceWhole = false;
  async function* resourceBlocks(): AsyncGenerator<ResourceBlock, void, undefined> {
    yield* bounded(fetchAhead(RESOURCE_CHAIN, resourceRange, from), receiptsLength);
    isResourceWhole = true;
  }
  const isLonger = theirs.resource > ours.resource;
  const needed = isLonger || reach !== null ? common.main : Math.min(theirs.main, ours.main + 1);
  const parent = await store.mainBlockSummary({ height: common.main });
  const mainRange = { from: common.main + 1, to: theirs.main, previous_blockhash: parent?.blockhash ?? "" };
  async function* mainBlocks(): AsyncGenerator<MainBlock, void, undefined> {
    let height = common.main;
    const isEnough = (): boolean => isResourceWhole && height >= needed;
    if (isEnough()) return;
    for await (const block of bounded(fetchAhead(MAIN_CHAIN, mainRange, from), contentLength)) {
      yield block;
      ({ height } = block);
      if (isEnough()) return;
    }
  }
  const branch = { main: [] as MainBlock[], resource: [] as ResourceBlock[] };
  // Each resource block comes with the main blocks that it needs, so that a forged one is found as soon as it arrives.
  for await (const next of interleave(mainBlocks(), resourceBlocks(), { mainHeight: common.main })) {
    await check(next);
    if (next.chain === "main") branch.main.push(next.block);
    else branch.resource.push(next.block);
  }
  return branch;
}

async function* bounded<Block extends BlockReference>(
  blocks: AsyncIterable<Block>,
  lengthOf: (block: Block) => number,
): AsyncGenerator<Block, void, undefined> {
  let length = 0;
  for await (const block of blocks) {
    length += RECORD_LENGTH + lengthOf(block);
    if (length > MAX_BRANCH_LENGTH) throw errors.peerBranchLength({ height: block.height });
    yield block;
  }
}

function receiptsLength({ receipts }: ResourceBlock): number {
  let length = 0;
  for (const { text } of receipts.values()) length += RECORD_LENGTH + text.length;
  return length;
}

/**
 * The length of a block's contents. The block is not executed yet, so its updates may be anything, and longer than its
 * transactions could make.
 */
function contentLength({ transactions, universal_updates, local_updates }: MainBlock): number {
  let length = 0;
  for (const { size } of transactions) length += size;
  for (const updates of [universal_updates, local_updates]) {
    for (const [key, update] of updates) length += key.length + weigh(update.old) + weigh(update.new);
  }
  return length;
}

/** The length in characters, or the equivalent in memory. Stops inside a value that is too long by itself. */
function weigh(value: Value): number {
  return CHARACTERS_A_WEIGHT * weightUpTo(value, MAX_BRANCH_LENGTH / CHARACTERS_A_WEIGHT);
}
