import type { Command } from "../../src/cli/command.js";
import { readBlockTarget } from "../../src/client/block-target.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { memberOf, objectToMap } from "../../src/codec/value.js";
import { GET_BLOCK } from "../../src/records/operations/requests/get-block.js";
import { GET_RESOURCE_BLOCK } from "../../src/records/operations/requests/get-resource-block.js";
import { blockText } from "./block-text.js";
import { BLOCK_ARGUMENT, ANY_BLOCK } from "./blocks.js";
import { RESOURCE_OPTION } from "../options.js";
import { workspaceOf } from "../workspace.js";
import * as errors from "../errors.js";

export const command: Command = {
  summary: "show a block of the main chain or the resource chain",
  arguments: [BLOCK_ARGUMENT],
  options: [
    RESOURCE_OPTION,
    { name: "summary", description: "show only the head of the block, with counts of its contents" },
  ],
  examples: [
    { line: "chainnode block get latest" },
    { line: "chainnode block get 42 --json" },
    { line: "chainnode block get 1 --resource --summary" },
  ],
  result: ANY_BLOCK,
  async run(context, input) {
    const word = input.optionalArgument("block");
    const type = input.flag(RESOURCE_OPTION.name) ? GET_RESOURCE_BLOCK.type : GET_BLOCK.type;
    const given = readBlockTarget(word);
    const target = typeof given === "number" ? BigInt(given) : given;
    const client = await workspaceOf(context).client();
    const block = await client.request(objectToMap({ type, target, full: !input.flag("summary") }));
    // The empty block of height 0 means that the block does not exist (PROTOCOL 13.10).
    if (memberOf(block, "height") === 0n) throw unknownBlock(word);
    return { data: block, text: (view) => blockText(view, block) };
  },
};

function unknownBlock(word = "latest"): ChainError {
  return errors.blockUnknown({ block: word });
}
