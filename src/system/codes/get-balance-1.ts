import { amountOf } from "../balances.js";
import type { ClassicRequest } from "../classic-code.js";
import { loadParameter } from "../expression.js";

/** GetBalance 1: the balance of an address (PROTOCOL 6.16). */
export const GET_BALANCE_1: ClassicRequest = {
  name: "GetBalance",
  version: "1",
  parameters: [{ name: "address", maxlength: 44n, default: "" }],
  conditions: [],
  response: { balance: amountOf("balance", loadParameter("address")) },
};
