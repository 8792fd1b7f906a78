import type { SystemRequests } from "../../client/index.js";
import { timeHashToTime } from "../../codec/time.js";
import { firstBlockAt } from "./first-height.js";

/** Returns the height of the main block that holds a transaction, null when no block does. */
export async function findMainBlock(
  client: Pick<SystemRequests, "getTransaction" | "blockCount" | "getBlockSummary">,
  hash: string,
): Promise<number | null> {
  if ((await client.getTransaction(hash)) === null) return null;
  const last = await client.blockCount();
  return firstBlockAt((height) => client.getBlockSummary(height), timeHashToTime(hash), last);
}
