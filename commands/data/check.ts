import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOutcome, type Outcome } from "../../src/cli/output/outcome.js";
import type { Command, Context } from "../../src/cli/command.js";
import { objectToValue } from "../../src/codec/value.js";
import { faultError, type DataFindings } from "../../src/data/chain/data-fault.js";
import { BOOLEAN, objectOf } from "../../src/records/operations/json-schema.js";
import { FINDINGS_MEMBERS, findingsToMembers, whileDeriving } from "./chain-progress.js";

export const command: Command = {
  summary: "verify the chain of the data directory",
  description: [
    "Reads the whole database, applies every block to an empty chain (hashes, seals, proofs of work, receipts, signatures and executions), and compares every cell of the state and every row of the indexes. The node must be stopped. The command shows the first fault with its place and the blocks that are lost; the exit code is then 5. A damaged database is read as far as possible.",
    "The check temporarily needs as much disk space as the database: in the data directory, or among the temporary files when the data directory is on a read-only mount.",
  ],
  examples: ["chainnode data check", "chainnode data check --data-dir ./chain --json"],
  result: {
    ...objectOf({ ok: BOOLEAN }),
    properties: { ok: BOOLEAN, ...FINDINGS_MEMBERS },
    description:
      "A fault adds its reason and its place: the file, chain and height of the block, the state key, or the table and row of an index. When blocks are invalid or missing, the lost members give the ranges of main and resource blocks and their number of transactions.",
  },
  run: async (context) => toOutcome(await checkChain(context)),
};

/** Checks the chain of the data directory, whose node must not run. Null when everything is right. */
export async function checkChain(context: Context): Promise<DataFindings | null> {
  const { openStoredChain } = await import("../../src/data/chain/stored-chain.js");
  const { checkData } = await import("../../src/data/chain/derived-chain.js");
  const directory = await context.workspace.directory();
  const stored = await openStoredChain(directory, { isToRead: true });
  const scratch = stored.isReadOnly ? await mkdtemp(join(tmpdir(), "chainnode-check-")) : null;
  try {
    return await whileDeriving(context, "Checking", (options) =>
      checkData(stored, scratch ?? directory.path, options),
    );
  } finally {
    if (scratch !== null) await rm(scratch, { recursive: true });
    // A node that starts after the check locks the directory itself.
    await stored.close();
  }
}

function toOutcome(findings: DataFindings | null): Outcome {
  if (findings === null) return messageOutcome({ ok: true }, "The stored state matches the blocks.");
  return {
    data: objectToValue({ ok: false, ...findingsToMembers(findings) }),
    text: () => "",
    failure: faultError(findings),
  };
}
