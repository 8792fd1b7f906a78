import { defineNames } from "./name.js";

/** What looks back, and what only tries. */
export const DEBUG_NAMES = defineNames("debug", {
  "trace(hash)": "executes a committed transaction again, and answers all that it did",
  "at(height)": "state and balance as they were after that block",
});
