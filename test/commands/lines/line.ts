import type { Answer } from "../../cli/binary.js";
import type { World } from "./world.js";

/** Whether stdin, stdout and stderr are pipes, or a pseudo-terminal. */
export type Form = "pipe" | "terminal";

/** A command line, and what it must do in a pipe and at a terminal. */
export interface Line {
  /** The command's own words. */
  readonly path: string;
  /** The words after them. */
  readonly words?: (world: World, form: Form) => readonly string[];
  /** The exit code, by default 0. */
  readonly code?: number;
  /** The content of stdin in a pipe. */
  readonly input?: (world: World) => string;
  /** The answers at a terminal, in order. */
  readonly answers?: readonly Answer[];
  /** All of stdout in a pipe, without its last newline. */
  readonly stdout: RegExp;
  /** All of stderr in a pipe; by default nothing. */
  readonly stderr?: RegExp;
  /** A part of the output at a terminal, without colours; by default the same as in a pipe. */
  readonly terminal?: RegExp;
}
