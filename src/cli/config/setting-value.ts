import { isWholeNumber } from "../../codec/text.js";
import type { Setting, SettingValue } from "./settings.js";
import * as errors from "../errors.js";
import { nearestName } from "../../base/text/nearest-name.js";

/** From the most to the least important. A level includes those before it. */
export const LOG_LEVELS = ["error", "warn", "info", "debug", "trace"] as const;
type LogLevelName = (typeof LOG_LEVELS)[number];

export interface LogLevels {
  readonly general: LogLevelName;
  readonly ofModule: ReadonlyMap<string, LogLevelName>;
}

const DEFAULT_LEVEL: LogLevelName = "info";

/** Parses a list such as `info,peers=debug`. Throws `LOG_LEVEL`. */
export function parseLogLevels(text: string, source = "--log-level"): LogLevels {
  let general: LogLevelName = DEFAULT_LEVEL;
  const ofModule = new Map<string, LogLevelName>();
  for (const part of text.split(",").map((part) => part.trim())) {
    const [first = "", second] = part.split("=", 2);
    if (second === undefined) general = readLevel(first, source);
    else ofModule.set(first, readLevel(second, source));
  }
  return { general, ofModule };
}

function readLevel(word: string, source: string): LogLevelName {
  const level = LOG_LEVELS.find((known) => known === word);
  if (level !== undefined) return level;
  throw errors.logLevel(
    { choices: LOG_LEVELS.join(", "), value: word, source },
    { nearest: nearestName(word, LOG_LEVELS) },
  );
}

const YES: ReadonlySet<string> = new Set(["1", "true", "yes", "on"]);
const NO: ReadonlySet<string> = new Set(["0", "false", "no", "off", ""]);

/** Parses a setting from text: the argument of a flag or an environment variable. `source` names it in errors. */
export function parseSetting(setting: Setting, text: string, source: string): SettingValue {
  switch (setting.kind) {
    case "list":
      return text
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "");
    case "integer":
      if (!isWholeNumber(text)) return fail(setting, "a whole number", { value: text, source });
      return bounded(setting, BigInt(text), source);
    case "flag": {
      const word = text.toLowerCase();
      if (YES.has(word)) return true;
      return NO.has(word) ? false : fail(setting, "true or false", { value: text, source });
    }
    case "levels":
      parseLogLevels(text, source);
      return text;
    default:
      return chosen(setting, text, source);
  }
}

/** Checks a setting from the configuration file, where TOML has already given it a type. */
export function checkSetting(setting: Setting, value: unknown, source: string): SettingValue {
  switch (setting.kind) {
    case "flag":
      return typeof value === "boolean"
        ? value
        : fail(setting, "true or false", { value: String(value), source });
    case "integer":
      if (typeof value === "bigint" && value >= 0n) return bounded(setting, value, source);
      return fail(setting, "a whole number", { value: String(value), source });
    case "list":
      if (Array.isArray(value) && value.every((part) => typeof part === "string")) return value;
      return fail(setting, "a list of texts", { value: String(value), source });
    default:
      // A port may be a word too: ops-port = 9901 or "off".
      if (typeof value === "string" || typeof value === "bigint")
        return parseSetting(setting, value.toString(), source);
      return fail(setting, "a text in quotes", { value: String(value), source });
  }
}

function bounded(setting: Setting, value: bigint, source: string): bigint {
  const { minimum = 0n, maximum } = setting;
  if (value >= minimum && (maximum === undefined || value <= maximum)) return value;
  const bounds = [minimum === 0n ? "" : ` from ${minimum}`, maximum === undefined ? "" : ` up to ${maximum}`];
  return fail(setting, `a whole number${bounds.join("")}`, { value: value.toString(), source });
}

function chosen(setting: Setting, text: string, source: string): string {
  const { choices } = setting;
  if (text === "") return fail(setting, "a text that is not empty", { value: text, source });
  if (choices === undefined || choices.includes(text)) return text;
  return fail(setting, `one of ${choices.join(", ")}`, { value: text, source });
}

/** Throws `SETTING_VALUE` for a value from a source. */
function fail(
  setting: Setting,
  expected: string,
  { value, source }: { readonly value: string; readonly source: string },
): never {
  throw errors.settingValue({
    name: setting.name,
    expected,
    value,
    source,
    description: setting.description,
  });
}
