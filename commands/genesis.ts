import type { Command } from "../src/cli/command.js";
import { fieldsOutcome } from "../src/cli/output/outcome.js";
import { objectToValue } from "../src/codec/value.js";
import { HEIGHT, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { textIn } from "../src/codec/text.js";
import { presetOptionSpec } from "./options.js";

export const command: Command = {
  summary: "begin the network of the running node",
  description: [
    "Makes the node of the data directory execute Genesis on its empty chain and register the contracts of the preset. Only the node whose key is the genesis address can do this. A node made with chainnode init --genesis does it at its first start; this command completes an interrupted start.",
  ],
  options: [presetOptionSpec("contracts that the network begins with")],
  examples: ["chainnode genesis", "chainnode genesis --preset public"],
  result: objectOf({ network: TEXT, preset: TEXT, height: HEIGHT }),
  async run(context, input) {
    const preset = input.option("preset") ?? context.settings.text("preset");
    const body = objectToValue({ preset });
    const begun = await context.workspace.admin({ method: "POST", path: "/genesis", body });
    return fieldsOutcome(begun, [
      ["network", textIn(begun, "network")],
      ["contracts", textIn(begun, "preset")],
      ["main block", textIn(begun, "height")],
    ]);
  },
};
