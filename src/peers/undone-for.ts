import type { Ledger } from "../ledger/ledger.js";
import type { Branch } from "./branch.js";
import type { CommonBlocks } from "./common-blocks.js";
import type { Standing } from "./standing.js";

/**
 * The heights down to which our chains are undone for a peer's branch. Main blocks that the peer's chain lacks, and has
 * no others for, stay as long as the resource blocks that they go by do: docs/adr/0008.
 */
export async function undoneFor(
  { store, tip, network }: Ledger,
  common: CommonBlocks,
  theirs: Standing,
  branch: Branch,
): Promise<CommonBlocks> {
  if (common.main < theirs.main) return common;
  const ours = await store.resourceBlock({ height: common.resource + 1 });
  const parted = [ours?.timestamp, branch.resource[0]?.block.timestamp];
  // No main block of ours is so late that one of the blocks in which the resource chains part is confirmed for it.
  const confirmedBeforeUs = tip.s_timestamp - network.constants.confirm_interval;
  const isKept = parted.every((timestamp = confirmedBeforeUs) => timestamp >= confirmedBeforeUs);
  return isKept ? { ...common, main: tip.height } : common;
}
