import { option, type Command } from "../../src/cli/command.js";
import { escapeControls } from "../../src/codec/escape-controls.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { either, TEXT } from "../../src/records/operations/json-schema.js";
import { CODE_ARGUMENT, CODE_OPTIONS, readRegisteredCode } from "./registered-code.js";

const INDENT = "  ";

export const command: Command = {
  summary: "show a registered code as JSON",
  description: [
    "When several codes have the name, the command shows the one in the network's own space. A chain may hold code that cannot be called: a note on stderr gives the reason, and code that is not JSON is shown as text.",
  ],
  arguments: [CODE_ARGUMENT],
  options: [...CODE_OPTIONS, option("--text", "print the text exactly as it was submitted")],
  examples: ["chainnode code get Send", "chainnode code get GetBalance --text > GetBalance.json"],
  result: either({ type: "object" }, TEXT),
  async run(context, input) {
    const { codeRecord } = await import("../../src/records/stored-code.js");
    const code = await readRegisteredCode(context, input);
    const record = codeRecord(code);
    return {
      data: record,
      text: ({ isTerminal }) => {
        if (!input.flag("text")) return `${valueToJson(record, INDENT)}\n`;
        // A pipe gets every character.
        return `${isTerminal ? escapeControls(code.text) : code.text}\n`;
      },
    };
  },
};
