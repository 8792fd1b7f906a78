import { option, type Command } from "../../src/cli/command.js";
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
    option("--as <form>", "form of the source", { default: "typescript", choices: ["typescript", "text"] }),
  ],
  examples: [
    "chainnode code source Send > send.ts",
    "chainnode code source Transfer --cid alice/token",
    "# as short pseudo-code",
    "chainnode code source Send --as text",
  ],
  result: TEXT,
  async run(context, input) {
    const { toPseudoCode } = await import("../../src/contract/source/to-pseudo-code.js");
    const { toSource } = await import("../../src/contract/source/to-source.js");
    const { codeRecord } = await import("../../src/records/stored-code.js");
    const { text } = await readRegisteredCode(context, input);
    if (input.option("as") !== "text" && canonicalJson(codeRecord({ text })) !== text)
      context.note("The registered text is not canonical JSON: the TypeScript builds its canonical form.");
    const source = input.option("as") === "text" ? toPseudoCode(text) : toSource(text);
    return { data: source, text: () => source };
  },
};
