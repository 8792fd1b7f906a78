import type { Command } from "../src/cli/command.js";
import { readParameters } from "../src/cli/input/parameters.js";
import { outlineText } from "../src/cli/output/view.js";
import type { Value } from "../src/codec/value.js";
import { ANY } from "../src/records/operations/json-schema.js";
import { assertCall, withSuggestion } from "../src/actions/check-call.js";
import { askedArguments, callParameters, cidOption, readCid } from "./call-input.js";
import { LITERAL_OPTION } from "./options.js";

export const command: Command = {
  summary: "run a system request or a registered request",
  arguments: askedArguments("request", "name of the request"),
  options: [cidOption("request"), LITERAL_OPTION],
  examples: [
    "chainnode request GetBlock target:=1 full:=true",
    "chainnode request GetBalance address=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f",
    "# with the address of a key",
    "chainnode request GetBalance address=alice",
    "chainnode request GetStock of=ab --cid alice/shop",
  ],
  result: ANY,
  async run(context, input) {
    const type = input.argument("type");
    const cid = await readCid(context, input);
    const given = await readParameters(input.rest("parameter"), context.terminal);
    const client = await context.workspace.client();
    const call = { kind: "request", type, cid, parameters: [...given.values.keys()] } as const;
    const use = await assertCall(context.workspace.readableCodes, call);
    const request = new Map<string, Value>([["type", type]]);
    if (cid !== undefined) request.set("cid", cid);
    for (const [name, value] of await callParameters(context, input, { ...given, use })) {
      request.set(name, value);
    }
    const data = await withSuggestion(context.workspace.readableCodes, call, () => client.request(request));
    return { data, text: (view) => outlineText(view, data) };
  },
};
