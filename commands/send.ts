import { positional, type Command } from "../src/cli/command.js";
import { amountToUnits } from "../src/cli/input/amount.js";
import { amountText } from "../src/codec/coins.js";
import { objectOf } from "../src/records/operations/json-schema.js";
import { completeNames, resolveAddress } from "./keys.js";
import { SENT_MEMBERS, signAndSend, SENDING_OPTIONS } from "./tx/sending.js";
import { SIGNING_OPTIONS, signFor } from "./tx/transaction-input.js";
import { UNITS_OPTION } from "./options.js";

export const command: Command = {
  summary: "send an amount to an address",
  description: ["Prints the hash of the Send transaction."],
  arguments: [
    positional("<to>", "recipient: address, name of a key, or node for the node's own key", {
      complete: completeNames,
    }),
    positional("<amount>", "amount in coins, such as 1.5"),
  ],
  options: [UNITS_OPTION, ...SIGNING_OPTIONS, ...SENDING_OPTIONS],
  examples: [
    "chainnode send bob 1.5",
    "# from a script",
    "chainnode send bob 1500000 --raw --yes --password-file alice.txt",
  ],
  result: objectOf(SENT_MEMBERS),
  async run(context, input) {
    // Both arguments are checked before a password is asked for.
    const amount = amountToUnits(input.argument("amount"), { raw: input.flag(UNITS_OPTION.name) });
    const to = await resolveAddress(context, input.argument("to"), { refusesZero: true });
    const parameters = new Map([
      ["to", to],
      ["amount", amount],
    ]);
    const recipient = to === input.argument("to") ? to : `${input.argument("to")} (${to})`;
    const question = `Send ${amountText(amount)} to ${recipient}?`;
    return signAndSend(context, input, {
      prepare: () => signFor(context, input, { type: "Send", parameters }),
      question,
    });
  },
};
