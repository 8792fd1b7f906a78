import type { CommandTree } from "../command.js";
import type { Page } from "./document.js";
import { errorsToMarkdown } from "./error-page.js";
import { findManualPage, manualWords } from "./manual.js";
import { pageToMarkdown } from "./markdown.js";
import { operatorsMarkdown } from "./operators-markdown.js";
import { resultToSchemaText } from "./result-schema.js";
import { pageToRoff } from "./roff.js";

const INTRODUCTION = "# Commands\n\nGenerated from the command tree by `npm run generate`.\n";

/** Everything that is generated from the command tree and the table of operators and checked in: text by path from the project's root. */
export async function generateFiles(tree: CommandTree): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const documents = [INTRODUCTION];
  for (const words of manualWords(tree)) {
    const { page, entry, seeAlso } = await findManualPage(words, tree);
    files.set(`man/${entry.name}.${entry.section}`, pageToRoff(page, entry, seeAlso));
    documents.push(pageToMarkdown(words.length === 0 ? page : withoutGlobalOptions(page), 2));
  }
  files.set("docs/commands.md", documents.join("\n"));
  files.set("docs/language/operators.md", operatorsMarkdown());
  files.set("docs/errors.md", errorsToMarkdown((await tree.loadErrors?.()) ?? []));
  for (const [path, load] of tree.commands) {
    const { command } = await load();
    files.set(`docs/schemas/${path.replaceAll(" ", "-")}.json`, resultToSchemaText(path, command));
  }
  return files;
}

/** Removes the options that every command has: a single document shows them once, with the program. */
function withoutGlobalOptions(page: Page): Page {
  return { ...page, sections: page.sections.filter(({ heading }) => heading !== "Global options") };
}
