import { defineNames } from "./name.js";

/** The session itself. */
export const SESSION_NAMES = defineNames("session", {
  _: "the last result",
  _error: "the last error",
  "print(value)": "shows a value as a result; for loops and scripts",
  ".all": "the last result, however long it is: otherwise only its beginning is shown",
  ".help [name]": "these names, what one of them has, or an operator: .help $add",
  ".editor": "a text of several lines, run as one with Ctrl-D",
  ".load <file>": "runs a file as if it were typed",
  ".save <file>": "writes what was typed, without what failed, so that .load does it again",
  ".export <file>": "writes a script that gives the same results: chainnode repl <file>",
  ".clear": "forgets everything that was declared",
  ".time": "says how long each statement takes, or no longer",
  ".exit": "leaves, as Ctrl-D does",
});
