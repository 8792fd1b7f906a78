import type { CommandTree } from "./command.js";
import type { Settings } from "./config/resolved.js";
import type { Style } from "./terminal/colour.js";
import type { Terminal } from "./terminal/terminal.js";

/** What a command is given beside its own input. */
export interface Context {
  readonly terminal: Terminal;
  readonly settings: Settings;
  readonly tree: CommandTree;
  readonly version: string;
  /** The style of stderr, for what a command says beside its result. */
  readonly style: Style;
  /** Says something on stderr; nothing with `--quiet`. */
  readonly note: (text: string) => void;
  /** Calls this when the command has ended, however it ended: what it opened is closed. */
  readonly onEnd: (close: () => Promise<void>) => void;
}
