import {
  watchBlocks,
  watchedMainChain,
  watchedResourceChain,
  type WatchOptions,
} from "../../src/actions/watch-blocks.js";
import { positional } from "../../src/cli/command.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { entryLine, hashText, timeText, type EntryColumn } from "../../src/cli/output/view.js";
import type { Client, MainBlockSummary, ResourceBlockSummary } from "../../src/client/index.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { either } from "../../src/records/operations/json-schema.js";
import {
  MAIN_BLOCK,
  MAIN_BLOCK_SUMMARY,
  RESOURCE_BLOCK,
  RESOURCE_BLOCK_SUMMARY,
} from "../../src/records/operations/record-schemas.js";
import { completeHeights } from "../completers.js";

export const BLOCK_ARGUMENT = positional("[block]", "height, blockhash or its first characters, or latest", {
  default: "latest",
  complete: async (context, before) => ["latest", ...(await completeHeights(context, before))],
});

export const ANY_BLOCK_SUMMARY = either(MAIN_BLOCK_SUMMARY, RESOURCE_BLOCK_SUMMARY);

export const ANY_BLOCK = either(MAIN_BLOCK, RESOURCE_BLOCK, ANY_BLOCK_SUMMARY);

export const MAIN_COLUMNS: readonly EntryColumn<MainBlockSummary>[] = [
  { title: "height", align: "right", cell: ({ height }) => String(height) },
  { title: "time", cell: ({ s_timestamp }, view) => timeText(view, s_timestamp) },
  { title: "transactions", align: "right", cell: ({ transaction_count }) => String(transaction_count) },
  { title: "blockhash", cell: ({ blockhash }, view) => hashText(view, blockhash) },
];

export const RESOURCE_COLUMNS: readonly EntryColumn<ResourceBlockSummary>[] = [
  { title: "height", align: "right", cell: ({ height }) => String(height) },
  { title: "time", cell: ({ timestamp }, view) => timeText(view, timestamp) },
  { title: "main height", align: "right", cell: ({ main_height }) => String(main_height) },
  { title: "receipts", align: "right", cell: ({ receipt_count }) => String(receipt_count) },
  { title: "miner", cell: ({ miner }, view) => hashText(view, miner) },
  { title: "blockhash", cell: ({ blockhash }, view) => hashText(view, blockhash) },
];

export async function* newBlocks(
  client: Client,
  isResource: boolean,
  options: WatchOptions,
): AsyncGenerator<Outcome, void, undefined> {
  if (isResource) {
    for await (const block of watchBlocks(watchedResourceChain(client), options))
      yield rowOutcome(block, RESOURCE_COLUMNS);
  } else {
    for await (const block of watchBlocks(watchedMainChain(client), options))
      yield rowOutcome(block, MAIN_COLUMNS);
  }
}

/** One line of `block watch`: the cells of the list, without its heading. */
function rowOutcome<Block extends object>(block: Block, columns: readonly EntryColumn<Block>[]): Outcome {
  return { data: summaryToValue(block), text: (view) => entryLine(view, columns, block) };
}

/** A flat record of the client as a value: its numbers become integers. */
export function summaryToValue(summary: object): Value {
  const members = Object.entries(summary as Record<string, string | number>);
  return objectToValue(
    Object.fromEntries(
      members.map(([name, value]) => [name, typeof value === "number" ? BigInt(value) : value]),
    ),
  );
}
