import type { Command } from "../../src/cli/command.js";
import { listOf } from "../../src/records/operations/json-schema.js";
import { MAX_LISTED_RESOURCE_BLOCKS } from "../../src/records/operations/limits.js";
import { mainBlocksOutcome, resourceBlocksOutcome, ANY_BLOCK_SUMMARY } from "./blocks.js";
import { pagingOptions, readListPage, RESOURCE_OPTION } from "../options.js";
import { workspaceOf } from "../workspace.js";

/** ListBlock returns more at once; one limit holds for both chains. */
const MAX_COUNT = MAX_LISTED_RESOURCE_BLOCKS;

export const command: Command = {
  summary: "list blocks, newest first",
  options: [RESOURCE_OPTION, ...pagingOptions(MAX_COUNT)],
  examples: [{ line: "chainnode block list" }, { line: "chainnode block list --resource --count 5" }],
  result: listOf(ANY_BLOCK_SUMMARY),
  async run(context, input) {
    const { count, page } = readListPage(input, MAX_COUNT);
    const client = await workspaceOf(context).client();
    if (input.flag(RESOURCE_OPTION.name)) {
      return resourceBlocksOutcome(await client.listResourceBlock({ count, page }));
    }
    if (page === 1) return mainBlocksOutcome(await client.listBlock({ count, order: "descending" }));
    const height = (await client.blockCount()) - (page - 1) * count;
    if (height < 1) return mainBlocksOutcome([]);
    return mainBlocksOutcome(await client.listBlock({ height, count, order: "descending" }));
  },
};
