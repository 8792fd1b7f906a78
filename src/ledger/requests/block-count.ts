import type { BLOCK_COUNT } from "../../records/operations/requests/block-count.js";
import type { Answerer } from "./answerer.js";

export const countBlocks: Answerer<typeof BLOCK_COUNT> = async ({ tip }) => ({ value: BigInt(tip.height) });
