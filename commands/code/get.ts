import type { Command } from "../../src/cli/command.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { findCode, listCodes } from "../shared/code/codes.js";
import { KIND_OPTION, readKind } from "../shared/code/kind-option.js";
import { offered } from "../shared/offers.js";

const INDENT = "  ";

export const command: Command = {
  summary: "show a registered code as JSON",
  arguments: [
    {
      name: "code",
      description: "its name or id",
      isRequired: true,
      complete: offered(async (context) => (await listCodes(context)).map(({ method }) => method.name)),
    },
  ],
  options: [KIND_OPTION, { name: "text", description: "the text exactly as it was submitted" }],
  examples: [
    { line: "chainnode code get Send" },
    { line: "chainnode code get GetBalance --text > GetBalance.json" },
  ],
  result: { type: "object" },
  async run(context, input) {
    const { text } = await findCode(context, input.argument("code"), readKind(input));
    const record = parseJson(text);
    return {
      data: record,
      text: () => `${input.flag("text") ? text : valueToJson(record, INDENT)}\n`,
    };
  },
};
