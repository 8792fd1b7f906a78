import type { Command } from "../../src/cli/command.js";
import { objectToValue } from "../../src/codec/value.js";
import { BOOLEAN, objectOf } from "../../src/records/operations/json-schema.js";
import { FAULT_MEMBERS, faultToMembers, whileDeriving } from "../shared/chain/deriving.js";
import { ownDirectory } from "../shared/node/own-directory.js";

export const command: Command = {
  summary: "derive state and indexes of the data directory anew from its blocks",
  description: [
    "Applies every block of the data directory, whose node must not be running, to an empty chain with full validation, and puts what comes out in place of what was there: the state, the codes, every index. It says what had differed first. A block that breaks a rule ends it with exit code 5, and all stays as it was.",
    "What is derived needs as much room on the disk again, until it ends. Whenever it is interrupted, the old data are there, whole.",
  ],
  examples: [{ line: "chainnode data reindex" }, { line: "chainnode data reindex --json" }],
  result: {
    ...objectOf({ changed: BOOLEAN }),
    properties: { changed: BOOLEAN, ...FAULT_MEMBERS },
    description: "What had differed first is told as chainnode data check does.",
  },
  async run(context) {
    const { reindexData } = await import("../../src/node/data/reindex-data.js");
    const directory = await ownDirectory(context);
    const fault = await whileDeriving(context, "Deriving", (options) => reindexData(directory, options));
    if (fault === null) {
      return {
        data: objectToValue({ changed: false }),
        text: () => "Everything is derived anew. Nothing had differed.\n",
      };
    }
    const place = Object.entries(fault.place).map(([name, value]) => `${name} ${value}`);
    return {
      data: objectToValue({ changed: true, ...faultToMembers(fault) }),
      text: () => `Everything is derived anew. The first that had differed: ${place.join(", ")}\n`,
    };
  },
};
