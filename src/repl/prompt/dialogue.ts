import { writeSync } from "node:fs";
import type { ProgressLine } from "../connection.js";
import type { TerminalInput } from "./keyboard.js";

export interface Dialogue {
  readonly input: TerminalInput;
  readonly output: Output;
  readonly hasColour: boolean;
  readonly openProgress: () => ProgressLine;
  /** A failure in its three parts, ending with a newline. */
  readonly errorText: (error: unknown) => string;
  /** Terms and their meanings under a heading. */
  readonly helpText: (sections: readonly HelpSection[]) => string;
}

export interface HelpSection {
  readonly heading: string;
  readonly terms: readonly { readonly term: string; readonly meaning: string }[];
  /** Whether the meanings are whole sentences or program text. Otherwise they are fragments without a full stop. */
  readonly isWhole?: boolean;
}

export type Output = NodeJS.WritableStream & {
  readonly columns?: number;
  readonly rows?: number;
  readonly fd?: number;
};

/** Writes to a terminal synchronously: SIGINT may end the caller in the middle of a stream's write. */
export function writeDirectly(output: Output, text: string): void {
  const { fd } = output;
  if (fd === undefined) {
    output.write(text);
    return;
  }
  for (let bytes = Buffer.from(text); bytes.length > 0;) bytes = bytes.subarray(writeSome(fd, bytes));
}

function writeSome(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    // The terminal is slower than this process.
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return 0;
    throw error;
  }
}
