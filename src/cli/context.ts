import type { CommandTree } from "./command.js";
import type { Settings } from "./config/resolved.js";
import type { Style } from "./terminal/colour.js";
import type { Terminal } from "./terminal/terminal.js";

/** What a command gets besides its own input. */
export interface Context {
  readonly terminal: Terminal;
  readonly settings: Settings;
  readonly tree: CommandTree;
  readonly version: string;
  /** The style of stderr, for messages that are not part of the result. */
  readonly style: Style;
  /** Prints a message on stderr; nothing with `--quiet`. */
  readonly note: (text: string) => void;
  /** Registers a function that runs when the command has ended, also after a failure, to close what it opened. */
  readonly onEnd: (close: () => Promise<void>) => void;
}
