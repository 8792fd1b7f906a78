import { resourceBlockSummaryToText } from "../../records/resource-block.js";
import type { LIST_RESOURCE_BLOCK } from "../../records/operations/requests/list-resource-block.js";
import type { Answerer } from "./answerer.js";
import { readPage } from "./arguments.js";

/** Summaries, newest first (PROTOCOL 13.13). */
export const listResourceBlock: Answerer<typeof LIST_RESOURCE_BLOCK> = async ({ store }, argument) => {
  const { page, count } = readPage(argument("page"), argument("count"));
  const last = ((await store.lastResourceBlock())?.height ?? 0) - (page - 1) * count;
  const blocks = await store.resourceBlockSummaries(Math.max(1, last - count + 1), last);
  return { json: `[${blocks.toReversed().map(resourceBlockSummaryToText).join(",")}]` };
};
