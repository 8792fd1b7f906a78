import type { Settings } from "./config/resolve.js";
import type { BareContext, Context, CommandProgram } from "./command.js";
import { createStyle } from "./terminal/colour.js";

/** Runs one command in its context once its settings are known. Closes what the command opened, in reverse order. */
export async function withContext<T>(
  program: CommandProgram,
  settings: Settings,
  run: (context: Context) => Promise<T>,
): Promise<T> {
  const opened: (() => Promise<void>)[] = [];
  const bare = createContext(program, settings, (close) => opened.push(close));
  try {
    const context = { ...bare, ...(await program.tree.openContext?.(bare)) };
    return await run(context as Context);
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}

export function createContext(
  program: CommandProgram,
  settings: Settings,
  onEnd: Context["onEnd"],
): BareContext {
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
