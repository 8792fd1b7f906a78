import type { Context } from "../../src/cli/context.js";
import type { Log, LogLevel } from "../../src/node/log.js";

/** From the most to the least important; a level shows itself and what stands before it. */
const LEVELS: readonly (LogLevel | "trace")[] = ["error", "warn", "info", "debug", "trace"];

/** A running node's log on stderr: a line an entry, JSON where stderr is no terminal. */
export function nodeLog({ terminal, settings, style }: Context): Log {
  const least = LEVELS.findIndex((level) => level === settings.text("log-level"));
  return ({ level, module, message, fields = {} }) => {
    if (LEVELS.indexOf(level) > least) return;
    const time = new Date().toISOString();
    if (!terminal.errors.isTerminal) {
      terminal.errors.write(`${JSON.stringify({ time, level, module, message, ...fields })}\n`);
      return;
    }
    const details = Object.entries(fields).map(([name, value]) => `${style.dim(`${name}=`)}${value}`);
    const paint = level === "error" ? style.red : level === "warn" ? style.yellow : style.dim;
    terminal.errors.write(
      `${[style.dim(time.slice(11, 23)), paint(level), module, message, ...details].join(" ")}\n`,
    );
  };
}
