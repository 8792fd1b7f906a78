import type { CommandTree } from "../command.js";
import { join, nextWords } from "../route.js";
import { globalOptions } from "./command-page.js";
import { codeBlock, section, sentence, termsBlock, type Block, type HelpPage } from "./document.js";
import { TOPICS } from "./topics.js";

/** The page of the whole program, or of the commands under one word. */
export function groupToPage(path: string, tree: CommandTree): Promise<HelpPage> {
  return path === "" ? rootPage(tree) : groupPage(path, tree);
}

async function rootPage(tree: CommandTree): Promise<HelpPage> {
  const chapters = await Promise.all(
    [...tree.chapters].map(async ([title, words]) => section(title, await commandTerms("", words, tree))),
  );
  return {
    title: "chainnode",
    summary: "run a blockchain node, query it and sign transactions",
    sections: [
      ...section("Usage", codeBlock("chainnode <command> [options]")),
      ...chapters.flat(),
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

async function groupPage(path: string, tree: CommandTree): Promise<HelpPage> {
  return {
    title: `chainnode ${path}`,
    summary: tree.groups.get(path) ?? "",
    sections: [
      ...section("Usage", codeBlock(`chainnode ${path} <command> [options]`)),
      ...section("Commands", await commandTerms(path, nextWords(path, tree).toSorted(), tree)),
      ...globalOptions(),
    ],
  };
}

async function commandTerms(path: string, words: readonly string[], tree: CommandTree): Promise<Block> {
  const terms = words.map(async (word) => ({
    term: word,
    meaning: sentence(await summaryOf(join(path, word), tree)),
  }));
  return termsBlock(await Promise.all(terms));
}

async function summaryOf(path: string, tree: CommandTree): Promise<string> {
  const load = tree.commands.get(path);
  return load === undefined ? (tree.groups.get(path) ?? "") : (await load()).command.summary;
}
