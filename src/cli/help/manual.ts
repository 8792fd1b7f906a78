import type { CommandTree } from "../command.js";
import { findRoute } from "../route.js";
import type { HelpPage } from "./document.js";
import { findPage } from "./pages.js";
import type { ManualEntry } from "./roff.js";
import { TOPICS } from "./topics.js";

interface ManualPage {
  readonly page: HelpPage;
  readonly entry: ManualEntry;
  readonly seeAlso: readonly ManualEntry[];
}

/** The page for words, or for a page name as other pages cite it. Throws `UNKNOWN_COMMAND`. */
export async function findManualPage(asked: readonly string[], tree: CommandTree): Promise<ManualPage> {
  const words = wordsOfName(asked, tree) ?? asked;
  const page = await findPage(words, tree);
  const name = words.join(" ");
  if (TOPICS.has(name)) return { page, entry: topicToEntry(name), seeAlso: [pathToEntry("")] };
  const { path } = findRoute(words, tree);
  return { page, entry: pathToEntry(path), seeAlso: path === "" ? entriesOf(tree) : [pathToEntry("")] };
}

/** The words of every page: the program, its commands, the topics. */
export function manualWords(tree: CommandTree): readonly (readonly string[])[] {
  const commands = [...tree.commands.keys()].toSorted();
  return [[], ...commands.map((path) => path.split(" ")), ...[...TOPICS.keys()].map((name) => [name])];
}

/** `chainnode-key-new` → key, new; `chainnode.toml` → config. Undefined when no page has the name. */
function wordsOfName([name, ...others]: readonly string[], tree: CommandTree): readonly string[] | undefined {
  if (name === undefined || others.length > 0) return undefined;
  return manualWords(tree).find((words) => {
    const word = words.join(" ");
    return (TOPICS.has(word) ? topicToEntry(word) : pathToEntry(word)).name === name;
  });
}

function entriesOf(tree: CommandTree): readonly ManualEntry[] {
  return [...[...tree.commands.keys()].toSorted().map(pathToEntry), ...[...TOPICS.keys()].map(topicToEntry)];
}

/** `key new` → chainnode-key-new(1). */
function pathToEntry(path: string): ManualEntry {
  const words = path === "" ? [] : path.split(" ");
  return { name: ["chainnode", ...words].join("-"), section: 1 };
}

/** Pages about files are in section 5, and the settings page is named after its file. */
function topicToEntry(name: string): ManualEntry {
  if (name === "config") return { name: "chainnode.toml", section: 5 };
  return { name: `chainnode-${name}`, section: name === "network" ? 5 : 7 };
}
