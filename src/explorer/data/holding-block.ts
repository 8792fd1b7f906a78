import type { MainBlockSummary } from "../../client/index.js";
import { timeHashToTime } from "../../codec/hash.js";
import { firstBlockFrom } from "../format/first-block.js";
import { node } from "./node.js";

/**
 * The only block that can hold a committed transaction: the first one that is not older than the transaction's time, with
 * which its hash begins (PROTOCOL 5.5). Null when the chain has none yet.
 */
export async function holdingBlock(hash: string): Promise<MainBlockSummary | null> {
  return firstBlockFrom(timeHashToTime(hash), (target) => node.getBlockSummary(target));
}
