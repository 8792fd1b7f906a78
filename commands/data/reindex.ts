import type { Command } from "../../src/cli/command.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { objectToValue } from "../../src/codec/value.js";
import { lostText } from "../../src/node/data/lost-blocks.js";
import type { Reindexed } from "../../src/node/data/reindex-data.js";
import { BOOLEAN, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { FINDINGS_MEMBERS, findingsToMembers, whileDeriving } from "./deriving.js";
import { workspaceOf } from "../workspace.js";

const DROP = "drop-blocks";

export const command: Command = {
  summary: "derive state and indexes of the data directory anew from its blocks",
  description: [
    "Applies every block of the data directory, whose node must not be running, to an empty chain with full validation, checks what comes out, and puts it in place of what was there: the state, the codes, every index and count. A damaged database is read as far as it can be, and a damaged block is made whole again where its seal and its transactions are left. It says what had differed first.",
    "A block that is wrong or gone ends it with exit code 5, and all stays as it was: it tells which blocks would be lost, the later ones included. With --drop-blocks they are dropped. The old database stays beside the new one then, under the name that is told.",
    "What is derived needs as much room on the disk again, until it ends. Whenever it is interrupted, the old data are there, whole.",
  ],
  options: [{ name: DROP, description: "drop the blocks that are wrong or gone, and all after them" }],
  examples: [
    { line: "chainnode data reindex" },
    { line: "chainnode data reindex --json" },
    {
      line: "chainnode data reindex --drop-blocks",
      explanation: "when peers have the blocks that are lost here",
    },
  ],
  result: {
    ...objectOf({ changed: BOOLEAN }),
    properties: { changed: BOOLEAN, kept: TEXT, ...FINDINGS_MEMBERS },
    description:
      "What had differed first, and what was dropped, are told as chainnode data check does; kept is the file that still holds what was dropped.",
  },
  async run(context, input) {
    const { reindexData } = await import("../../src/node/data/reindex-data.js");
    const directory = await workspaceOf(context).directory();
    const mayDropBlocks = input.flag(DROP);
    return toOutcome(
      await whileDeriving(context, "Deriving", (options) =>
        reindexData(directory, { ...options, mayDropBlocks }),
      ),
    );
  },
};

function toOutcome({ findings, kept }: Reindexed): Outcome {
  if (findings === null) {
    return {
      data: objectToValue({ changed: false }),
      text: () => "Everything is derived anew. Nothing had differed.\n",
    };
  }
  const { fault, lost } = findings;
  const place = Object.entries(fault.place).map(([name, value]) => `${name} ${value}`);
  const dropped =
    lost === null ? "" : `Dropped: ${lostText(lost)}. The file that still holds them: ${kept ?? ""}\n`;
  return {
    data: objectToValue({
      changed: true,
      ...(kept === null ? {} : { kept }),
      ...findingsToMembers(findings),
    }),
    text: () => `Everything is derived anew. The first that had differed: ${place.join(", ")}\n${dropped}`,
  };
}
