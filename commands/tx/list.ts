import type { Command } from "../../src/cli/command.js";
import { mapToValue, objectToValue } from "../../src/codec/value.js";
import { mapOf, TIME_HASH } from "../../src/records/operations/json-schema.js";
import { MAX_LISTED_TRANSACTIONS } from "../../src/records/operations/limits.js";
import { TRANSACTION_RECORD } from "../../src/records/operations/record-schemas.js";
import { completeNames, resolveAddress } from "../key/keys.js";
import { transactionsText } from "./transaction-text.js";
import { pagingOptions, readListPage } from "../options.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "list transactions, newest first",
  arguments: [
    {
      name: "address",
      default: "all transactions",
      description: "sender or recipient: address, name of a key, or node for the node's own key",
      complete: completeNames,
    },
  ],
  options: pagingOptions(MAX_LISTED_TRANSACTIONS),
  examples: [{ line: "chainnode tx list" }, { line: "chainnode tx list alice --count 5 --json" }],
  result: mapOf(TRANSACTION_RECORD, TIME_HASH),
  async run(context, input) {
    const word = input.optionalArgument("address");
    const address = word === undefined ? undefined : await resolveAddress(context, word);
    const client = await workspaceOf(context).client();
    const records = await client.listTransaction(readListPage(input, MAX_LISTED_TRANSACTIONS), address);
    return {
      data: mapToValue(new Map([...records].map(([hash, record]) => [hash, objectToValue({ ...record })]))),
      text: (view) => transactionsText(view, [...records]),
    };
  },
};
