import type { ArgumentSpec, Command, Example, OptionSpec } from "../command.js";
import { settingsOf } from "../config/settings.js";
import { settingToOption } from "../input/parser.js";
import {
  codeBlock,
  meaningOf,
  section,
  termsBlock,
  textBlock,
  type HelpPage,
  type Term,
} from "./document.js";

/** The page of one command, from its spec. */
export function commandToPage(path: string, command: Command): HelpPage {
  const options = (command.options ?? []).map(optionToTerm);
  const nodeOptions = command.hasNodeSettings === true ? settingsOf("node").map(settingToTerm) : [];
  return {
    title: `chainnode ${path}`,
    summary: command.summary,
    sections: [
      ...section("Usage", codeBlock(usageLine(path, command))),
      ...section("Description", ...(command.description ?? []).map(textBlock)),
      ...section("Arguments", termsBlock((command.arguments ?? []).map(argumentToTerm))),
      ...section("Options", termsBlock([...options, ...nodeOptions])),
      ...(command.sections ?? []),
      ...globalOptions(),
      ...section("Examples", codeBlock(...command.examples.flatMap(exampleToLines))),
    ],
  };
}

/** The flags that every command has. */
export function globalOptions(): HelpPage["sections"] {
  return section(
    "Global options",
    termsBlock([
      ...settingsOf("global").map(settingToTerm),
      { term: "-h, --help", meaning: "Show this help." },
      { term: "-V, --version", meaning: "Print the version." },
    ]),
  );
}

/** `chainnode send <to> <amount> [options]` */
function usageLine(path: string, { arguments: args = [], options = [], hasNodeSettings }: Command): string {
  const words = ["chainnode", path, ...args.map(argumentToUsage)];
  if (options.length > 0 || hasNodeSettings === true) words.push("[options]");
  return words.join(" ");
}

function argumentToUsage({ name, isRequired, isVariadic }: ArgumentSpec): string {
  const label = isVariadic === true ? `${name}…` : name;
  return isRequired === true ? `<${label}>` : `[${label}]`;
}

function argumentToTerm(argument: ArgumentSpec): Term {
  return { term: argument.name, meaning: meaningOf(argument) };
}

function optionToTerm(option: OptionSpec): Term {
  const { name, short, placeholder, isRequired } = option;
  const value = placeholder === undefined ? "" : ` <${placeholder}>`;
  return {
    term: `${short === undefined ? "" : `-${short}, `}--${name}${value}`,
    meaning: meaningOf(option) + (isRequired === true ? " Required." : ""),
  };
}

function settingToTerm(setting: Parameters<typeof settingToOption>[0]): Term {
  return optionToTerm(settingToOption(setting));
}

function exampleToLines({ line, explanation }: Example): readonly string[] {
  const typed = `$ ${line}`;
  return explanation === undefined ? [typed] : [`# ${explanation}`, typed];
}
