import type { Command } from "../../src/cli/command.js";
import { hashText, timeText } from "../../src/cli/output/format.js";
import { tableText } from "../../src/cli/output/table.js";
import { publicKeyToAddress } from "../../src/codec/address.js";
import { timeHashToTime } from "../../src/codec/time.js";
import { mapToValue, objectToValue } from "../../src/codec/value.js";
import { mapOf } from "../../src/records/operations/json-schema.js";
import { recordSchema } from "../../src/records/operations/record-schemas.js";
import { resolveAddress } from "../shared/address.js";
import { textIn } from "../shared/answers.js";
import { completeKeyNames } from "../shared/keys.js";
import { openClient } from "../shared/node.js";
import { pagingOptions, readPage } from "../shared/paging.js";

/** What ListTransaction answers at once (SPEC, Limits). */
const MAX_COUNT = 1000;
const COLUMNS = [
  { title: "hash" },
  { title: "time" },
  { title: "type" },
  { title: "from" },
  { title: "to" },
  { title: "amount", align: "right" },
] as const;

export const command: Command = {
  summary: "list transactions, the newest first",
  arguments: [
    {
      name: "address",
      description: "only those from or to an address, or a key by its name",
      complete: completeKeyNames,
    },
  ],
  options: pagingOptions(MAX_COUNT),
  examples: [{ line: "chainnode tx list" }, { line: "chainnode tx list alice --count 5 --json" }],
  result: mapOf(recordSchema("TransactionRecord")),
  async run(context, input) {
    const word = input.optionalArgument("address");
    const address = word === undefined ? undefined : await resolveAddress(context, word);
    const client = await openClient(context);
    const records = await client.listTransaction(readPage(input, MAX_COUNT), address);
    return {
      data: mapToValue(new Map([...records].map(([hash, record]) => [hash, objectToValue({ ...record })]))),
      text: (view) =>
        tableText(
          view,
          COLUMNS,
          [...records].map(([hash, { transaction, public_key }]) => [
            hashText(view, hash),
            timeText(view, timeHashToTime(hash)),
            textIn(transaction, "type"),
            hashText(view, publicKeyToAddress(public_key)),
            hashText(view, textIn(transaction, "to")),
            textIn(transaction, "amount"),
          ]),
        ),
    };
  },
};
