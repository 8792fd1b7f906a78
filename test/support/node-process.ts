import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, valuesOf, type Value } from "../../src/codec/value.js";
import { listIn, textIn } from "./vectors.js";

/** The real binary. */
export const BINARY = fileURLToPath(new URL("../../bin/chainnode.js", import.meta.url));
/** Shorter than the timeout of a test, so that the output so far is reported. */
const READY_WITHIN_MS = 240_000;

/** A node in its own process: `chainnode start`. */
export interface NodeProcess {
  readonly process: ChildProcess;
  readonly url: string;
  /** The banner. */
  readonly banner: Value;
  /** The text on stderr. */
  log(): string;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Stops it with SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the real binary, on a free port unless the flags name one, and waits for its banner. Fails with its output
 * when it ends instead.
 */
export function startNodeProcess(
  dataDirectory: string,
  flags: readonly string[] = [],
  binary = BINARY,
): Promise<NodeProcess> {
  return startServer(["start", "--data-dir", dataDirectory, "--port", "0", ...flags], binary);
}

/** Starts the real binary with these words, which run a node or a reader, and waits for its banner. */
export async function startServer(words: readonly string[], binary = BINARY): Promise<NodeProcess> {
  const child = spawn(process.execPath, [binary, ...words, "--json"], { stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const ended = once(child, "exit") as Promise<[number | null]>;
  const banner = await Promise.race([
    readLine(child),
    ended.then(() => {
      throw new Error(`The node ended: ${complaint}`);
    }),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`No banner: ${complaint}`)), READY_WITHIN_MS).unref();
    }),
  ]);
  return {
    process: child,
    url: textIn(valuesOf(listIn(memberOf(banner, "rpc")))[0]),
    banner,
    log: () => complaint,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.kill("SIGTERM");
      return (await ended)[0];
    },
  };
}

/** The single line of its result with `--json`. */
function readLine(child: ChildProcess): Promise<Value> {
  return new Promise((resolve) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(parseJson(text.slice(0, end)));
    });
  });
}
