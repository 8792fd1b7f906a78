import { parseJsonInSteps } from "../../codec/parse-json.js";
import type { Steps } from "../../codec/steps.js";
import type { Value } from "../../codec/value.js";
import { readMainBlockInSteps, type MainBlock } from "../../records/main-block.js";
import { readResourceBlockInSteps, type ResourceBlock } from "../../records/resource-block.js";
import { finishSliced, TimeSlice } from "../yield-to-loop.js";
import { atBlock, type ChainName } from "../apply/placed.js";

/**
 * Parses full main blocks from their JSON texts. An error names the height that the block should have, counted from
 * `first`.
 */
export function readMainBlocks(
  texts: AsyncIterable<string>,
  first = 1,
): AsyncGenerator<MainBlock, void, undefined> {
  return readEach({ chain: "main", texts, first }, readMainBlockInSteps);
}

/** Parses full resource blocks in the same way. */
export function readResourceBlocks(
  texts: AsyncIterable<string>,
  first = 1,
): AsyncGenerator<ResourceBlock, void, undefined> {
  return readEach({ chain: "resource", texts, first }, readResourceBlockInSteps);
}

interface TextsOfBlocks {
  readonly chain: ChainName;
  readonly texts: AsyncIterable<string>;
  /** The height that the first block should have. */
  readonly first: number;
}

async function* readEach<B extends { readonly height: number }>(
  { chain, texts, first }: TextsOfBlocks,
  read: (value: Value) => Steps<B>,
): AsyncGenerator<B, void, undefined> {
  let next = first;
  for await (const text of texts) {
    const block = await atBlock(chain, next, async () => {
      const slice = new TimeSlice();
      return finishSliced(read(await finishSliced(parseJsonInSteps(text), slice)), slice);
    });
    next = block.height + 1;
    yield block;
  }
}
