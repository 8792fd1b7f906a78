import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Child {
  readonly process: ChildProcess;
  /** The next line it prints; fails when it ends instead, with what it said on stderr. */
  nextLine(): Promise<string>;
  /** Kills it as `kill -9` does, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Runs a program of test/ (a path from dist/test) in a process of its own. */
export function startChild(
  program: string,
  parameters: readonly string[],
  nodeOptions: readonly string[] = [],
): Child {
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url));
  const child = spawn(process.execPath, [...nodeOptions, path, ...parameters], {
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
