import type { CommandTree } from "../command.js";
import { findRoute } from "../route.js";
import { commandToPage } from "./command-page.js";
import type { Page } from "./document.js";
import { groupToPage } from "./group-page.js";
import { TOPICS } from "./topics.js";

/** The page for the words of a command, group or topic; for none, the program's. Throws `UNKNOWN_COMMAND`. */
export async function findPage(words: readonly string[], tree: CommandTree): Promise<Page> {
  const topic = TOPICS.get(words.join(" "));
  if (topic !== undefined) return topic;
  const { path } = findRoute(words, tree);
  const load = tree.commands.get(path);
  return load === undefined ? groupToPage(path, tree) : commandToPage(path, (await load()).command);
}
