import type { Program } from "../run.js";
import { findRoute } from "../route.js";
import { createStyle } from "../terminal/colour.js";
import type { CommandTree } from "../command.js";
import { commandToPage } from "./command-page.js";
import type { Page } from "./document.js";
import { groupToPage } from "./group-page.js";
import { pageToText } from "./text.js";
import { TOPICS } from "./topics.js";

const HELP_FLAGS: ReadonlySet<string> = new Set(["--help", "-h"]);

/** Prints the page that a command line is about: a topic, a command, a group or the program. */
export async function printHelp(line: readonly string[], { terminal, tree }: Program): Promise<void> {
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

/** The page for the words after `chainnode help` or `chainnode man`. Throws `UNKNOWN_COMMAND`. */
export async function findPage(words: readonly string[], tree: CommandTree): Promise<Page> {
  const topic = TOPICS.get(words.join(" "));
  if (topic !== undefined) return topic;
  const { path } = findRoute(words, tree);
  const load = tree.commands.get(path);
  return load === undefined ? groupToPage(path, tree) : commandToPage(path, (await load()).command);
}
