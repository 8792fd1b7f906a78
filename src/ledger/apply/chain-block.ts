import type { MainBlock } from "../../records/main-block.js";
import type { ResourceBlock } from "../../records/resource-block.js";

export type ChainBlock =
  | { readonly chain: "main"; readonly block: MainBlock }
  | { readonly chain: "resource"; readonly block: ResourceBlock };

export interface InterleaveOptions {
  /** The height of the main block that the first of these blocks follows. */
  readonly mainHeight: number;
  /**
   * Whether a resource block whose main block does not come is yielded at the end. Default: the stream ends before it.
   */
  readonly isComplete?: boolean;
}

/**
 * Yields the blocks of two chains in an order in which they can be applied: a resource block as soon as the main block
 * that it names is there, because main blocks need validators, which come from resource blocks.
 */
export async function* interleave(
  mainBlocks: AsyncIterable<MainBlock>,
  resourceBlocks: AsyncIterable<ResourceBlock>,
  { mainHeight, isComplete = false }: InterleaveOptions,
): AsyncGenerator<ChainBlock, void, undefined> {
  const resources = resourceBlocks[Symbol.asyncIterator]();
  let resource = await resources.next();
  async function* upTo(height: number): AsyncGenerator<ChainBlock, void, undefined> {
    while (resource.done !== true && resource.value.main_height <= height) {
      yield { chain: "resource", block: resource.value };
      resource = await resources.next();
    }
  }
  try {
    yield* upTo(mainHeight);
    for await (const block of mainBlocks) {
      yield { chain: "main", block };
      yield* upTo(block.height);
    }
    if (isComplete && resource.done !== true) yield { chain: "resource", block: resource.value };
  } finally {
    await resources.return?.();
  }
}
