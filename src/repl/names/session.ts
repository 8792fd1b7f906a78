import { defineNames } from "./name.js";

/** The session itself. */
export const SESSION_NAMES = defineNames("session", {
  _: "the last result",
  _error: "the last error",
});
