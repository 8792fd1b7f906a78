import type { CommandTree } from "../command.js";
import { join, nextWords } from "../route.js";
import { globalOptions } from "./command-page.js";
import { codeBlock, section, sentence, termsBlock, type Page, type Term } from "./document.js";
import { TOPICS } from "./topics.js";

/** The page of the whole program, or of the commands under one word. */
export async function groupToPage(path: string, tree: CommandTree): Promise<Page> {
  const words = nextWords(path, tree).toSorted();
  const terms = await Promise.all(
    words.map(async (word) => ({ term: word, meaning: sentence(await summaryOf(join(path, word), tree)) })),
  );
  return path === "" ? rootPage(terms) : groupPage(path, terms, tree);
}

function rootPage(commands: readonly Term[]): Page {
  return {
    title: "chainnode",
    summary: "a blockchain node: one binary that runs it, asks it and signs for it",
    sections: [
      ...section("Usage", codeBlock("chainnode <command> [options]")),
      ...section("Commands", termsBlock(commands)),
      ...globalOptions(),
      ...section(
        "Topics",
        termsBlock(
          [...TOPICS].map(([name, { summary }]) => ({ term: `help ${name}`, meaning: sentence(summary) })),
        ),
      ),
      ...section(
        "Examples",
        codeBlock("$ chainnode start --dev", "$ chainnode key new alice", "$ chainnode balance"),
      ),
    ],
  };
}

function groupPage(path: string, commands: readonly Term[], tree: CommandTree): Page {
  return {
    title: `chainnode ${path}`,
    summary: tree.groups.get(path) ?? "",
    sections: [
      ...section("Usage", codeBlock(`chainnode ${path} <command> [options]`)),
      ...section("Commands", termsBlock(commands)),
      ...globalOptions(),
    ],
  };
}

async function summaryOf(path: string, tree: CommandTree): Promise<string> {
  const load = tree.commands.get(path);
  return load === undefined ? (tree.groups.get(path) ?? "") : (await load()).command.summary;
}
