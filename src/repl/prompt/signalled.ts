import { closeSync, constants, openSync, readSync } from "node:fs";
import { types } from "node:util";
import { callBreakable } from "../evaluation/breakable.js";
import type { Enter } from "../evaluation/evaluator.js";
import type { TerminalInput } from "./keyboard.js";

const CONTROLLING_TERMINAL = "/dev/tty";
const CTRL_C = 3;
const MOST_BYTES = 65_536;
/** Node hears of signals in a thread, which has this long to hear of those that came before. */
const GRACE_MS = 5;

/** Calls what does not await while a terminal makes a signal of Ctrl-C: the event loop hears of no key meanwhile. */
export interface Signalled {
  /** Throws `stopped()` for a Ctrl-C that was typed just before. */
  readonly enter: Enter;
  close(): void;
}

/**
 * No Ctrl-C is lost on the way: signals come only while somebody waits for them; what was typed before is read when they
 * begin to come; and what awaits goes on when the last of them is known.
 */
export function createSignalled(input: TerminalInput, stopped: () => Error): Signalled {
  if (input.setRawMode === undefined) return { enter: callBreakable, close: () => undefined };
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
          if (types.isPromise(ran)) sleep(GRACE_MS);
          return ran;
        });
        if (isStopped()) throw stopped();
        return value;
      } finally {
        setRawMode(true);
        if (typed.length > 0 && !isStopped()) input.unshift(typed);
      }
    },
    close() {
      if (terminal !== null) closeSync(terminal);
    },
  };
}

/** A descriptor that never waits; null where no terminal controls this process: then none of its keys becomes a signal. */
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

/** Ended by a signal. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}
