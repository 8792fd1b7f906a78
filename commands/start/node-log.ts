import type { Context } from "../../src/cli/context.js";
import { parseLogLevels, type LogLevels } from "../../src/cli/config/log-levels.js";
import { usageError } from "../../src/cli/input/usage-error.js";
import { suggestion } from "../../src/cli/suggest.js";
import { LOG_MODULES, type Log } from "../../src/node/log.js";
import { logLineToText } from "../shared/node/log-line.js";

/**
 * A running node's log on stderr, one line an entry: JSON, or text on a terminal. Throws `LOG_MODULE` when a level is
 * set for a module that the node does not have.
 */
export async function createNodeLog({ terminal, settings, style }: Context): Promise<Log> {
  const levels = parseLogLevels(settings.text("log-level"));
  assertModules(levels);
  const format = settings.optionalText("log-format") ?? (terminal.errors.isTerminal ? "pretty" : "json");
  const write = (line: string): void =>
    terminal.errors.write(format === "json" ? line : logLineToText(line, style));
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

function assertModules({ ofModule }: LogLevels): void {
  const known: readonly string[] = LOG_MODULES;
  const unknown = [...ofModule.keys()].find((module) => !known.includes(module));
  if (unknown === undefined) return;
  throw usageError(
    "LOG_MODULE",
    `The log has no module of this name: it has ${known.join(", ")}. `,
    { module: unknown },
    suggestion(unknown, known),
  );
}
