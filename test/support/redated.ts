import type { MainBlock } from "../../src/records/main-block.js";
import { hashMainBlock } from "../../src/records/main-block.js";

/** The same block under another date, as anyone can make it: a seal signs the transactions and not the time. */
export function redated(block: MainBlock, s_timestamp: number): MainBlock {
  const seal = new Map(
    Array.from(block.seal, ([signer, entry]) => [signer, { ...entry, s_timestamp }] as const),
  );
  const content = { ...block, s_timestamp, seal };
  return { ...content, blockhash: hashMainBlock(content).blockhash };
}
