import { positional, type Command, type Context } from "../src/cli/command.js";
import { amountToUnits } from "../src/cli/input/amount.js";
import { amountText } from "../src/codec/coins.js";
import type { Input } from "../src/cli/input/input.js";
import { rescale, parseDecimal } from "../src/codec/decimal.js";
import { objectOf } from "../src/records/operations/json-schema.js";
import { KEY_OPTION } from "./keys.js";
import { SENT_MEMBERS, signAndSend, SENDING_OPTIONS } from "./tx/sending.js";
import { SIGNING_OPTIONS, signFor } from "./tx/transaction-input.js";
import { UNITS_OPTION } from "./options.js";

export const command: Command = {
  summary: "convert resource to balance",
  description: ["Prints the hash of the Refine transaction."],
  arguments: [positional("[amount]", "amount of resource", "all")],
  options: [UNITS_OPTION, ...SIGNING_OPTIONS, ...SENDING_OPTIONS],
  examples: [
    "chainnode refine",
    "chainnode refine 2000 --yes",
    "# convert what the node has mined",
    "chainnode refine --key node --yes",
  ],
  result: objectOf(SENT_MEMBERS),
  async run(context, input) {
    const word = input.optionalArgument("amount");
    const amount =
      word === undefined
        ? await allResource(context, input)
        : amountToUnits(word, { raw: input.flag(UNITS_OPTION.name) });
    const parameters = new Map([["amount", amount]]);
    const question = `Refine ${amountText(amount)} of resource?`;
    return signAndSend(context, input, {
      prepare: () => signFor(context, input, { type: "Refine", parameters }),
      question,
    });
  },
};

/** All resource of the signing key, rounded down: Refine takes only whole units (PROTOCOL 6.15). */
async function allResource(context: Context, input: Input): Promise<string> {
  const keys = await context.workspace.keys();
  const { address } = await keys.find(input.option(KEY_OPTION.name));
  const client = await context.workspace.runningClient();
  const resource = parseDecimal(await client.getResource(address));
  return resource === null ? "0" : rescale(resource, 0).units.toString();
}
