import { credit, debit, OWN_BALANCE } from "../balances.js";
import type { ClassicContract } from "../classic-code.js";
import { call, FROM, parameter } from "../expression.js";

const to = parameter("to");
const amount = parameter("amount");

/** Send 5 (PROTOCOL 6): moves an amount of balance to another; the fee is Fee's. */
export const SEND_5: ClassicContract = {
  name: "Send",
  version: "5",
  parameters: [
    { name: "to", maxlength: 44n, default: null },
    { name: "amount", maxlength: 40n, default: null },
  ],
  conditions: [
    [call("ne", FROM, to), "You can't send to yourself. "],
    [call("gt", amount, "0"), "The amount must be greater than zero. "],
    [call("gte", OWN_BALANCE, amount), "You can't send more than what you have. "],
  ],
  updates: [debit("balance", FROM, amount), credit("balance", to, amount)],
};
