import { EXIT_CODE_OF_KIND } from "../exit-codes.js";
import { LINT_CODES, type LintRule } from "../../records/lint-rules.js";
import { nearestName, suggestion } from "../../base/text/nearest-name.js";
import { describeOperator } from "../../records/operators/describe.js";
import type { OperatorSpec } from "../../records/operators/operator.js";
import { OPERATORS } from "../../records/operators/table.js";
import type { ArgumentSpec, CataloguedError, Command, CommandTree, OptionSpec } from "../command.js";
import { settingsOf, type Setting } from "../config/settings.js";
import { ownSettings, settingToOption } from "../input/parser.js";
import { findRoute, join, nextWords } from "../route.js";
import { meaningOf, sentence, type HelpEntry, type HelpPage, type PageSections } from "./document.js";
import { TOPICS } from "./topics.js";
import * as errors from "../errors.js";

/**
 * Returns the page for the words of a command, group or topic, or for an operator (`operators add`, or `$add`, which a
 * shell reads as a variable unless it is quoted); without words, the page of the program. Throws `UNKNOWN_COMMAND`,
 * `UNKNOWN_TOPIC`, `UNKNOWN_OPERATOR`.
 */
export async function findPage(words: readonly string[], tree: CommandTree): Promise<HelpPage> {
  const topic = TOPICS.get(words.join(" "));
  if (topic !== undefined) return topic;
  if (words.length === 1 && words[0]?.startsWith("$") === true) return findOperatorPage(words[0].slice(1));
  if (words[0] === "operators") return findOperatorPage(words.slice(1).join(" ").replace(/^\$/, ""));
  if (words[0] === "error" && words.length > 1) return findErrorPage(words.slice(1).join(" "), tree);
  if (words[0] === "lint" && words.length > 1) return findLintPage(words.slice(1).join(" "));
  assertNoTopicMeant(words, tree);
  const { path } = findRoute(words, tree);
  const load = tree.commands.get(path);
  if (load !== undefined) return commandToPage(path, (await load()).command);
  return path === "" ? rootPage(tree) : groupToPage(path, tree);
}

function findOperatorPage(name: string): HelpPage {
  const spec = OPERATORS.get(name);
  if (spec !== undefined) return operatorToPage(name, spec);
  const nearest = nearestName(name, OPERATORS.keys());
  throw errors.unknownOperator({ name: `$${name}` }, { nearest: nearest && `$${nearest}` });
}

async function findErrorPage(word: string, { loadErrors }: CommandTree): Promise<HelpPage> {
  const all = (await loadErrors?.()) ?? [];
  const error = all.find(({ code }) => code === word.toUpperCase());
  if (error !== undefined) return errorToPage(error);
  const codes = all.map(({ code }) => code);
  throw errors.unknownError({ word }, { nearest: nearestName(word, codes) });
}

function findLintPage(word: string): HelpPage {
  const code = word.toUpperCase();
  const rule = LINT_CODES.get(code);
  if (rule !== undefined) return lintRuleToPage(code, rule);
  throw errors.unknownLintRule({ word }, { nearest: nearestName(word, LINT_CODES.keys()) });
}

/** Throws `UNKNOWN_TOPIC` when a word looks like a mistyped topic, not like a command. */
function assertNoTopicMeant([word, ...others]: readonly string[], tree: CommandTree): void {
  const names = nextWords("", tree);
  if (word === undefined || others.length > 0 || names.includes(word)) return;
  if (suggestion(word, names) !== undefined) return;
  const nearest = nearestName(word, TOPICS.keys());
  if (nearest !== undefined) throw errors.unknownTopic({ word }, { nearest });
}

function commandToPage(path: string, command: Command): HelpPage {
  const options = (command.options ?? []).map(optionToEntry);
  const nodeOptions = ownSettings(command).map(settingToEntry);
  return {
    title: `chainnode ${path}`,
    summary: command.summary,
    sections: {
      Usage: [{ code: [usageLine(path, command)] }],
      Description: command.description ?? [],
      Arguments: [{ terms: (command.arguments ?? []).map((each) => [each.name, meaningOf(each)]) }],
      Options: [{ terms: [...options, ...nodeOptions] }],
      ...command.sections,
      ...globalOptions(),
      Examples: [{ code: command.examples.map((line) => (line.startsWith("# ") ? line : `$ ${line}`)) }],
    },
  };
}

function globalOptions(): PageSections {
  const terms: readonly HelpEntry[] = [
    ...settingsOf("global").map(settingToEntry),
    ["-h, --help", "Show this help."],
    ["-V, --version", "Print the version."],
  ];
  return { "Global options": [{ terms }] };
}

/** `chainnode send <to> <amount> [options]` */
function usageLine(path: string, command: Command): string {
  const { arguments: args = [], options = [] } = command;
  const words = ["chainnode", path, ...args.map(argumentToUsage)];
  if (options.length > 0 || ownSettings(command).length > 0) words.push("[options]");
  return words.join(" ");
}

function argumentToUsage({ name, isRequired, isVariadic }: ArgumentSpec): string {
  const label = isVariadic === true ? `${name}…` : name;
  return isRequired === true ? `<${label}>` : `[${label}]`;
}

function optionToEntry(option: OptionSpec): HelpEntry {
  const { name, short, placeholder, isRequired } = option;
  const value = placeholder === undefined ? "" : ` <${placeholder}>`;
  return [
    `${short === undefined ? "" : `-${short}, `}--${name}${value}`,
    meaningOf(option) + (isRequired === true ? " Required." : ""),
  ];
}

function settingToEntry(setting: Setting): HelpEntry {
  return optionToEntry(settingToOption(setting));
}

async function rootPage(tree: CommandTree): Promise<HelpPage> {
  const chapters: Record<string, PageSections[string]> = {};
  for (const [title, words] of tree.chapters)
    chapters[title] = [{ terms: await commandEntries("", words, tree) }];
  return {
    title: "chainnode",
    summary: "run a blockchain node, query it and sign transactions",
    sections: {
      Usage: [{ code: ["chainnode <command> [options]"] }],
      ...chapters,
      ...globalOptions(),
      Topics: [
        { terms: Array.from(TOPICS, ([name, { summary }]) => [`help ${name}`, sentence(summary)] as const) },
      ],
      Examples: [{ code: ["$ chainnode start --dev", "$ chainnode key new alice", "$ chainnode balance"] }],
    },
  };
}

async function groupToPage(path: string, tree: CommandTree): Promise<HelpPage> {
  return {
    title: `chainnode ${path}`,
    summary: tree.groups.get(path) ?? "",
    sections: {
      Usage: [{ code: [`chainnode ${path} <command> [options]`] }],
      Commands: [{ terms: await commandEntries(path, nextWords(path, tree).toSorted(), tree) }],
      ...globalOptions(),
    },
  };
}

async function commandEntries(
  path: string,
  words: readonly string[],
  tree: CommandTree,
): Promise<readonly HelpEntry[]> {
  return Promise.all(
    words.map(async (word) => [word, sentence(await commandSummary(join(path, word), tree))] as const),
  );
}

/** What a command or group does: one sentence without its full stop. */
export async function commandSummary(path: string, tree: CommandTree): Promise<string> {
  const load = tree.commands.get(path);
  return load === undefined ? (tree.groups.get(path) ?? "") : (await load()).command.summary;
}

function operatorToPage(name: string, spec: OperatorSpec): HelpPage {
  const { title, summary, signature, notes, examples } = describeOperator(name, spec);
  return {
    title,
    summary,
    sections: {
      Usage: [{ code: [signature] }],
      ...Object.fromEntries(notes.map(({ heading, sentences }) => [heading, sentences])),
      Examples: [{ code: examples }],
    },
  };
}

function lintRuleToPage(
  code: string,
  { severity, summary, explanation, advice, isFixable }: LintRule,
): HelpPage {
  return {
    title: `chainnode lint ${code}`,
    summary,
    sections: {
      Why: [explanation],
      "What to do": [advice],
      Properties: [
        {
          terms: [
            ["severity", severity],
            ["--fix", isFixable === true ? "mends it" : "leaves it"],
          ],
        },
      ],
    },
  };
}

function errorToPage({ code, kind, definition }: CataloguedError): HelpPage {
  const { text, advice, about, details = [] } = definition;
  const names = details.map((detail) => detail.replace(/\?$/, "")).join(", ");
  return {
    title: `chainnode error ${code}`,
    summary: "an error code; {name} stands for a value",
    sections: {
      When: about === undefined ? [] : [about],
      Text: isParameter(text) ? [] : [{ code: text.trim().split("\n") }],
      "What to do": advice === undefined || isParameter(advice) ? [] : advice.split("\n"),
      Properties: [
        {
          terms: [
            ["kind", kind],
            ["exit code", String(EXIT_CODE_OF_KIND[kind])],
            ...(names === "" ? [] : [["details", names] as const]),
          ],
        },
      ],
    },
  };
}

/** Whether a text is one parameter, so that there is nothing to show. */
export function isParameter(text: string): boolean {
  return /^\{\w+\}$/.test(text);
}
