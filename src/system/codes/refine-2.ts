import { OWN_BALANCE, setAmount } from "../balances.js";
import type { ClassicContract } from "../classic-code.js";
import { call, FROM } from "../expression.js";
import { FEE_BY_SIZE, recycle } from "../fees.js";
import { REFINE_CONDITIONS, REFINE_UPDATES, REFINED } from "../refining.js";

/** Refine 2: turns resource into balance and takes the fee by size from the refined amount (PROTOCOL 6.15). */
export const REFINE_2: ClassicContract = {
  name: "Refine",
  version: "2",
  parameters: [{ name: "amount", maxlength: 40n, default: 0n }],
  conditions: [
    ...REFINE_CONDITIONS,
    [call("gt", REFINED, FEE_BY_SIZE), "The refined amount must be greater than the fee. "],
  ],
  updates: [
    recycle(FEE_BY_SIZE),
    ...REFINE_UPDATES,
    setAmount("balance", FROM, call("sub", call("add", OWN_BALANCE, REFINED), FEE_BY_SIZE)),
  ],
};
