import type { MainBlock } from "../records/main-block.js";
import type { ResourceBlock } from "../records/resource-block.js";

export type ChainBlock =
  | { readonly chain: "main"; readonly block: MainBlock }
  | { readonly chain: "resource"; readonly block: ResourceBlock };

/**
 * The blocks of two chains in the order in which they can be applied: a resource block as soon as the main block it
 * names is there, because main blocks ask for validators, who come from resource blocks. Ends at a resource block whose
 * main block does not come.
 */
export async function* interleave(
  mainBlocks: AsyncIterable<MainBlock>,
  resourceBlocks: AsyncIterable<ResourceBlock>,
  mainHeight: number,
): AsyncGenerator<ChainBlock, void, undefined> {
  const resources = resourceBlocks[Symbol.asyncIterator]();
  let resource = await resources.next();
  async function* upTo(height: number): AsyncGenerator<ChainBlock, void, undefined> {
    while (resource.done !== true && resource.value.main_height <= height) {
      yield { chain: "resource", block: resource.value };
      resource = await resources.next();
    }
  }
  yield* upTo(mainHeight);
  for await (const block of mainBlocks) {
    yield { chain: "main", block };
    yield* upTo(block.height);
  }
}
