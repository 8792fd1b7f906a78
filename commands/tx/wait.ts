import type { Command } from "../../src/cli/command.js";
import { lineOutcome } from "../../src/cli/output/outcome.js";
import { TIME_HASH } from "../../src/records/operations/json-schema.js";
import { readTransactionHash, TRANSACTION_HASH_ARGUMENT } from "./transaction-input.js";
import { waitForBlock } from "./sending.js";
import { WAIT_OPTIONS, readWaitTimeout } from "../options.js";

export const command: Command = {
  summary: "wait until a block holds a transaction",
  description: [
    "The exit code is 0 when a block holds the transaction, 1 when no block ever will, because the node dropped it or the chain is past its time, and 3 after the timeout.",
  ],
  arguments: [TRANSACTION_HASH_ARGUMENT],
  options: WAIT_OPTIONS,
  examples: [
    {
      line: 'chainnode tx wait "$(chainnode tx send Grant --yes --password-file pass.txt)" --timeout 10',
    },
  ],
  result: TIME_HASH,
  async run(context, input) {
    const hash = readTransactionHash(input.argument("hash"));
    await waitForBlock(context, hash, readWaitTimeout(input));
    return lineOutcome(hash);
  },
};
