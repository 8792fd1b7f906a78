import type { RESOURCE_BLOCK_COUNT } from "../../records/operations/requests/resource-block-count.js";
import type { Answerer } from "./answerer.js";

export const countResourceBlocks: Answerer<typeof RESOURCE_BLOCK_COUNT> = async ({ store }) => ({
  value: BigInt((await store.lastResourceBlock())?.height ?? 0),
});
