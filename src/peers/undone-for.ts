import type { Ledger } from "../ledger/ledger.js";
import type { Branch } from "./branch.js";
import type { CommonBlocks } from "./common-blocks.js";
import type { Standing } from "./standing.js";

/**
 * The heights down to which our chains are undone for a peer's branch. Main blocks that the peer's chain lacks, and has
 * no others for, stay as long as the resource blocks that they go by do: docs/adr/0008.
 */
export async function undoneFor(
  ledger: Ledger,
  common: CommonBlocks,
  theirs: Standing,
  branch: Branch,
): Promise<CommonBlocks> {
  const { store, tip } = ledger;
  if (common.main < theirs.main) return common;
  const ours = await store.resourceBlock({ height: common.resource + 1 });
  const parted = [ours?.timestamp, branch.resource[0]?.block.timestamp];
  return parted.every((timestamp) => timestamp === undefined || isUnconfirmed(timestamp, ledger))
    ? { ...common, main: tip.height }
    : common;
}

/** Whether no main block of ours is so late that a resource block of this time, µs, is confirmed for it. */
export function isUnconfirmed(timestamp: number, { tip, network }: Ledger): boolean {
  return timestamp >= tip.s_timestamp - network.constants.confirm_interval;
}
