import type { Command } from "../../src/cli/command.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { TEXT } from "../../src/records/operations/json-schema.js";
import { CODE_ARGUMENT, CODE_OPTIONS, readRegisteredCode } from "./registered-code.js";

export const command: Command = {
  summary: "show a registered code as TypeScript of chainnode/contract, or as pseudo-code",
  description: [
    "The TypeScript builds the code again, byte for byte. Code that the builder cannot express is shown as JSON.",
  ],
  arguments: [CODE_ARGUMENT],
  options: [
    ...CODE_OPTIONS,
    {
      name: "as",
      placeholder: "form",
      default: "typescript",
      description: "form of the source",
      choices: ["typescript", "text"],
    },
  ],
  examples: [
    { line: "chainnode code source Send > send.ts" },
    { line: "chainnode code source Transfer --cid alice/token" },
    { line: "chainnode code source Send --as text", explanation: "as short pseudo-code" },
  ],
  result: TEXT,
  async run(context, input) {
    const [{ toPseudoCode }, { toSource }, { codeRecord }] = await Promise.all([
      import("../../src/contract/source/to-pseudo-code.js"),
      import("../../src/contract/source/to-source.js"),
      import("../../src/records/stored-code.js"),
    ]);
    const { text } = await readRegisteredCode(context, input);
    if (input.option("as") !== "text" && canonicalJson(codeRecord({ text })) !== text)
      context.note("The registered text is not canonical JSON: the TypeScript builds its canonical form.");
    const source = input.option("as") === "text" ? toPseudoCode(text) : toSource(text);
    return { data: source, text: () => source };
  },
};
