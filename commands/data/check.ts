import type { Command } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { objectToValue } from "../../src/codec/value.js";
import type { ChainDifference } from "../../src/ledger/check-chain.js";
import { BOOLEAN, HEIGHT, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { createChainProgress } from "../shared/chain-progress.js";

export const command: Command = {
  summary: "derive the chain of the data directory once more, and compare",
  description: [
    "Applies every block of the data directory, whose node must not be running, to an empty chain of its own: hashes, seals, proofs of work, receipts, signatures and executions, and at the end every cell of the state. The first difference is shown with its height and, where there is one, its state key, and the exit code is 1.",
    "What is derived needs as much room on the disk again, until it ends.",
  ],
  examples: [{ line: "chainnode data check" }, { line: "chainnode data check --data-dir ./chain --json" }],
  result: {
    ...objectOf({ ok: BOOLEAN }),
    properties: { ok: BOOLEAN, chain: TEXT, height: HEIGHT, key: TEXT, reason: TEXT },
    description: "A difference adds its chain, height, reason and, where it is in the state, key.",
  },
  run: async (context) => toOutcome(await check(context)),
};

async function check(context: Context): Promise<ChainDifference | null> {
  const [{ openStore }, { dataDirectory }, { checkData }, { systemClock }, { storedHeights }] =
    await Promise.all([
      import("../../src/node/open-store.js"),
      import("../../src/node/data-directory.js"),
      import("../../src/node/data/check-data.js"),
      import("../../src/node/system-clock.js"),
      import("../../src/ledger/import/stored-chain.js"),
    ]);
  const directory = dataDirectory(context.settings.text("data-dir"));
  const opened = await openStore(directory);
  const { main, resource } = await storedHeights(opened.store);
  const { onBlock, clear } = createChainProgress(context, "Checking", (blocks) => blocks / (main + resource));
  try {
    return await checkData(opened.store, opened.definition, directory.path, {
      nowUs: systemClock.nowUs(),
      onBlock,
    });
  } finally {
    clear();
    await opened.close();
  }
}

function toOutcome(difference: ChainDifference | null): Outcome {
  if (difference === null) {
    return { data: objectToValue({ ok: true }), text: () => "The chain is what its blocks make of it.\n" };
  }
  const { chain, height, key, reason } = difference;
  const found = { chain, height, ...(key === null ? {} : { key }), reason };
  return {
    data: objectToValue({ ok: false, ...found, height: BigInt(height) }),
    text: () => "",
    failure: new ChainError("CHAIN_DIFFERENCE", "The chain is not what its blocks make of it. ", {
      details: found,
      advice: "Restore a backup, or import the chain from an export into a new data directory.",
    }),
  };
}
