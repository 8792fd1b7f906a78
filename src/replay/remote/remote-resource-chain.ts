import type { ResourceBlock, ResourceBlockSummary, SystemRequests } from "../../client/index.js";
import { receiptsToText } from "../../records/resource-block.js";
import type { StoredResourceBlock, StoreReader } from "../../store/store.js";
import { firstHeight } from "../first-height.js";

export type RemoteResourceChain = Pick<
  StoreReader,
  "resourceBlock" | "resourceBlocks" | "resourceBlockSummaries"
>;

/** The resource chain of another node up to a fixed height. Summaries are cached. */
export function remoteResourceChain(client: SystemRequests, last: number): RemoteResourceChain {
  const summaries = new Map<number, ResourceBlockSummary>();
  const blockAt = async (target: number | string): Promise<StoredResourceBlock | null> => {
    const block = await client.getResourceBlock(target);
    return block === null || block.height > last ? null : toStored(block);
  };
  const summaryAt = async (height: number): Promise<ResourceBlockSummary | null> => {
    const summary = summaries.get(height) ?? (await client.getResourceBlockSummary(height));
    if (summary !== null) summaries.set(height, summary);
    return summary;
  };
  const resourceBlocks = async (fromHeight: number, toHeight: number) => {
    const end = Math.min(toHeight, last);
    const found: StoredResourceBlock[] = [];
    for (let next = fromHeight; next <= end;) {
      const blocks = await client.getResourceBlocks(next);
      if (blocks.length === 0) break;
      found.push(...blocks.filter(({ height }) => height <= end).map(toStored));
      next += blocks.length;
    }
    return found;
  };
  return {
    async resourceBlock(target) {
      if (target === "last") return blockAt(last);
      if ("height" in target) return blockAt(target.height);
      if ("blockhash" in target) return blockAt(target.blockhash);
      // By bisection: the timestamps of resource blocks ascend (PROTOCOL 9.12, 10.4).
      const isReached = async (height: number): Promise<boolean> =>
        ((await summaryAt(height))?.timestamp ?? target.before) >= target.before;
      const first = await firstHeight(1, last + 1, isReached);
      return first === 1 ? null : blockAt(first - 1);
    },
    resourceBlocks,
    resourceBlockSummaries: resourceBlocks,
  };
}

function toStored({ receipts, ...block }: ResourceBlock): StoredResourceBlock {
  return { ...block, receipts: receiptsToText(receipts), receipt_count: receipts.size };
}
