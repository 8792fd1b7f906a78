import { writeSync } from "node:fs";

export type Output = NodeJS.WritableStream & {
  readonly columns?: number;
  /** The descriptor of a terminal. */
  readonly fd?: number;
};

/**
 * Writes to a terminal synchronously and keeps no state: SIGINT may end the caller in the middle, after which a
 * stream would never write again. An output without a descriptor is written as a stream.
 */
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
