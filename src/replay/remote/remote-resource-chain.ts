import type { ResourceBlock, ResourceBlockSummary, SystemRequests } from "../../client/index.js";
import { receiptsToText } from "../../records/resource-block.js";
import type { BlockTarget, StoredResourceBlock } from "../../store/store.js";
import { firstHeight } from "../first-height.js";

type ResourceRequests = Pick<
  SystemRequests,
  "getResourceBlock" | "getResourceBlockSummary" | "getResourceBlocks" | "resourceBlockCount"
>;

/** The resource chain of another node up to a fixed height. Blocks are cached. */
export class RemoteResourceChain {
  readonly #client: ResourceRequests;
  readonly #height: number;
  readonly #summaries = new Map<number, ResourceBlockSummary>();

  constructor(client: ResourceRequests, height: number) {
    this.#client = client;
    this.#height = height;
  }

  lastResourceBlock(): Promise<StoredResourceBlock | null> {
    return this.resourceBlock({ height: this.#height });
  }

  async resourceBlock(target: BlockTarget): Promise<StoredResourceBlock | null> {
    const block = await this.#client.getResourceBlock("height" in target ? target.height : target.blockhash);
    return block === null || block.height > this.#height ? null : toStored(block);
  }

  /** Searches by bisection: the timestamps of resource blocks ascend (PROTOCOL 9.12, 10.4). */
  async resourceBlockBefore(timestampUs: number): Promise<StoredResourceBlock | null> {
    const first = await firstHeight(
      1,
      this.#height + 1,
      async (height) => ((await this.#summary(height))?.timestamp ?? timestampUs) >= timestampUs,
    );
    return first === 1 ? null : this.resourceBlock({ height: first - 1 });
  }

  async resourceBlocks(fromHeight: number, toHeight: number): Promise<readonly StoredResourceBlock[]> {
    const last = Math.min(toHeight, this.#height);
    const found: StoredResourceBlock[] = [];
    for (let next = fromHeight; next <= last;) {
      const blocks = await this.#client.getResourceBlocks(next);
      if (blocks.length === 0) break;
      found.push(...blocks.filter(({ height }) => height <= last).map(toStored));
      next += blocks.length;
    }
    return found;
  }

  async #summary(height: number): Promise<ResourceBlockSummary | null> {
    const summary = this.#summaries.get(height) ?? (await this.#client.getResourceBlockSummary(height));
    if (summary !== null) this.#summaries.set(height, summary);
    return summary;
  }
}

function toStored({ receipts, ...block }: ResourceBlock): StoredResourceBlock {
  return { ...block, receipts: receiptsToText(receipts), receipt_count: receipts.size };
}
