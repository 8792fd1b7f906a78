import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shellWord } from "../../src/cli/input/ask.js";

/** The real binary. */
const BINARY = fileURLToPath(new URL("../../bin/chainnode.js", import.meta.url));

/** What a shell adds to the number of the signal that ended a program. */
const SHELL_SIGNALS = 128;

export interface Ended {
  /** As a shell tells it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The directory that it runs in; by default that of the tests. */
  readonly directory?: string;
}

/** Runs `chainnode` to its end without a terminal, in an environment with only the given variables. */
export function runBinary(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { child, ended } = start(process.execPath, [BINARY, ...words], options);
  child.stdin.end(options.input ?? "");
  return ended;
}

/** Like `runBinary`, interrupted as with Ctrl-C after its first output on stdout. */
export function runBinaryAndInterrupt(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { child, ended } = start(process.execPath, [BINARY, ...words], options);
  child.stdout.once("data", () => child.kill("SIGINT"));
  return ended;
}

export interface Blow {
  readonly signal: "SIGINT" | "SIGKILL";
  /** The signal is sent when a file with such a name has appeared or changed in this directory that many times. */
  readonly directory: string;
  readonly name: RegExp;
  readonly times?: number;
}

/** Like `runBinary`, with a signal in the middle of its work on files, unless it ends before. */
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

/** Like `runBinary`, in a pipe whose reader reads one line and closes it. Returns what the reader got. */
export async function runBinaryToHead(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const line = `{ ${commandLine(words)}; echo "$?" >&2; } | head -n 1`;
  const { stdout, stderr } = await start("sh", ["-c", line], options).ended;
  const [, errors = "", code] = /^(.*?)(\d+)\n$/s.exec(stderr) ?? [];
  return { code: Number(code), stdout, stderr: errors };
}

/** Like `runBinary`, with its output redirected by a shell. */
export function runBinaryInto(
  redirection: string,
  words: readonly string[],
  options: RunOptions = {},
): Promise<Ended> {
  return start("sh", ["-c", `${commandLine(words)} ${redirection}`], options).ended;
}

function commandLine(words: readonly string[]): string {
  return [process.execPath, BINARY, ...words].map(shellWord).join(" ");
}

/** Like `runBinary`, with the URLs of the scripts that it loaded, from Node's coverage report in `directory`. */
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
  /** The first line on stdout. Rejects when the process ends before. */
  readonly firstLine: Promise<string>;
  /** Resolves when it ends by itself. */
  readonly ended: Promise<Ended>;
  /** Stops it as a service manager does, and waits for its end. */
  stop(): Promise<Ended>;
  /** Kills it with SIGKILL. */
  kill(): Promise<Ended>;
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
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

export interface Answer {
  /** The output after which this answer is typed. */
  readonly after: string;
  readonly type: string;
}

export interface TerminalOptions extends Omit<RunOptions, "input"> {
  readonly answers?: readonly Answer[];
  /** Called with the output since the last answer, whenever there is more. */
  readonly onOutput?: (seen: string) => void;
}

/**
 * Like `runBinary`, at a pseudo-terminal of `script(1)`; stdout and stderr are joined. Each answer is typed when the text
 * before it has appeared.
 */
export function runInTerminal(words: readonly string[], options: TerminalOptions = {}): Promise<Ended> {
  const script = ["--quiet", "--return", "--echo", "never", "--command", commandLine(words), "/dev/null"];
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

function start(
  program: string,
  words: readonly string[],
  { environment = {}, directory }: RunOptions,
): Started {
  const child = spawn(program, words, {
    cwd: directory,
    env: { PATH: process.env["PATH"], TERM: "xterm", LANG: "C.UTF-8", HOME: "/nonexistent", ...environment },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const ending = signal === null ? 0 : SHELL_SIGNALS + constants.signals[signal];
      resolve({ code: code ?? ending, stdout, stderr });
    });
    child.stdin.on("error", (error: NodeJS.ErrnoException) => {
      // A program may end without reading its input.
      if (error.code !== "EPIPE") reject(error);
    });
  });
  return { child, ended };
}

/** A temporary directory for each test of a suite, removed after the test. */
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
