import type { Command } from "../src/cli/command.js";
import { parseParameters } from "../src/cli/input/parameters.js";
import { outlineText } from "../src/cli/output/outline.js";
import type { Value } from "../src/codec/value.js";
import {
  askRequest,
  askRequestParameters,
  completeRequestParameters,
  completeRequests,
} from "./shared/contracts.js";
import { openClient } from "./shared/node.js";

export const command: Command = {
  summary: "run a request, the system's or a registered one, and show its answer",
  arguments: [
    {
      name: "type",
      description: "the request's name",
      isRequired: true,
      complete: completeRequests,
      ask: askRequest,
    },
    {
      name: "parameter",
      description: "the request's parameters, as in chainnode help parameters",
      isVariadic: true,
      complete: completeRequestParameters,
      ask: askRequestParameters,
    },
  ],
  options: [
    {
      name: "cid",
      placeholder: "cid",
      description: "the space of the request, when it is not the network's own",
    },
  ],
  examples: [
    { line: "chainnode request GetBlock target:=1 full:=true" },
    { line: "chainnode request GetBalance address=4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f" },
  ],
  async run(context, input) {
    const cid = input.option("cid");
    const request = new Map<string, Value>([["type", input.argument("type")]]);
    if (cid !== undefined) request.set("cid", cid);
    for (const [name, value] of await parseParameters(input.rest("parameter"), context.terminal)) {
      request.set(name, value);
    }
    const client = await openClient(context);
    const data = await client.request(request);
    return { data, text: (view) => outlineText(view, data) };
  },
};
