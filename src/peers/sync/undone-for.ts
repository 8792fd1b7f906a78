import type { Ledger } from "../../ledger/ledger.js";
import type { Branch } from "./branch.js";
import type { CommonBlocks } from "./common-blocks.js";
import type { Standing } from "./standing.js";

/**
 * The heights down to which this node's chains are undone for a peer's branch (PROTOCOL 11.3, 11.4, 11.8). Main blocks
 * that the peer's chain merely lacks stay as long as the resource blocks that determine them do: docs/adr/0008.
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
  const parted = [ours?.timestamp, branch.resource[0]?.timestamp];
  return parted.every((timestamp) => timestamp === undefined || isUnconfirmed(timestamp, ledger))
    ? { ...common, main: tip.height }
    : common;
}

/**
 * Whether no main block of this node is so late that a resource block of this time, µs, is confirmed for it
 * (PROTOCOL 9.12).
 */
export function isUnconfirmed(timestamp: number, { tip, network }: Ledger): boolean {
  return timestamp >= tip.s_timestamp - network.constants.confirm_interval;
}
