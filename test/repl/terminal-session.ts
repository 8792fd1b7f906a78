import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { shellWord } from "../../src/cli/input/ask.js";

const BINARY = fileURLToPath(new URL("../../bin/chainnode.js", import.meta.url));

/** The real binary at a pseudo-terminal of `script(1)`. */
export interface TerminalSession {
  type(keys: string): void;
  /**
   * Resolves when this text has been shown, with the output since the last call, without colours and cursor
   * movements.
   */
  see(text: string): Promise<string>;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

export function startInTerminal(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): TerminalSession {
  // `exec` replaces the shell, so that Ctrl-C reaches only the program.
  const line = `exec ${[process.execPath, BINARY, ...words].map(shellWord).join(" ")}`;
  const child = spawn("script", ["--quiet", "--return", "--echo", "never", "--command", line, "/dev/null"], {
    env: { PATH: process.env["PATH"], TERM: "xterm", LANG: "C.UTF-8", HOME: "/nonexistent", ...environment },
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (shown += text));
  return {
    type: (keys) => void child.stdin.write(keys),
    async see(text) {
      for (;;) {
        const plain = stripVTControlCharacters(shown);
        const at = plain.indexOf(text);
        if (at >= 0) {
          shown = plain.slice(at + text.length);
          return plain.slice(0, at + text.length);
        }
        await once(child.stdout, "data");
      }
    },
    ended: once(child, "close").then(([code]) => code as number | null),
  };
}
