import { defineNames } from "./name.js";

/** The session itself. */
export const SESSION_NAMES = defineNames("session", {
  _: "the last result",
  _error: "the last error",
  "print(value)": "shows a value as a result, in loops and scripts",
  ".all": "shows the last result in full",
  ".help [name]": "lists these names, the members of one, or an operator: .help $add",
  ".editor": "enters several lines, run together with Ctrl-D",
  ".load <file>": "runs a file as if its lines were typed",
  ".save <file>": "saves the statements that succeeded, for .load",
  ".export <file>": "saves a script that prints the same results: chainnode repl <file>",
  ".clear": "removes all declarations",
  ".time": "turns the timing of statements on or off",
  ".exit": "leaves the console, as Ctrl-D does",
});
