import type { Command } from "../../src/cli/command.js";
import { askForConsent, YES_OPTION } from "../../src/cli/input/consent.js";
import { objectToValue } from "../../src/codec/value.js";
import { objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { workspaceOf } from "../workspace.js";

export const command: Command = {
  summary: "remove the chain of the data directory",
  description: [
    "Keys, network, settings, peers and the record of what this validator has signed stay; both chains and the state go, also when they are damaged. The node must not be running. When it starts again it fetches the chain from its peers; a network of a single node begins anew.",
  ],
  options: [YES_OPTION],
  examples: [{ line: "chainnode data reset --yes" }],
  result: objectOf({ directory: TEXT }),
  async run(context, input) {
    const { resetData } = await import("../../src/node/data/reset-data.js");
    const directory = await workspaceOf(context).directory();
    await askForConsent(`Remove the chain in ${directory.path}?`, context, input);
    await resetData(directory);
    return {
      data: objectToValue({ directory: directory.path }),
      text: () => `There is no chain in ${directory.path} any more.\n`,
    };
  },
};
