import { messageOutcome, type Outcome } from "../../src/cli/output/outcome.js";
import { option, type Command } from "../../src/cli/command.js";
import { objectToValue } from "../../src/codec/value.js";
import { lostText } from "../../src/data/chain/lost-blocks.js";
import type { Reindexed } from "../../src/data/chain/reindex-data.js";
import { BOOLEAN, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { FINDINGS_MEMBERS, findingsToMembers, whileDeriving } from "./chain-progress.js";

export const command: Command = {
  summary: "rebuild state and indexes from the blocks",
  description: [
    "Applies every block to an empty chain with full validation, and replaces the database with the result: state, codes, indexes and counts. The node must be stopped. A damaged database is read as far as possible, and a damaged block is restored when its seal and its transactions are left. The command shows the first difference.",
    "At an invalid or missing block the command ends with exit code 5 and changes nothing; it shows which blocks would be lost, including all later ones. With --drop-blocks it drops them, and keeps the old database beside the new one under the name that it prints.",
    "The command temporarily needs as much disk space as the database. If it is interrupted, the old database is unchanged.",
  ],
  options: [option("--drop-blocks", "drop invalid and missing blocks, and all blocks after them")],
  examples: [
    "chainnode data reindex",
    "chainnode data reindex --json",
    "# when peers have the lost blocks",
    "chainnode data reindex --drop-blocks",
  ],
  result: {
    ...objectOf({ changed: BOOLEAN }),
    properties: { changed: BOOLEAN, kept: TEXT, ...FINDINGS_MEMBERS },
    description:
      "The first difference and the dropped blocks have the members of chainnode data check; kept is the file that still holds the dropped blocks.",
  },
  async run(context, input) {
    const { reindexData } = await import("../../src/data/chain/reindex-data.js");
    const directory = await context.workspace.directory();
    const mayDropBlocks = input.flag("drop-blocks");
    return toOutcome(
      await whileDeriving(context, "Rebuilding", (options) =>
        reindexData(directory, { ...options, mayDropBlocks }),
      ),
    );
  },
};

function toOutcome({ findings, kept }: Reindexed): Outcome {
  if (findings === null) {
    return messageOutcome(
      { changed: false },
      "State and indexes are rebuilt. They matched the blocks before.",
    );
  }
  const { fault, lost } = findings;
  const place = Object.entries(fault.place).map(([name, value]) => `${name} ${value}`);
  const dropped = lost === null ? "" : `Dropped: ${lostText(lost)}. They are still in ${kept ?? ""}\n`;
  return {
    data: objectToValue({
      changed: true,
      ...(kept === null ? {} : { kept }),
      ...findingsToMembers(findings),
    }),
    text: () => `State and indexes are rebuilt. The first difference: ${place.join(", ")}\n${dropped}`,
  };
}
