import { parseJsonInSteps } from "../../codec/parse-json.js";
import type { Steps } from "../../codec/steps.js";
import { placedInFile, type TextOfFile } from "../../codec/text-place.js";
import type { Value } from "../../codec/value.js";
import { readMainBlockInSteps, type MainBlock } from "../../records/main-block.js";
import { readResourceBlockInSteps, type ResourceBlock } from "../../records/resource-block.js";
import { finishSliced, TimeSlice } from "../../base/yield-to-loop.js";
import { atBlock, type ChainName } from "../apply/placed.js";

/**
 * Parses full main blocks from their JSON texts. An error names the height that the block should have, counted from
 * `first`.
 */
export function readMainBlocks(
  texts: AsyncIterable<string | TextOfFile>,
  first = 1,
): AsyncGenerator<MainBlock, void, undefined> {
  return readEach({ chain: "main", texts, first }, readMainBlockInSteps);
}

/** Parses full resource blocks in the same way. */
export function readResourceBlocks(
  texts: AsyncIterable<string | TextOfFile>,
  first = 1,
): AsyncGenerator<ResourceBlock, void, undefined> {
  return readEach({ chain: "resource", texts, first }, readResourceBlockInSteps);
}

interface TextsOfBlocks {
  readonly chain: ChainName;
  readonly texts: AsyncIterable<string | TextOfFile>;
  /** The height that the first block should have. */
  readonly first: number;
}

async function* readEach<B extends { readonly height: number }>(
  { chain, texts, first }: TextsOfBlocks,
  read: (value: Value) => Steps<B>,
): AsyncGenerator<B, void, undefined> {
  let next = first;
  for await (const item of texts) {
    const text = typeof item === "string" ? item : item.text;
    const block = await atBlock(chain, next, async () => {
      const slice = new TimeSlice();
      const parsed = finishSliced(parseJsonInSteps(text), slice).catch((error: unknown) => {
        throw typeof item === "string" ? error : placedInFile(error, item);
      });
      return finishSliced(read(await parsed), slice);
    });
    next = block.height + 1;
    yield block;
  }
}
