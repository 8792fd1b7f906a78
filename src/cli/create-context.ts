import type { Settings } from "./config/resolve.js";
import type { Context, CommandProgram } from "./command.js";
import { createStyle } from "./terminal/colour.js";

/** Runs one command in its context once its settings are known. Closes what the command opened, in reverse order. */
export async function withContext<T>(
  program: CommandProgram,
  settings: Settings,
  run: (context: Context) => Promise<T>,
): Promise<T> {
  const opened: (() => Promise<void>)[] = [];
  const context = createContext(program, settings, (close) => opened.push(close));
  try {
    return await run(context);
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}

/** Returns a context. `onEnd` receives the functions that close what the command opened. */
export function createContext(program: CommandProgram, settings: Settings, onEnd: Context["onEnd"]): Context {
  const { terminal, tree, version } = program;
  const { errors, environment } = terminal;
  return {
    terminal,
    tree,
    version,
    settings,
    style: createStyle({
      isTerminal: errors.isTerminal,
      environment,
      isForbidden: settings.flag("no-color"),
    }),
    note(text) {
      if (!settings.flag("quiet")) errors.write(`${text}\n`);
    },
    onEnd,
  };
}
