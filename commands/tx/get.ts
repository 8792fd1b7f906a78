import type { Command } from "../../src/cli/command.js";
import { outlineText } from "../../src/cli/output/outline.js";
import { isMap, memberOf, objectToMap } from "../../src/codec/value.js";
import { TRANSACTION_RECORD } from "../../src/records/operations/record-schemas.js";
import { GET_TRANSACTION } from "../../src/records/operations/requests/get-transaction.js";
import { transactionDropped, transactionPending, transactionUnknown } from "../../src/records/errors.js";
import type { TransactionFate } from "../../src/client/index.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { transactionText } from "./transaction-text.js";
import { textIn } from "../../src/codec/text.js";
import { readTransactionHash, TRANSACTION_HASH_ARGUMENT } from "./transaction-input.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "show a transaction",
  description: [
    "The exit code is 4 when no block holds the transaction, and 1 when the node accepted it and dropped it later; the error gives the reason.",
  ],
  arguments: [TRANSACTION_HASH_ARGUMENT],
  examples: [
    {
      line: "chainnode tx get 0660c28c09a460765cefef5e39e3f349f9a74a3fe188ae124d6851db4dee302c3f3da1996f5bb7",
    },
  ],
  result: TRANSACTION_RECORD,
  async run(context, input) {
    const target = readTransactionHash(input.argument("hash"));
    const client = await workspaceOf(context).client();
    const record = await client.request(objectToMap({ type: GET_TRANSACTION.type, target }));
    if (!isMap(record)) throw absent(target, await client.transactionFate(target));
    const named = {
      transaction: memberOf(record, "transaction") ?? null,
      public_key: textIn(record, "public_key"),
    };
    return {
      data: record,
      text: (view) =>
        view.isTerminal
          ? transactionText(view, [target, named], textIn(record, "signature"))
          : outlineText(view, record),
    };
  },
};

/** The error for a transaction that is in no block, by the fate that the node reports (PROTOCOL 13.11). */
function absent(hash: string, fate: TransactionFate | null): ChainError {
  if (fate?.state === "dropped")
    return transactionDropped({ hash, height: fate.height, reason: fate.reason });
  return fate?.state === "pooled" ? transactionPending({ hash }) : transactionUnknown({ hash });
}
