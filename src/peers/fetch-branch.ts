import { ChainError } from "../codec/chain-error.js";
import type { Ledger } from "../ledger/ledger.js";
import type { CommonBlocks } from "./common-blocks.js";
import { fetchAhead, type FetchOptions } from "./fetch-ahead.js";
import type { MainBlock } from "../records/main-block.js";
import { MAIN_CHAIN, RESOURCE_CHAIN } from "./served-chain.js";
import type { Standing } from "./standing.js";
import type { Branch } from "./switch-chains.js";

export interface BranchEnds {
  readonly ours: Standing;
  readonly theirs: Standing;
  readonly common: CommonBlocks;
}

/** Fetches as much of a branch as decides that it is not the shorter one. Throws `PEER_CHAIN` for chains that do not fit. */
export async function fetchBranch(
  { store }: Ledger,
  { ours, theirs, common }: BranchEnds,
  options: Omit<FetchOptions<unknown>, "onArrival"> & { readonly onArrival: (block: MainBlock) => void },
): Promise<Branch> {
  const last = await store.resourceBlock({ height: common.resource });
  if (last !== null && last.main_height > common.main) {
    throw new ChainError("PEER_CHAIN", "The peer's two chains do not belong together. ");
  }
  const { crew, lead, onArrival } = options;
  const resource = await collect(
    fetchAhead(
      RESOURCE_CHAIN,
      {
        from: common.resource + 1,
        to: Math.min(theirs.resource, ours.resource + 1),
        previous_blockhash: last?.blockhash ?? "",
      },
      { crew, lead },
    ),
  );
  const named = resource.at(-1)?.block.main_height ?? 0;
  const needed =
    theirs.resource > ours.resource ? named : Math.max(named, Math.min(theirs.main, ours.main + 1));
  const parent = await store.mainBlockSummary({ height: common.main });
  const range = { from: common.main + 1, to: needed, previous_blockhash: parent?.blockhash ?? "" };
  return { main: await collect(fetchAhead(MAIN_CHAIN, range, { crew, lead, onArrival })), resource };
}

async function collect<Block>(blocks: AsyncIterable<Block>): Promise<readonly Block[]> {
  const collected: Block[] = [];
  for await (const block of blocks) collected.push(block);
  return collected;
}
