import { parseJsonInSteps } from "../../codec/parse-json.js";
import type { Steps } from "../../codec/steps.js";
import type { Value } from "../../codec/value.js";
import { readMainBlockInSteps, type MainBlock } from "../../records/main-block.js";
import { readResourceBlockInSteps, type ResourceBlock } from "../../records/resource-block.js";
import { finishSliced, Turn } from "../yield-to-loop.js";
import { atBlock, type ChainName } from "./placed.js";

/** Full main blocks from their JSON texts. What is wrong with one names the height it should have, from `first` on. */
export function readMainBlocks(
  texts: AsyncIterable<string>,
  first = 1,
): AsyncGenerator<MainBlock, void, undefined> {
  return readEach({ chain: "main", texts, first }, readMainBlockInSteps);
}

/** The same of the resource chain. */
export function readResourceBlocks(
  texts: AsyncIterable<string>,
  first = 1,
): AsyncGenerator<ResourceBlock, void, undefined> {
  return readEach({ chain: "resource", texts, first }, readResourceBlockInSteps);
}

interface TextsOfBlocks {
  readonly chain: ChainName;
  readonly texts: AsyncIterable<string>;
  /** The height that the first of them should have. */
  readonly first: number;
}

async function* readEach<B extends { readonly height: number }>(
  { chain, texts, first }: TextsOfBlocks,
  read: (value: Value) => Steps<B>,
): AsyncGenerator<B, void, undefined> {
  let next = first;
  for await (const text of texts) {
    const block = await atBlock(chain, next, async () => {
      const turn = new Turn();
      return finishSliced(read(await finishSliced(parseJsonInSteps(text), turn)), turn);
    });
    next = block.height + 1;
    yield block;
  }
}
