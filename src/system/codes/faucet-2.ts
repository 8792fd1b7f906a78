import { OWN_BALANCE, setAmount } from "../balances.js";
import type { ClassicContract } from "../classic-code.js";
import { call, FROM } from "../expression.js";

const GIFT = "30000000000000000000000";
const LIMIT = "50000000000000000000000";
const balanceAfter = call("add", OWN_BALANCE, GIFT);

/** Faucet 2, for test networks: adds 30,000 coins to a balance that stays below 50,000 (PROTOCOL 6.17). */
export const FAUCET_2: ClassicContract = {
  name: "Faucet",
  version: "2",
  parameters: [],
  conditions: [[call("lt", balanceAfter, LIMIT), "You have enough balance already. "]],
  updates: [setAmount("balance", FROM, balanceAfter)],
};
