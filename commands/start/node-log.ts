import type { BareContext } from "../../src/cli/command.js";
import { parseLogLevels, type LogLevels } from "../../src/cli/config/setting-value.js";
import type { Settings } from "../../src/cli/config/resolve.js";
import type { Style } from "../../src/cli/terminal/colour.js";
import { escapeControls } from "../../src/codec/shown-text.js";
import { LOG_MODULES, type Log, type LogModule } from "../../src/base/log.js";
import { nearestName } from "../../src/base/text/nearest-name.js";
import * as errors from "../errors.js";

export type NodeLog = Log & {
  /** Changes the levels from now on. Throws `LOG_MODULE` and changes none when a module is unknown. */
  readonly setLevels: (settings: Settings) => void;
  /** The last lines, oldest first, each as JSON. */
  readonly lastLines: () => readonly string[];
};

/** What the process keeps of its log: at most 1 MB. */
const KEPT_LINES = 500;
const MAX_KEPT_LENGTH = 1000;

/**
 * A running node's log on stderr, one line an entry: JSON, or text on a terminal. Throws `LOG_MODULE` when a level is
 * set for a module that the node does not have.
 *
 * @param onLine called before each line, to make room for it.
 */
export async function createNodeLog(
  { terminal, settings, style }: BareContext,
  onLine: () => void = () => undefined,
): Promise<NodeLog> {
  const levels = readLevels(settings);
  const isJson = logFormat({ terminal, settings }) === "json";
  const last: string[] = [];
  const write = (line: string): void => {
    // A copy: a slice would keep the whole line in memory.
    last.push(Buffer.from(line.slice(0, MAX_KEPT_LENGTH)).toString().trimEnd());
    if (last.length > KEPT_LINES) last.shift();
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
      return [module, root.child({ module }, { level: levelOf(module, levels) })] as const;
    }),
  );
  const log: Log = ({ level, module, message, fields = {} }) => loggers.get(module)?.[level](fields, message);
  return Object.assign(log, {
    lastLines: () => [...last],
    setLevels(changed: Settings) {
      const wanted = readLevels(changed);
      for (const [module, logger] of loggers) logger.level = levelOf(module, wanted);
    },
  });
}

function levelOf(module: LogModule, { general, ofModule }: LogLevels): LogLevels["general"] {
  return ofModule.get(module) ?? general;
}

export function logFormat({ terminal, settings }: Pick<BareContext, "terminal" | "settings">): string {
  return settings.optionalText("log-format") ?? (terminal.errors.isTerminal ? "pretty" : "json");
}

function readLevels(settings: Settings): LogLevels {
  const levels = parseLogLevels(settings.text("log-level"));
  const known: readonly string[] = LOG_MODULES;
  const unknown = [...levels.ofModule.keys()].find((module) => !known.includes(module));
  if (unknown === undefined) return levels;
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
