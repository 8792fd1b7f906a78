import { parseJson } from "../../codec/parse-json.js";
import type { Value } from "../../codec/value.js";
import { readMainBlock, type MainBlock } from "../../records/main-block.js";
import { readResourceBlock, type ResourceBlock } from "../../records/resource-block.js";
import { atBlock, type ChainName } from "./placed.js";

/** Full main blocks from their JSON texts. What is wrong with one names the height it should have. */
export function readMainBlocks(texts: AsyncIterable<string>): AsyncGenerator<MainBlock, void, undefined> {
  return readEach("main", texts, readMainBlock);
}

/** The same of the resource chain. */
export function readResourceBlocks(
  texts: AsyncIterable<string>,
): AsyncGenerator<ResourceBlock, void, undefined> {
  return readEach("resource", texts, readResourceBlock);
}

async function* readEach<B extends { readonly height: number }>(
  chain: ChainName,
  texts: AsyncIterable<string>,
  read: (value: Value) => B,
): AsyncGenerator<B, void, undefined> {
  let height = 0;
  for await (const text of texts) {
    const block = await atBlock(chain, height + 1, () => read(parseJson(text)));
    height = block.height;
    yield block;
  }
}
