import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Child {
  readonly process: ChildProcess;
  /** The next line on stdout. Fails with the text on stderr when the process ends instead. */
  nextLine(): Promise<string>;
  /** Kills it with SIGKILL and waits for its end. */
  kill(): Promise<void>;
}

/** Runs a program of test/ (a path from dist/test) in its own process. */
export function startChild(program: string, parameters: readonly string[]): Child {
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, "exit");
  return {
    process: child,
    async nextLine() {
      const next = await lines.next();
      if (next.done === true) throw new Error(`The child process ended: ${complaint}`);
      return next.value;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
