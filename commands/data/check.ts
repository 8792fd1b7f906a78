import type { Command } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { objectToValue } from "../../src/codec/value.js";
import { faultError, type DataFault } from "../../src/node/data/data-fault.js";
import { BOOLEAN, objectOf } from "../../src/records/operations/json-schema.js";
import { FAULT_MEMBERS, faultToMembers, whileDeriving } from "../shared/chain/deriving.js";
import { ownDirectory } from "../shared/node/own-directory.js";

export const command: Command = {
  summary: "derive the chain of the data directory once more, and compare",
  description: [
    "Reads the whole database file, applies every block of the data directory, whose node must not be running, to an empty chain of its own (hashes, seals, proofs of work, receipts, signatures and executions), and at the end compares every cell of the state and every row of the indexes. The first fault is shown with its place, and the exit code is 5.",
    "What is derived needs as much room on the disk again, until it ends.",
  ],
  examples: [{ line: "chainnode data check" }, { line: "chainnode data check --data-dir ./chain --json" }],
  result: {
    ...objectOf({ ok: BOOLEAN }),
    properties: { ok: BOOLEAN, ...FAULT_MEMBERS },
    description:
      "A fault adds its reason and its place: chain and height of the block, the state key, or the table and row of an index.",
  },
  run: async (context) => toOutcome(await check(context)),
};

async function check(context: Context): Promise<DataFault | null> {
  const [{ openStore }, { checkData }, directory] = await Promise.all([
    import("../../src/node/directory/open-store.js"),
    import("../../src/node/data/check-data.js"),
    ownDirectory(context),
  ]);
  const opened = await openStore(directory);
  context.onEnd(() => opened.close());
  const stored = { ...opened, file: directory.databaseFile };
  return whileDeriving(context, "Checking", (options) => checkData(stored, directory.path, options));
}

function toOutcome(fault: DataFault | null): Outcome {
  if (fault === null) {
    return { data: objectToValue({ ok: true }), text: () => "The chain is what its blocks make of it.\n" };
  }
  return {
    data: objectToValue({ ok: false, ...faultToMembers(fault) }),
    text: () => "",
    failure: faultError(fault),
  };
}
