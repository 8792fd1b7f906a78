import type { Answer } from "../../cli/binary.js";
import type { World } from "./world.js";

/** Whether stdin, stdout and stderr are pipes, or a pseudo-terminal. */
export type Form = "pipe" | "terminal";

/** A command as it is typed, and what it must do in a pipe and at a terminal. */
export interface Line {
  /** The command's own words. */
  readonly path: string;
  /** The words after them. */
  readonly words?: (world: World, form: Form) => readonly string[];
  /** 0 when left out. */
  readonly code?: number;
  /** What stdin holds in a pipe. */
  readonly input?: (world: World) => string;
  /** What a terminal is answered, in order. */
  readonly answers?: readonly Answer[];
  /** All of stdout in a pipe, without its last newline. */
  readonly stdout: RegExp;
  /** All of stderr in a pipe; nothing when left out. */
  readonly stderr?: RegExp;
  /** A part of what a terminal shows, without colours; the same as in a pipe when left out. */
  readonly terminal?: RegExp;
}
