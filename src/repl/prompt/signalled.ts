import { closeSync, constants, openSync, readSync } from "node:fs";
import { types } from "node:util";
import { callBreakable, type Enter } from "../evaluation/evaluator.js";
import type { TerminalInput } from "./keyboard.js";
import { Session } from "node:inspector";
import { promiseHooks } from "node:v8";

const CONTROLLING_TERMINAL = "/dev/tty";
const CTRL_C = 3;
const MOST_BYTES = 65_536;
/**
 * Node receives signals in a thread, which must run before this one continues. Each sleep lets threads run that became
 * ready before it; several are needed on a busy machine.
 */
const GRACE_MS = 5;
const GRACES = 4;

/** Calls synchronous code while the terminal turns Ctrl-C into a signal: the event loop receives no keys meanwhile. */
export interface Signalled {
  /** Throws `stopped()` for a Ctrl-C that was typed just before. */
  readonly enter: Enter;
  /** Whether Ctrl-C was typed and not read yet, as while code keeps the event loop from reading keys. */
  readonly isStopped: () => boolean;
  close(): void;
}

/**
 * No Ctrl-C is lost: signals are enabled only while there is a handler, keys typed before that are read when they are
 * enabled, and awaiting code continues only when the last signal is known.
 */
export function createSignalled(input: TerminalInput, stopped: () => Error): Signalled {
  if (input.setRawMode === undefined)
    return { enter: callBreakable, isStopped: () => false, close: () => undefined };
  const setRawMode = input.setRawMode.bind(input);
  const terminal = openTerminal();
  return {
    enter(run) {
      let typed: Buffer = Buffer.alloc(0);
      const isStopped = (): boolean => typed.includes(CTRL_C);
      try {
        const value = callBreakable(() => {
          const ran = callBreakable(() => {
            setRawMode(false);
            typed = readTyped(terminal);
            return isStopped() ? undefined : run();
          });
          setRawMode(true);
          if (types.isPromise(ran)) for (let grace = 0; grace < GRACES; grace += 1) sleep(GRACE_MS);
          return ran;
        });
        if (isStopped()) throw stopped();
        return value;
      } finally {
        setRawMode(true);
        if (typed.length > 0 && !isStopped()) input.unshift(typed);
      }
    },
    isStopped() {
      const typed = readTyped(terminal);
      if (typed.includes(CTRL_C)) return true;
      if (typed.length > 0) input.unshift(typed);
      return false;
    },
    close() {
      if (terminal !== null) closeSync(terminal);
    },
  };
}

/** A non-blocking descriptor of the terminal; null when keys cause no signals. */
function openTerminal(): number | null {
  try {
    return openSync(CONTROLLING_TERMINAL, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (["ENXIO", "ENOENT"].includes(codeOf(error))) return null;
    throw error;
  }
}

function readTyped(terminal: number | null): Buffer {
  const bytes = Buffer.alloc(terminal === null ? 0 : MOST_BYTES);
  if (terminal === null) return bytes;
  try {
    return bytes.subarray(0, readSync(terminal, bytes));
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return bytes.subarray(0, 0);
    throw error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}

/** The event loop turns this often while it may. */
const TURN_MS = 50;
/** Code that keeps it from turning for longer is asked whether the user has stopped it. */
const STARVED_MS = 200;
/** Continuations between two looks at the clock. A million run in a quarter of a second, and hardly ever as many in a turn. */
const SELDOM = 20_000;

/**
 * Ends code that awaits without end what is settled, as `for (;;) await null`: the event loop receives neither keys nor
 * signals meanwhile. `isStopped` is asked then, and `onEnd` called in the next turn, because ended code takes all
 * continuations that wait with it. Returns a function that ends the watch.
 */
export function watchStarved(isStopped: () => boolean, onEnd: () => void): () => void {
  let turnedMs = performance.now();
  let continuations = 0;
  const turns = setInterval(() => {
    turnedMs = performance.now();
    continuations = 0;
  }, TURN_MS).unref();
  const unhook = promiseHooks.onBefore(() => {
    continuations += 1;
    if (continuations % SELDOM !== 0 || performance.now() - turnedMs < STARVED_MS || !isStopped()) return;
    turnedMs = performance.now();
    setImmediate(onEnd);
    endExecution();
  }) as () => void;
  return () => {
    clearInterval(turns);
    unhook();
  };
}

function endExecution(): void {
  const session = new Session();
  session.connect();
  session.post("Runtime.terminateExecution");
  // In the next turn: a session that ends takes its commands back.
  setImmediate(() => session.disconnect());
}
