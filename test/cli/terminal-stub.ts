import { commands } from "../../commands/index.js";
import { runCommandLine } from "../../src/cli/run.js";
import type { Prompter } from "../../src/cli/terminal/prompter.js";
import type { Terminal } from "../../src/cli/terminal/terminal.js";
import type { Ended } from "./binary.js";
import { assertResultShape } from "./result-shape.js";

export interface TestTerminalOptions {
  readonly input?: string;
  readonly isTerminal?: boolean;
  /** Columns. */
  readonly width?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly homeDirectory?: string | null;
  readonly prompter?: Prompter;
  /** Aborted when the user presses Ctrl-C. Default: never. */
  readonly interruption?: AbortSignal;
}

/** A terminal in memory, whose streams are strings. */
export interface TestTerminal extends Terminal {
  stdout(): string;
  stderr(): string;
}

export function createTestTerminal(options: TestTerminalOptions = {}): TestTerminal {
  const { input = "", isTerminal = false, width = 80, environment = {}, prompter = null } = options;
  const { homeDirectory = "/home/user" } = options;
  const interruption = options.interruption ?? new AbortController().signal;
  let out = "";
  let errors = "";
  return {
    output: { isTerminal, width, write: (text) => (out += text) },
    errors: { isTerminal, width, write: (text) => (errors += text) },
    environment,
    homeDirectory,
    prompter,
    dialogue: null,
    inputChunks: async function* () {
      yield Buffer.from(input);
    },
    readInput: async () => input,
    interruption: () => interruption,
    leave: () => undefined,
    isLeft: false,
    onHangup: () => undefined,
    stdout: () => out,
    stderr: () => errors,
  };
}

/** The words that make a line print something else than a result. */
const PAGES: ReadonlySet<string> = new Set(["__complete", "__describe", "help"]);

/**
 * Runs a command line in this process, at a terminal made of texts. The output of `--json` must fit the command's
 * schema.
 */
export async function runInProcess(words: readonly string[], options?: TestTerminalOptions): Promise<Ended> {
  const terminal = createTestTerminal(options);
  const code = await runCommandLine(words, { terminal, tree: commands, version: "0.0.0" });
  const ended = { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
  const isResult = words.includes("--json") && !words.some((word) => PAGES.has(word)) && ended.stdout !== "";
  if (isResult) await assertResultShape(words, ended.stdout);
  return ended;
}
