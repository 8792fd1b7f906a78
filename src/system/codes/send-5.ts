import { credit, debit, OWN_BALANCE } from "../balances.js";
import type { ClassicContract } from "../classic-code.js";
import { call, FROM, loadParameter } from "../expression.js";
import { NOT_ONESELF, TO, TO_ANOTHER } from "../recipient.js";

const amount = loadParameter("amount");

const AMOUNT_CONDITIONS: ClassicContract["conditions"] = [
  [call("gt", amount, "0"), "The amount must be greater than zero. "],
  [call("gte", OWN_BALANCE, amount), "You can't send more than what you have. "],
];

/**
 * Send 5 as the public network has it: moves an amount of balance to another address without a fee, because the
 * contract Fee takes it (PROTOCOL 6.17). It creates money when `to` is the sender's address without its trailing zeros
 * (PROTOCOL 6.18). Chains that registered it keep it.
 */
export const RECORDED_SEND_5: ClassicContract = {
  name: "Send",
  version: "5",
  parameters: [
    { name: "to", maxlength: 44n, default: null },
    { name: "amount", maxlength: 40n, default: null },
  ],
  conditions: [NOT_ONESELF, ...AMOUNT_CONDITIONS],
  updates: [debit("balance", FROM, amount), credit("balance", TO, amount)],
};

/** Send 5 as a new network registers it: only to another address, in any spelling (PROTOCOL 6.18). */
export const SEND_5: ClassicContract = {
  ...RECORDED_SEND_5,
  conditions: [...AMOUNT_CONDITIONS, ...TO_ANOTHER],
};
