import { parseJsonInSteps } from "../../codec/parse-json.js";
import type { Steps } from "../../codec/steps.js";
import type { Value } from "../../codec/value.js";
import { readMainBlockInSteps, type MainBlock } from "../../records/main-block.js";
import { readResourceBlockInSteps, type ResourceBlock } from "../../records/resource-block.js";
import { finishSliced, Turn } from "../yield-to-loop.js";
import { atBlock, type ChainName } from "./placed.js";

/** Full main blocks from their JSON texts. What is wrong with one names the height it should have. */
export function readMainBlocks(texts: AsyncIterable<string>): AsyncGenerator<MainBlock, void, undefined> {
  return readEach("main", texts, readMainBlockInSteps);
}

/** The same of the resource chain. */
export function readResourceBlocks(
  texts: AsyncIterable<string>,
): AsyncGenerator<ResourceBlock, void, undefined> {
  return readEach("resource", texts, readResourceBlockInSteps);
}

async function* readEach<B extends { readonly height: number }>(
  chain: ChainName,
  texts: AsyncIterable<string>,
  read: (value: Value) => Steps<B>,
): AsyncGenerator<B, void, undefined> {
  let height = 0;
  for await (const text of texts) {
    const block = await atBlock(chain, height + 1, async () => {
      const turn = new Turn();
      return finishSliced(read(await finishSliced(parseJsonInSteps(text), turn)), turn);
    });
    height = block.height;
    yield block;
  }
}
