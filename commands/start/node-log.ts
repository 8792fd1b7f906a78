import type { BareContext } from "../../src/cli/command.js";
import { parseLogLevels, type LogLevels } from "../../src/cli/config/setting-value.js";
import type { Style } from "../../src/cli/terminal/colour.js";
import { escapeControls } from "../../src/codec/shown-text.js";
import { LOG_MODULES, type Log } from "../../src/base/log.js";
import { nearestName } from "../../src/base/text/nearest-name.js";
import * as errors from "../errors.js";

/**
 * A running node's log on stderr, one line an entry: JSON, or text on a terminal. Throws `LOG_MODULE` when a level is
 * set for a module that the node does not have.
 *
 * @param onLine called before each line, to make room for it.
 */
export async function createNodeLog(
  { terminal, settings, style }: BareContext,
  onLine: () => void = () => undefined,
): Promise<Log> {
  const levels = parseLogLevels(settings.text("log-level"));
  assertModules(levels);
  const isJson = logFormat({ terminal, settings }) === "json";
  const write = (line: string): void => {
    onLine();
    terminal.errors.write(isJson ? line : logLineToText(line, style));
  };
  const { pino, stdTimeFunctions } = await import("pino");
  const root = pino(
    {
      level: "trace",
      base: null,
      messageKey: "message",
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  const loggers = new Map(
    LOG_MODULES.map((module) => {
      const level = levels.ofModule.get(module) ?? levels.general;
      return [module, root.child({ module }, { level })] as const;
    }),
  );
  return ({ level, module, message, fields = {} }) => loggers.get(module)?.[level](fields, message);
}

export function logFormat({ terminal, settings }: Pick<BareContext, "terminal" | "settings">): string {
  return settings.optionalText("log-format") ?? (terminal.errors.isTerminal ? "pretty" : "json");
}

function assertModules({ ofModule }: LogLevels): void {
  const known: readonly string[] = LOG_MODULES;
  const unknown = [...ofModule.keys()].find((module) => !known.includes(module));
  if (unknown === undefined) return;
  throw errors.logModule(
    { choices: known.join(", "), module: unknown },
    { nearest: nearestName(unknown, known) },
  );
}

interface LogLine {
  readonly time: string;
  readonly level: string;
  readonly module: string;
  readonly message: string;
  readonly [field: string]: string | number;
}

const LEVEL_WIDTH = 5;
const MODULE_WIDTH = 9;
const PLAIN = /^[\x21-\x7e]+$/;

/** Formats a JSON log line for people: local time, level, module, message, and the fields as `name=value`. */
function logLineToText(line: string, style: Style): string {
  const { time, level, module, message, ...fields } = JSON.parse(line) as LogLine;
  const paint = level === "error" ? style.red : level === "warn" ? style.yellow : style.dim;
  const details = Object.entries(fields).map(
    ([name, value]) => `${style.dim(`${name}=`)}${fieldText(String(value))}`,
  );
  const head = [
    style.dim(clockText(new Date(time))),
    paint(level.padEnd(LEVEL_WIDTH)),
    style.dim(module.padEnd(MODULE_WIDTH)),
  ];
  return `${[...head, escapeControls(message), ...details].join(" ")}\n`;
}

function clockText(time: Date): string {
  return `${time.toTimeString().slice(0, 8)}.${String(time.getMilliseconds()).padStart(3, "0")}`;
}

function fieldText(value: string): string {
  return PLAIN.test(value) ? value : escapeControls(JSON.stringify(value));
}
