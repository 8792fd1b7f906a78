import type { Command } from "../src/cli/command.js";
import { fieldsText } from "../src/cli/output/table.js";
import { objectToValue } from "../src/codec/value.js";
import { HEIGHT, objectOf, TEXT } from "../src/records/operations/json-schema.js";
import { textIn } from "../src/codec/text.js";
import { presetOption } from "./options.js";
import { workspaceOf } from "./workspace.js";

export const command: Command = {
  summary: "begin the network of the running node",
  description: [
    "Tells the node of the data directory to execute Genesis on its empty chain, and to register the contracts that the network begins with. Only the node whose key is the genesis address can. A node that chainnode init --genesis has made does it by itself when it is started; what was interrupted then, this completes.",
  ],
  options: [presetOption("the contracts that the network begins with, instead of the setting's")],
  examples: [{ line: "chainnode genesis" }, { line: "chainnode genesis --preset public" }],
  result: objectOf({ network: TEXT, preset: TEXT, height: HEIGHT }),
  async run(context, input) {
    const preset = input.option("preset") ?? context.settings.text("preset");
    const body = objectToValue({ preset });
    const begun = await workspaceOf(context).admin({ method: "POST", path: "/genesis", body });
    return {
      data: begun,
      text: (view) =>
        fieldsText(view, [
          ["network", textIn(begun, "network")],
          ["contracts", textIn(begun, "preset")],
          ["main block", textIn(begun, "height")],
        ]),
    };
  },
};
