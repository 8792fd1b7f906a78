import type { Settings } from "./config/resolved.js";
import type { Context } from "./context.js";
import type { Program } from "./run.js";
import { createStyle } from "./terminal/colour.js";

/** The context of one command, once its settings are known. */
export function createContext(program: Program, settings: Settings): Context {
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
  };
}
