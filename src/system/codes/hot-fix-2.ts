import type { ClassicContract } from "../classic-code.js";

/** HotFix 2 (PROTOCOL 6): a contract that was closed by a version that always fails. */
export const HOT_FIX_2: ClassicContract = {
  name: "HotFix",
  version: "2",
  parameters: [],
  conditions: [[false, "It's closed contract. "]],
  updates: [],
};
