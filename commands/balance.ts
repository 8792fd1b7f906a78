import type { Command } from "../src/cli/command.js";
import { amountText, unitsToAmount } from "../src/codec/coins.js";
import { parseDecimal } from "../src/codec/decimal.js";
import type { Client } from "../src/client/index.js";
import { throwMalformed } from "../src/client/read-answer.js";
import { textIn } from "../src/codec/text.js";
import { objectToMap, objectToValue } from "../src/codec/value.js";
import { objectOf, ADDRESS, AMOUNT } from "../src/records/operations/json-schema.js";
import { ADDRESS_ARGUMENT, resolveAddress } from "./keys.js";
import { UNITS_OPTION } from "./options.js";

export const command = amountCommand("balance", {
  summary: "show the balance of an address",
  examples: ["chainnode balance", "chainnode balance alice --raw"],
  ask: async (client, address) =>
    textIn(await client.request(objectToMap({ type: "GetBalance", address })), "balance"),
});

interface AmountQuery extends Pick<Command, "summary" | "examples"> {
  /** Returns the amount in units. */
  readonly ask: (client: Client, address: string) => Promise<string>;
}

export function amountCommand(name: string, { summary, examples, ask }: AmountQuery): Command {
  return {
    summary,
    arguments: [ADDRESS_ARGUMENT],
    options: [UNITS_OPTION],
    examples,
    result: objectOf({ address: ADDRESS, [name]: AMOUNT }),
    async run(context, input) {
      const address = await resolveAddress(context, input.optionalArgument("address"));
      const units = await ask(await context.workspace.client(), address);
      if (parseDecimal(units) === null) throwMalformed(name, "an amount");
      return {
        data: objectToValue({ address, [name]: units }),
        text: ({ isTerminal }) => `${shown(units, { isRaw: input.flag(UNITS_OPTION.name), isTerminal })}\n`,
      };
    },
  };
}

/** With its unit for people; in a pipe the bare number, for scripts. */
function shown(
  units: string,
  { isRaw, isTerminal }: { readonly isRaw: boolean; readonly isTerminal: boolean },
): string {
  if (isRaw) return isTerminal ? `${units} units` : units;
  return isTerminal ? amountText(units) : unitsToAmount(units);
}
