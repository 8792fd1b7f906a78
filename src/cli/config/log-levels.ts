import { nearestName } from "../../records/nearest-name.js";
import * as errors from "../errors.js";

/** From the most to the least important. A level includes those before it. */
export const LOG_LEVELS = ["error", "warn", "info", "debug", "trace"] as const;
export type LogLevelName = (typeof LOG_LEVELS)[number];

/** The default log level, and the levels of single modules. */
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
