import type { SystemRequests } from "../../client/index.js";
import type { MainBlock } from "../../records/main-block.js";

/** Yields a node's main blocks from a height up to its tip, in ascending order. */
export async function* readBlocks(
  client: Pick<SystemRequests, "getBlocks">,
  from: number,
): AsyncGenerator<MainBlock, void, undefined> {
  for (let height = from; ;) {
    const blocks = await client.getBlocks(height);
    yield* blocks;
    const last = blocks.at(-1);
    if (last === undefined) return;
    height = last.height + 1;
  }
}
