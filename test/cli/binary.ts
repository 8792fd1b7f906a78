import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellWord } from "../../src/cli/input/shell-word.js";

/** The real binary, as a user's shell would start it. */
const BINARY = fileURLToPath(new URL("../../bin/chainnode.js", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs `chainnode` to its end without a terminal, in an environment that holds nothing but what is given. */
export function runBinary(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { child, ended } = start(process.execPath, [BINARY, ...words], options);
  child.stdin.end(options.input ?? "");
  return ended;
}

/** The same, interrupted as with Ctrl-C as soon as it has printed something on stdout. */
export function runBinaryAndInterrupt(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { child, ended } = start(process.execPath, [BINARY, ...words], options);
  child.stdout.once("data", () => child.kill("SIGINT"));
  return ended;
}

export interface Blow {
  readonly signal: "SIGINT" | "SIGKILL";
  /** It falls when something of such a name appears or changes in this directory, so many times. */
  readonly directory: string;
  readonly name: RegExp;
  readonly times?: number;
}

/** The same, hit by a signal in the middle of its work on files, unless it has ended before. */
export async function runBinaryAndHit(
  words: readonly string[],
  { signal, directory, name, times = 1 }: Blow,
): Promise<Ended> {
  let seen = 0;
  const watcher = watch(directory, (_, changed) => {
    if (changed === null || !name.test(changed)) return;
    seen += 1;
    if (seen === times) child.kill(signal);
  });
  const { child, ended } = start(process.execPath, [BINARY, ...words], {});
  child.stdin.end();
  const end = await ended;
  watcher.close();
  return end;
}

/** The same in a pipe whose reader takes one line and leaves; answers what the reader got. */
export function runBinaryToHead(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return runBinaryInto("| head -n 1", words, options);
}

/** The same with its output where a shell's redirection leads. */
export function runBinaryInto(
  redirection: string,
  words: readonly string[],
  options: RunOptions = {},
): Promise<Ended> {
  const line = [process.execPath, BINARY, ...words].map(shellWord).join(" ");
  return start("sh", ["-c", `${line} ${redirection}`], options).ended;
}

/** The same, with the URLs of every script it loaded; `directory` takes Node's coverage report, which names them. */
export async function runBinaryWatched(
  words: readonly string[],
  directory: string,
): Promise<Ended & { readonly scripts: readonly string[] }> {
  const ended = await runBinary(words, { environment: { NODE_V8_COVERAGE: directory } });
  const [report = ""] = readdirSync(directory);
  const { result } = JSON.parse(readFileSync(join(directory, report), "utf8")) as Coverage;
  return { ...ended, scripts: result.map(({ url }) => url) };
}

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

export interface RunningBinary {
  /** The first line it prints on stdout; fails when it ends before. */
  readonly firstLine: Promise<string>;
  /** When it ends by itself. */
  readonly ended: Promise<Ended>;
  /** Ends it as a service manager does, and waits until it has ended. */
  stop(): Promise<Ended>;
}

/** Starts a command that runs until it is stopped. */
export function startBinary(words: readonly string[], options: RunOptions = {}): RunningBinary {
  const { child, ended } = start(process.execPath, [BINARY, ...words], options);
  const firstLine = new Promise<string>((resolve, reject) => {
    let seen = "";
    child.stdout.on("data", (text: string) => {
      seen += text;
      if (seen.includes("\n")) resolve(seen.slice(0, seen.indexOf("\n")));
    });
    ended.then(({ stderr }) => reject(new Error(`It ended too early: ${stderr}`)), reject);
  });
  return {
    firstLine,
    ended,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

export interface Answer {
  /** What the program has printed when it waits for this answer. */
  readonly after: string;
  readonly type: string;
}

export interface TerminalOptions extends Omit<RunOptions, "input"> {
  readonly answers?: readonly Answer[];
  /** Hears what has been printed since the last answer, each time more of it is. */
  readonly onOutput?: (seen: string) => void;
}

/**
 * The same behind a pseudo-terminal of `script(1)`; stdout and stderr come as one. Each answer is typed when the text
 * before it has appeared.
 */
export function runInTerminal(words: readonly string[], options: TerminalOptions = {}): Promise<Ended> {
  const line = [process.execPath, BINARY, ...words].map(shellWord).join(" ");
  const script = ["--quiet", "--return", "--echo", "never", "--command", line, "/dev/null"];
  const { child, ended } = start("script", script, options);
  const waiting = [...(options.answers ?? [])];
  let seen = "";
  child.stdout.on("data", (text: string) => {
    seen += text;
    options.onOutput?.(seen);
    const [next] = waiting;
    if (next === undefined || !seen.includes(next.after)) return;
    waiting.shift();
    seen = "";
    child.stdin.write(`${next.type}\r`);
  });
  return ended;
}

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
}

function start(program: string, words: readonly string[], { environment = {} }: RunOptions): Started {
  const child = spawn(program, words, {
    env: { PATH: process.env["PATH"], TERM: "xterm", LANG: "C.UTF-8", HOME: "/nonexistent", ...environment },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin.on("error", (error: NodeJS.ErrnoException) => {
      // A program that ends without reading its input is none of this helper's business.
      if (error.code !== "EPIPE") reject(error);
    });
  });
  return { child, ended };
}

/** A directory of its own for each test of a suite, removed when the test is over. */
export function useTemporaryDirectory(): () => string {
  let directory = "";
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "chainnode-test-"));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });
  return () => directory;
}
