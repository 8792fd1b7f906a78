import type { Style } from "../../../src/cli/terminal/colour.js";
import { escapeControls } from "../../../src/codec/escape-controls.js";

/** The members of every log entry; the others are its fields. */
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
export function logLineToText(line: string, style: Style): string {
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
