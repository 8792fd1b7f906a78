import type { MainBlock } from "../../records/main-block.js";
import type { ResourceBlock } from "../../records/resource-block.js";
import type { GivenBlock } from "./given-block.js";

/** A block of either chain. */
export type ChainBlock =
  | ({ readonly chain: "main" } & GivenBlock<MainBlock>)
  | ({ readonly chain: "resource" } & GivenBlock<ResourceBlock>);

/**
 * Yields the blocks of two chains in an order in which they can be applied: a resource block as soon as the main block
 * that it names is there, because main blocks need validators, which come from resource blocks. Ends at a resource
 * block whose main block does not come.
 */
export async function* interleave(
  mainBlocks: AsyncIterable<GivenBlock<MainBlock>>,
  resourceBlocks: AsyncIterable<GivenBlock<ResourceBlock>>,
  mainHeight: number,
): AsyncGenerator<ChainBlock, void, undefined> {
  const resources = resourceBlocks[Symbol.asyncIterator]();
  let resource = await resources.next();
  async function* upTo(height: number): AsyncGenerator<ChainBlock, void, undefined> {
    while (resource.done !== true && resource.value.block.main_height <= height) {
      yield { chain: "resource", ...resource.value };
      resource = await resources.next();
    }
  }
  try {
    yield* upTo(mainHeight);
    for await (const main of mainBlocks) {
      yield { chain: "main", ...main };
      yield* upTo(main.block.height);
    }
  } finally {
    await resources.return?.();
  }
}
