import type { ClassicContract } from "../classic-code.js";

/** HotFix 2: a version that always fails, which closes the contract (PROTOCOL 6.16). */
export const HOT_FIX_2: ClassicContract = {
  name: "HotFix",
  version: "2",
  parameters: [],
  conditions: [[false, "It's closed contract. "]],
  updates: [],
};
