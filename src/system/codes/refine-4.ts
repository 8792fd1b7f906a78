import { credit } from "../balances.js";
import type { ClassicContract } from "../classic-code.js";
import { FROM } from "../expression.js";
import { REFINE_CONDITIONS, REFINE_UPDATES, REFINED } from "../refining.js";

/** Refine 4: Refine 2 without a fee, because the contract Fee takes it (PROTOCOL 6.17). */
export const REFINE_4: ClassicContract = {
  name: "Refine",
  version: "4",
  parameters: [{ name: "amount", maxlength: 40n, default: null }],
  conditions: REFINE_CONDITIONS,
  updates: [...REFINE_UPDATES, credit("balance", FROM, REFINED)],
};
