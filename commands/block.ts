import { option, type Command } from "../src/cli/command.js";
import { countOutcome, tableOutcome } from "../src/cli/output/outcome.js";
import { blockUnknown } from "../src/actions/errors.js";
import { findBlockTarget } from "../src/actions/find-hash.js";
import type { Client, ListPage, MainBlockSummary } from "../src/client/index.js";
import { memberOf, objectToMap } from "../src/codec/value.js";
import { HEIGHT, listOf } from "../src/records/operations/json-schema.js";
import { MAX_LISTED_RESOURCE_BLOCKS } from "../src/records/operations/limits.js";
import { REQUESTS } from "../src/records/operations/system-requests.js";
import { blockText, transactionsIn } from "./block/block-text.js";
import { readOwnCid } from "./tx/transaction-text.js";
import {
  BLOCK_ARGUMENT,
  ANY_BLOCK,
  ANY_BLOCK_SUMMARY,
  MAIN_COLUMNS,
  RESOURCE_COLUMNS,
  summaryToValue,
  newBlocks,
} from "./block/blocks.js";
import { completeHeights } from "./completers.js";
import { RESOURCE_OPTION, pagingOptions, readListPage } from "./options.js";

/** ListBlock returns more at once; one limit holds for both chains. */
const MAX_COUNT = MAX_LISTED_RESOURCE_BLOCKS;

export const blockCommands = {
  count: {
    summary: "count the blocks of the main chain or the resource chain",
    options: [RESOURCE_OPTION],
    examples: ["chainnode block count", "chainnode block count --resource"],
    result: HEIGHT,
    async run(context, input) {
      const client = await context.workspace.client();
      const isResource = input.flag(RESOURCE_OPTION.name);
      return countOutcome(await (isResource ? client.resourceBlockCount() : client.blockCount()));
    },
  },
  get: {
    summary: "show a block of the main chain or the resource chain",
    arguments: [BLOCK_ARGUMENT],
    options: [
      RESOURCE_OPTION,
      option("--summary", "show only the head of the block, with counts of its contents"),
    ],
    examples: [
      "chainnode block get latest",
      "chainnode block get 42 --json",
      "chainnode block get 1 --resource --summary",
    ],
    result: ANY_BLOCK,
    async run(context, input) {
      const word = input.optionalArgument("block");
      const isResource = input.flag(RESOURCE_OPTION.name);
      const type = isResource ? REQUESTS.GET_RESOURCE_BLOCK.type : REQUESTS.GET_BLOCK.type;
      const client = await context.workspace.client();
      const given = await findBlockTarget(client, word, { isResource });
      const target = typeof given === "number" ? BigInt(given) : given;
      const block = await client.request(objectToMap({ type, target, full: !input.flag("summary") }));
      // The empty block of height 0 means that the block does not exist (PROTOCOL 13.10).
      if (memberOf(block, "height") === 0n) throw blockUnknown({ block: word ?? "latest" });
      const transactions = transactionsIn(block).map(([, { transaction }]) => transaction);
      const ownCid = await readOwnCid(context, transactions);
      return { data: block, text: (view) => blockText(view, block, ownCid) };
    },
  },
  list: {
    summary: "list blocks, newest first",
    options: [RESOURCE_OPTION, ...pagingOptions(MAX_COUNT)],
    examples: ["chainnode block list", "chainnode block list --resource --count 5"],
    result: listOf(ANY_BLOCK_SUMMARY),
    async run(context, input) {
      const { count, page } = readListPage(input, MAX_COUNT);
      const client = await context.workspace.client();
      return input.flag(RESOURCE_OPTION.name)
        ? tableOutcome(await client.listResourceBlock({ count, page }), RESOURCE_COLUMNS, summaryToValue)
        : tableOutcome(await listMainBlocks(client, { count, page }), MAIN_COLUMNS, summaryToValue);
    },
  },
  watch: {
    summary: "print each new block until interrupted",
    options: [
      RESOURCE_OPTION,
      option("--from <height>", "height of the first block", {
        default: "the next block",
        complete: completeHeights,
      }),
      option("--count <count>", "number of blocks after which the command ends", "no limit"),
    ],
    examples: ["chainnode block watch", "chainnode block watch --count 1 --json"],
    result: ANY_BLOCK_SUMMARY,
    async run(context, input) {
      const client = await context.workspace.runningClient();
      const blocks = newBlocks(client, input.flag(RESOURCE_OPTION.name), {
        from: input.integer("from", 1),
        signal: context.terminal.interruption(),
        onUndone: ({ height, blockhash }) => context.note(`Block ${height} is undone: ${blockhash}`),
      });
      return upTo(blocks, input.integer("count", 1) ?? Number.POSITIVE_INFINITY);
    },
  },
} satisfies Readonly<Record<string, Command>>;

/** ListBlock has no pages: each one ends at a height of its own. */
async function listMainBlocks(
  client: Client,
  { count, page }: Required<ListPage>,
): Promise<readonly MainBlockSummary[]> {
  if (page === 1) return client.listBlock({ count, order: "descending" });
  const height = (await client.blockCount()) - (page - 1) * count;
  return height < 1 ? [] : client.listBlock({ height, count, order: "descending" });
}

async function* upTo<T>(items: AsyncIterable<T>, count: number): AsyncGenerator<T, void, undefined> {
  let taken = 0;
  for await (const item of items) {
    yield item;
    taken += 1;
    if (taken >= count) return;
  }
}
