import { credit, OWN_BALANCE, setAmount } from "../balances.js";
import type { ClassicContract } from "../classic-code.js";
import { call, FROM, loadParameter } from "../expression.js";
import { FEE_BY_SIZE, recycle } from "../fees.js";
import { TO, TO_ANOTHER } from "../recipient.js";

const amount = loadParameter("amount");

/**
 * Send 3 as the public network recorded it: moves an amount of balance and takes the fee by size (PROTOCOL 6.14). It
 * creates money when the sender is also the recipient (PROTOCOL 6.18). Chains that registered it keep it.
 */
export const RECORDED_SEND_3: ClassicContract = {
  name: "Send",
  version: "3",
  parameters: [
    { name: "to", maxlength: 44n, default: null },
    { name: "amount", maxlength: 40n, default: 0n },
  ],
  conditions: [
    [call("gte", OWN_BALANCE, call("add", amount, FEE_BY_SIZE)), "You can't send more than what you have. "],
    [call("gte", amount, "0"), "Amount must exceed zero. "],
  ],
  updates: [
    setAmount("balance", FROM, call("sub", call("sub", OWN_BALANCE, amount), FEE_BY_SIZE)),
    credit("balance", TO, amount),
    recycle(FEE_BY_SIZE),
  ],
};

/** Send 3 as a new network registers it: only to another address (PROTOCOL 6.18). */
export const SEND_3: ClassicContract = {
  ...RECORDED_SEND_3,
  conditions: [...RECORDED_SEND_3.conditions, ...TO_ANOTHER],
};
