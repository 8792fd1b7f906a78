import { debit, OWN_BALANCE } from "../balances.js";
import type { ClassicContract } from "../classic-code.js";
import { call, FROM, wholeProduct } from "../expression.js";
import { recycle } from "../fees.js";

const fee = wholeProduct(call("weight"), "1000000000");

/** Fee 2: the post-process of every transaction. The fee is 10^9 for each unit of weight (PROTOCOL 6.7, 6.17). */
export const FEE_2: ClassicContract = {
  name: "Fee",
  version: "2",
  parameters: [],
  conditions: [[call("gte", OWN_BALANCE, fee), "The balance does not cover the fee. "]],
  updates: [debit("balance", FROM, fee), recycle(fee)],
};
