import type { Command } from "../../src/cli/command.js";
import { escapeControls } from "../../src/codec/escape-controls.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { either, TEXT } from "../../src/records/operations/json-schema.js";
import { offered } from "../completers.js";
import { KIND_OPTION, readKind } from "../options.js";
import { workspaceOf } from "../workspace.js";

const INDENT = "  ";

export const command: Command = {
  summary: "show a registered code as JSON",
  description: [
    "When several codes have the name, the command shows the one in the network's own space. A chain may hold code that cannot be called: a note on stderr gives the reason, and code that is not JSON is shown as text.",
  ],
  arguments: [
    {
      name: "code",
      description: "name or id of the code",
      isRequired: true,
      complete: offered(async (context) =>
        (await workspaceOf(context).readableCodes()).map(({ method }) => method.name),
      ),
    },
  ],
  options: [KIND_OPTION, { name: "text", description: "print the text exactly as it was submitted" }],
  examples: [
    { line: "chainnode code get Send" },
    { line: "chainnode code get GetBalance --text > GetBalance.json" },
  ],
  result: either({ type: "object" }, TEXT),
  async run(context, input) {
    const [{ codeRecord }, { findCode }, client] = await Promise.all([
      import("../../src/records/stored-code.js"),
      import("../../src/client/registered-codes.js"),
      workspaceOf(context).client(),
    ]);
    const code = await findCode(client, input.argument("code"), readKind(input));
    const record = codeRecord(code);
    if (code.broken !== null) context.note(`This code is broken: ${code.broken}. Every call of it fails.`);
    return {
      data: record,
      text: ({ isTerminal }) =>
        `${input.flag("text") ? exactText(code.text, isTerminal) : valueToJson(record, INDENT)}\n`,
    };
  },
};

/** A pipe gets every character; for a terminal, control characters are escaped. */
function exactText(text: string, isTerminal: boolean): string {
  return isTerminal ? escapeControls(text) : text;
}
