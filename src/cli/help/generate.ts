import { codeSchema } from "../../records/code-schema.js";
import type { JsonSchema } from "../../records/operations/json-schema.js";
import { RECORD_SCHEMAS, referring, referringTo } from "../../records/operations/record-schemas.js";
import type { CommandTree, Command } from "../command.js";
import { settingsSchemaText } from "../config/settings-file.js";
import type { HelpPage } from "./document.js";
import { findManualPage, manualWords, pageToRoff } from "./manual.js";
import { errorsToMarkdown, lintMarkdown, operatorsMarkdown, pageToMarkdown } from "./markdown.js";

const INTRODUCTION = "# Commands\n\nGenerated from the command tree by `npm run generate`.\n";

/** The generated files of the command tree and the table of operators that are checked in: text by path from the root. */
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
  files.set("docs/language/lint.md", lintMarkdown());
  files.set("docs/errors.md", errorsToMarkdown((await tree.loadErrors?.()) ?? []));
  files.set("docs/schemas/code.json", `${JSON.stringify(codeSchema(), null, INDENT)}\n`);
  files.set("docs/schemas/chainnode.toml.json", settingsSchemaText());
  for (const [path, load] of tree.commands) {
    const { command } = await load();
    files.set(`docs/schemas/${path.replaceAll(" ", "-")}.json`, resultToSchemaText(path, command));
  }
  return files;
}

/** Removes the options that every command has: a single document shows them once, with the program. */
function withoutGlobalOptions(page: HelpPage): HelpPage {
  return { ...page, sections: { ...page.sections, "Global options": [] } };
}

const INDENT = 2;
const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** The JSON Schema of a command's result as a document of its own, with the records it refers to. */
export function resultToSchemaText(path: string, { result }: Command): string {
  const schemas = referredTo(result);
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `chainnode ${path} --json`,
    ...referringTo(result),
    ...(Object.keys(schemas).length === 0 ? {} : { components: { schemas } }),
  };
  return `${JSON.stringify(schema, referring, INDENT)}\n`;
}

function referredTo(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const found = new Map<string, JsonSchema>();
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, name = ""] of JSON.stringify(next, referring).matchAll(REFERENCE)) {
      if (found.has(name)) continue;
      // A copy: the record's schema itself is written as a reference.
      const record = { ...RECORD_SCHEMAS[name] };
      found.set(name, record);
      open.push(record);
    }
  }
  return Object.fromEntries(found);
}
