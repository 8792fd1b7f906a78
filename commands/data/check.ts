import type { Command, Context } from "../../src/cli/command.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { objectToValue } from "../../src/codec/value.js";
import { faultError, type DataFindings } from "../../src/node/data/data-fault.js";
import { BOOLEAN, objectOf } from "../../src/records/operations/json-schema.js";
import { FINDINGS_MEMBERS, findingsToMembers, whileDeriving } from "./deriving.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "derive the chain of the data directory once more, and compare",
  description: [
    "Reads the whole database file, applies every block of the data directory, whose node must not be running, to an empty chain of its own (hashes, seals, proofs of work, receipts, signatures and executions), and at the end compares every cell of the state and every row of the indexes. The first fault is shown with its place, and the blocks that are lost with it; the exit code is 5 then. A database that is damaged is read as far as it can be.",
    "What is derived needs as much room on the disk again, until it ends.",
  ],
  examples: [{ line: "chainnode data check" }, { line: "chainnode data check --data-dir ./chain --json" }],
  result: {
    ...objectOf({ ok: BOOLEAN }),
    properties: { ok: BOOLEAN, ...FINDINGS_MEMBERS },
    description:
      "A fault adds its reason and its place: the file, chain and height of the block, the state key, or the table and row of an index. When blocks are wrong or gone, the lost members tell which main and resource blocks, and how many transactions they hold.",
  },
  run: async (context) => toOutcome(await check(context)),
};

async function check(context: Context): Promise<DataFindings | null> {
  const [{ openStoredChain }, { checkData }, directory] = await Promise.all([
    import("../../src/node/data/stored-chain.js"),
    import("../../src/node/data/derived-chain.js"),
    workspaceOf(context).directory(),
  ]);
  const stored = await openStoredChain(directory);
  context.onEnd(() => stored.close());
  return whileDeriving(context, "Checking", (options) => checkData(stored, directory.path, options));
}

function toOutcome(findings: DataFindings | null): Outcome {
  if (findings === null) {
    return { data: objectToValue({ ok: true }), text: () => "The chain is what its blocks make of it.\n" };
  }
  return {
    data: objectToValue({ ok: false, ...findingsToMembers(findings) }),
    text: () => "",
    failure: faultError(findings),
  };
}
