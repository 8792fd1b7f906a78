import type { ArgumentSpec } from "../../src/cli/command.js";
import { hashText, timeText } from "../../src/cli/output/format.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { tableText, type Column } from "../../src/cli/output/table.js";
import type { View } from "../../src/cli/output/view.js";
import type { MainBlockSummary, ResourceBlockSummary } from "../../src/client/index.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { either } from "../../src/records/operations/json-schema.js";
import {
  MAIN_BLOCK,
  MAIN_BLOCK_SUMMARY,
  RESOURCE_BLOCK,
  RESOURCE_BLOCK_SUMMARY,
} from "../../src/records/operations/record-schemas.js";
import { completeHeights } from "../completers.js";

export const BLOCK_ARGUMENT: ArgumentSpec = {
  name: "block",
  default: "latest",
  description: "height, block hash, or latest",
  complete: async (context, before) => ["latest", ...(await completeHeights(context, before))],
};

export const ANY_BLOCK_SUMMARY = either(MAIN_BLOCK_SUMMARY, RESOURCE_BLOCK_SUMMARY);

export const ANY_BLOCK = either(MAIN_BLOCK, RESOURCE_BLOCK, ANY_BLOCK_SUMMARY);

const MAIN_COLUMNS: readonly Column[] = [
  { title: "height", align: "right" },
  { title: "time" },
  { title: "transactions", align: "right" },
  { title: "blockhash" },
];

const RESOURCE_COLUMNS: readonly Column[] = [
  { title: "height", align: "right" },
  { title: "time" },
  { title: "main height", align: "right" },
  { title: "receipts", align: "right" },
  { title: "miner" },
  { title: "blockhash" },
];

export function mainBlocksOutcome(blocks: readonly MainBlockSummary[]): Outcome {
  return {
    data: blocks.map(recordToData),
    text: (view) =>
      tableText(
        view,
        MAIN_COLUMNS,
        blocks.map((block) => mainBlockCells(view, block)),
      ),
  };
}

export function resourceBlocksOutcome(blocks: readonly ResourceBlockSummary[]): Outcome {
  return {
    data: blocks.map(recordToData),
    text: (view) =>
      tableText(
        view,
        RESOURCE_COLUMNS,
        blocks.map((block) => resourceBlockCells(view, block)),
      ),
  };
}

/** One line of `block watch`: the cells of the list, without its heading. */
export function mainBlockOutcome(block: MainBlockSummary): Outcome {
  return {
    data: recordToData(block),
    text: (view) => `${mainBlockCells(view, block).join(view.isTerminal ? "  " : "\t")}\n`,
  };
}

export function resourceBlockOutcome(block: ResourceBlockSummary): Outcome {
  return {
    data: recordToData(block),
    text: (view) => `${resourceBlockCells(view, block).join(view.isTerminal ? "  " : "\t")}\n`,
  };
}

function mainBlockCells(view: View, block: MainBlockSummary): readonly string[] {
  return [
    String(block.height),
    timeText(view, block.s_timestamp),
    String(block.transaction_count),
    hashText(view, block.blockhash),
  ];
}

function resourceBlockCells(view: View, block: ResourceBlockSummary): readonly string[] {
  return [
    String(block.height),
    timeText(view, block.timestamp),
    String(block.main_height),
    String(block.receipt_count),
    hashText(view, block.miner),
    hashText(view, block.blockhash),
  ];
}

/** A flat record of the client as a value: its numbers become integers. */
function recordToData(record: object): Value {
  const members = Object.entries(record as Record<string, string | number>);
  return objectToValue(
    Object.fromEntries(
      members.map(([name, value]) => [name, typeof value === "number" ? BigInt(value) : value]),
    ),
  );
}
