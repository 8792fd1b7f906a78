import type { CommandProgram } from "../command.js";
import { createStyle } from "../terminal/colour.js";
import { findPage } from "./find-page.js";
import { pageToText } from "./text.js";

const HELP_FLAGS: ReadonlySet<string> = new Set(["--help", "-h"]);

/** Prints the help page for a command line: of a topic, a command, a group or the program. */
export async function printHelp(line: readonly string[], { terminal, tree }: CommandProgram): Promise<void> {
  const words = line.filter((word) => !HELP_FLAGS.has(word));
  const page = await findPage(words, tree);
  const { output, environment } = terminal;
  const style = createStyle({
    isTerminal: output.isTerminal,
    environment,
    isForbidden: line.includes("--no-color"),
  });
  output.write(pageToText(page, style, output.width));
}
