import { messageOutcome } from "../../src/cli/output/outcome.js";
import type { Command } from "../../src/cli/command.js";
import { askForConsent, YES_OPTION } from "../../src/cli/input/ask.js";
import { objectOf, TEXT } from "../../src/records/operations/json-schema.js";

export const command: Command = {
  summary: "delete the chain of the data directory",
  description: [
    "Deletes both chains and the state, also when they are damaged. Keys, network, settings, peers and the record of signed blocks stay. The node must be stopped. At its next start it fetches the chain from its peers; a network of a single node begins again.",
  ],
  options: [YES_OPTION],
  examples: ["chainnode data reset --yes"],
  result: objectOf({ directory: TEXT }),
  async run(context, input) {
    const { resetData } = await import("../../src/data/chain/reset-data.js");
    const directory = await context.workspace.directory();
    await askForConsent(`Delete the chain in ${directory.path}?`, context, input);
    await resetData(directory);
    return messageOutcome({ directory: directory.path }, `The chain in ${directory.path} is deleted.`);
  },
};
