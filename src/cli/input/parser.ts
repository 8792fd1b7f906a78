import { Argument, Command as Parser, CommanderError, Option } from "commander";
import type { Command, OptionSpec } from "../command.js";
import { parseSetting, LOG_LEVELS } from "../config/setting-value.js";
import { settingsOf, type Setting, type SettingValue } from "../config/settings.js";
import { Input, type OptionValue } from "./input.js";
import { join } from "../route.js";
import * as errors from "../errors.js";

interface ParsedLine {
  readonly input: Input;
  readonly flags: ReadonlyMap<string, SettingValue>;
}

/** Parses the words after a path. The user may still be asked for missing ones. Throws `USAGE`. */
export function parseLine(path: string, command: Command, words: readonly string[]): ParsedLine {
  const parser = createParser(path);
  const settings = settingsFor(command);
  const options = command.options ?? [];
  for (const { name, isVariadic } of command.arguments ?? []) {
    parser.addArgument(new Argument(isVariadic === true ? `[${name}...]` : `[${name}]`));
  }
  const settingOptions = settings.map((setting) => addOption(parser, settingToOption(setting)));
  const ownOptions = options.map((spec) => addOption(parser, spec));
  parseWords(parser, path, words);

  const flags = new Map<string, SettingValue>();
  for (const [index, setting] of settings.entries()) {
    const value = givenValue(parser, settingOptions[index] as Option);
    if (value === undefined) continue;
    // `--peer a --peer b` is one list already; `--port 1` is still text.
    flags.set(
      setting.name,
      typeof value === "string" ? parseSetting(setting, value, `--${setting.name}`) : value,
    );
  }
  const given = new Map<string, OptionValue>();
  for (const [index, spec] of options.entries()) {
    const value = givenValue(parser, ownOptions[index] as Option);
    if (value !== undefined) given.set(spec.name, value);
  }
  return { input: new Input(givenArguments(parser, command), given), flags };
}

/** Throws `USAGE` when a line without a command has flags that are not global. */
export function assertGlobalFlags(path: string, words: readonly string[]): void {
  const parser = createParser(path);
  for (const setting of settingsOf("global")) addOption(parser, settingToOption(setting));
  parseWords(parser, path, words);
}

export function settingsFor(command: Command): readonly Setting[] {
  return [...settingsOf("global"), ...ownSettings(command)];
}

export function ownSettings({ hasNodeSettings, hasServerSettings }: Command): readonly Setting[] {
  if (hasNodeSettings === true) return [...settingsOf("server"), ...settingsOf("node")];
  return hasServerSettings === true ? settingsOf("server") : [];
}

export function settingToOption(setting: Setting): OptionSpec {
  return {
    name: setting.name,
    description: setting.description,
    isRepeatable: setting.kind === "list",
    ...defaultOf(setting),
    ...(setting.placeholder === undefined ? {} : { placeholder: setting.placeholder }),
    ...(setting.choices === undefined ? {} : { choices: setting.choices }),
    ...(setting.kind === "levels" ? { complete: async () => LOG_LEVELS } : {}),
  };
}

/** The default as help shows it. A flag is off, and a list is empty. */
function defaultOf({ kind, default: value, defaultText }: Setting): { readonly default?: string } {
  if (kind === "flag") return {};
  return { default: defaultText ?? (kind === "list" ? "none" : String(value)) };
}

function createParser(path: string): Parser {
  return new Parser(path)
    .helpOption(false)
    .helpCommand(false)
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
}

function addOption(parser: Parser, spec: OptionSpec): Option {
  const short = spec.short === undefined ? "" : `-${spec.short}, `;
  const value = spec.placeholder === undefined ? "" : ` <${spec.placeholder}>`;
  const option = new Option(`${short}--${spec.name}${value}`, spec.description);
  if (spec.choices !== undefined) option.choices(spec.choices);
  if (spec.isRepeatable === true) {
    option.argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text]);
  }
  parser.addOption(option);
  return option;
}

/** The value if the option was on the command line: commander gives `--no-…` options a default of its own. */
function givenValue(parser: Parser, option: Option): OptionValue | undefined {
  const attribute = option.attributeName();
  if (parser.getOptionValueSource(attribute) !== "cli") return undefined;
  // `--x` and `--no-x` have one value: the last one given decides.
  const value = parser.getOptionValue(attribute) as OptionValue | false;
  if (value === false) return option.negate ? true : undefined;
  return option.negate ? undefined : value;
}

function givenArguments(parser: Parser, command: Command): ReadonlyMap<string, readonly string[]> {
  const given = new Map<string, readonly string[]>();
  for (const [index, { name, isVariadic }] of (command.arguments ?? []).entries()) {
    const words = isVariadic === true ? parser.args.slice(index) : parser.args.slice(index, index + 1);
    if (words.length > 0) given.set(name, words);
  }
  return given;
}

function parseWords(parser: Parser, path: string, words: readonly string[]): void {
  try {
    parser.parse([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const [message = "", hint] = error.message.replace(/^error: /, "").split("\n");
    const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, "")}. `;
    const advice = hint?.replace(/^\(|\)$/g, "") ?? `See: ${join("chainnode", path).trimEnd()} --help`;
    throw errors.usage({ sentence, advice });
  }
}
