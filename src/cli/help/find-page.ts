import { nearestName } from "../../records/nearest-name.js";
import { OPERATORS } from "../../records/operators/table.js";
import type { CommandTree } from "../command.js";
import { findRoute, nextWords } from "../route.js";
import { suggestion } from "../../records/nearest-name.js";
import { commandToPage } from "./command-page.js";
import type { HelpPage } from "./document.js";
import { errorToPage } from "./error-page.js";
import { groupToPage } from "./group-page.js";
import { TOPICS } from "./topics.js";
import { operatorToPage } from "./topics/operators.js";
import * as errors from "../errors.js";

/**
 * Returns the page for the words of a command, group or topic, or for an operator (`$add`); without words, the page of
 * the program. Throws `UNKNOWN_COMMAND`, `UNKNOWN_TOPIC`.
 */
export async function findPage(words: readonly string[], tree: CommandTree): Promise<HelpPage> {
  const topic = TOPICS.get(words.join(" "));
  if (topic !== undefined) return topic;
  if (words.length === 1 && words[0]?.startsWith("$") === true) return operatorPage(words[0].slice(1));
  if (words[0] === "error" && words.length > 1) return errorPage(words.slice(1).join(" "), tree);
  assertNoTopicMeant(words, tree);
  const { path } = findRoute(words, tree);
  const load = tree.commands.get(path);
  return load === undefined ? groupToPage(path, tree) : commandToPage(path, (await load()).command);
}

function operatorPage(name: string): HelpPage {
  const spec = OPERATORS.get(name);
  if (spec !== undefined) return operatorToPage(name, spec);
  const nearest = nearestName(name, OPERATORS.keys());
  throw errors.unknownOperator(
    { name: `$${name}` },
    { nearest: nearest === undefined ? nearest : `$${nearest}` },
  );
}

async function errorPage(word: string, { loadErrors }: CommandTree): Promise<HelpPage> {
  const all = (await loadErrors?.()) ?? [];
  const error = all.find(({ code }) => code === word.toUpperCase());
  if (error !== undefined) return errorToPage(error);
  const nearest = nearestName(
    word,
    all.map(({ code }) => code),
  );
  throw errors.unknownError({ word }, { nearest });
}

/** Throws `UNKNOWN_TOPIC` when a word looks like a mistyped topic, not like a command. */
function assertNoTopicMeant([word, ...others]: readonly string[], tree: CommandTree): void {
  const names = nextWords("", tree);
  if (word === undefined || others.length > 0 || word.startsWith("-") || names.includes(word)) return;
  if (suggestion(word, names) !== undefined) return;
  const nearest = nearestName(word, TOPICS.keys());
  if (nearest !== undefined) throw errors.unknownTopic({ word }, { nearest });
}
