import { positional, type Command } from "../src/cli/command.js";
import { command as repl } from "./repl.js";

export const command: Command = {
  ...repl,
  summary: "run a program with the objects of the console",
  description: [
    "Runs a JavaScript or TypeScript file as one program, in one process, with the names of the console (chainnode repl --help): chain, tx, code, keys and so on. The words after the file are its args. Types are removed and not checked.",
    "The value of the last statement is printed. console.log writes to stderr. The exit code is that of the first error.",
  ],
  arguments: [
    positional("<script>", "JavaScript or TypeScript file, or - for JavaScript on stdin"),
    positional("[word...]", "words that the program reads from args", "none"),
  ],
  options: (repl.options ?? []).filter(({ name }) => name !== "eval"),
  examples: [
    "chainnode script pay.ts bob 1.5",
    "# on a chain of its own",
    "chainnode script --dev scenario.ts --json",
  ],
};
