import { closeSync, openSync } from "node:fs";
import { isatty } from "node:tty";
import { fileError } from "../../codec/file-error.js";
import { utf8ToText } from "../../codec/parse-json.js";
import { EXIT_CUT, EXIT_INTERRUPTED, EXIT_LOCAL } from "../exit-codes.js";
import {
  END_SIGNALS,
  Interrupted,
  createPrompter,
  type EndSignal,
  type Prompter,
  type PromptStreams,
} from "./prompter.js";
import * as errors from "../errors.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a command. stdout carries only the result, stderr everything else. */
export interface Terminal {
  readonly output: OutputStream;
  readonly errors: OutputStream;
  readonly environment: Environment;
  readonly homeDirectory: string | null;
  /** Prompts the user, on stderr; null when there is no terminal. */
  readonly prompter: Prompter | null;
  /** The streams of the terminal, for a command that reads and writes them itself; null when there is no terminal. */
  readonly dialogue: PromptStreams | null;
  /** stdin as it arrives. Throws `STDIN_TWICE` on the second call. */
  inputChunks(): AsyncIterable<Uint8Array>;
  /** All of stdin as text. Throws as `inputChunks` does, and `JSON_ENCODING` when it is not UTF-8. */
  readInput(): Promise<string>;
  /** Aborted by the first SIGINT or SIGTERM, or the end of a parent with a channel; the second ends the process at once. */
  interruption(): AbortSignal;
  /** Ends the process once the command has ended, whatever a script of the user has left pending. */
  leave(): void;
  readonly isLeft: boolean;
  /** Calls the listener on each SIGHUP, to read again files that were read at the start. That of a closed terminal is a SIGTERM. */
  onHangup(listener: () => void): void;
}

interface OutputStream {
  readonly isTerminal: boolean;
  readonly width: number;
  write(text: string): void;
}

const DEFAULT_WIDTH = 80;
/** What opening the terminal fails with once it is closed. */
const CLOSED: ReadonlySet<string | undefined> = new Set(["ENXIO", "EIO"]);

export function createTerminal(process: NodeJS.Process, homeDirectory: string | null): Terminal {
  endWithReader(process);
  let interruption: AbortSignal | undefined;
  let isRead = false;
  let isLeft = false;
  const inputChunks = (): AsyncIterable<Uint8Array> => {
    if (isRead) throw errors.stdinTwice();
    isRead = true;
    return process.stdin as AsyncIterable<Uint8Array>;
  };
  return {
    output: createOutputStream(process.stdout),
    errors: createOutputStream(process.stderr),
    environment: process.env,
    homeDirectory,
    prompter:
      isatty(process.stdin.fd) && isatty(process.stderr.fd)
        ? createPrompter({ input: process.stdin, output: process.stderr })
        : null,
    dialogue:
      isatty(process.stdin.fd) && isatty(process.stdout.fd)
        ? { input: process.stdin, output: process.stdout }
        : null,
    inputChunks,
    async readInput() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of inputChunks()) chunks.push(chunk);
      return utf8ToText(Buffer.concat(chunks));
    },
    interruption() {
      interruption ??= listenForSignals(process);
      return interruption;
    },
    leave() {
      isLeft = true;
    },
    get isLeft() {
      return isLeft;
    },
    onHangup(listener) {
      let isClosed = false;
      process.on("SIGHUP", () => {
        // The system and the shell both send one: a second SIGTERM would end the process at once.
        if (isClosed) return;
        isClosed = isTerminalClosed(process);
        if (isClosed) process.kill(process.pid, "SIGTERM");
        else listener();
      });
    },
  };
}

function createOutputStream(stream: NodeJS.WriteStream & { readonly fd: number }): OutputStream {
  return {
    isTerminal: isatty(stream.fd),
    get width() {
      // A terminal of unknown width reports 0.
      return stream.columns > 0 ? stream.columns : DEFAULT_WIDTH;
    },
    write(text) {
      stream.write(text);
    },
  };
}

function listenForSignals(process: NodeJS.Process): AbortSignal {
  const controller = new AbortController();
  const stop = (signal: EndSignal): void => {
    if (controller.signal.aborted) {
      // The end may wait for a thread: one more signal does not.
      for (const each of END_SIGNALS) process.removeAllListeners(each);
      process.exit(EXIT_INTERRUPTED);
    }
    controller.abort(new Interrupted(signal));
  };
  for (const signal of END_SIGNALS) process.on(signal, () => stop(signal));
  // A program that started this one with a channel, as `chainnode testnet` does, has ended.
  process.once("disconnect", () => {
    if (!controller.signal.aborted) stop("SIGTERM");
  });
  // The listener must not keep a command from ending.
  process.channel?.unref();
  return controller.signal;
}

function isTerminalClosed({ stdin, stdout, stderr }: NodeJS.Process): boolean {
  if (![stdin, stdout, stderr].some((stream) => stream.isTTY)) return false;
  try {
    closeSync(openSync("/dev/tty", "r"));
    return false;
  } catch (error) {
    return CLOSED.has((error as NodeJS.ErrnoException).code);
  }
}

/**
 * A reader that closes the pipe early (`| head`) ends the process as SIGPIPE ends others: quietly, with an exit code that
 * says so. A result that cannot be written for another reason is a failure. stderr may be lost: a node continues when its
 * log's disk is full or the reader of its log is gone.
 */
function endWithReader(process: NodeJS.Process): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT_CUT);
    const reason = fileError(error) ?? error;
    process.stderr.write(`error: The result could not be written: ${reason.message.trim()}\n`);
    process.exit(EXIT_LOCAL);
  });
  process.stderr.on("error", () => undefined);
}
