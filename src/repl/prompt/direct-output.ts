import { writeSync } from "node:fs";

export type Output = NodeJS.WritableStream & {
  readonly columns?: number;
  /** A terminal's. */
  readonly fd?: number;
};

/**
 * Writes on a terminal at once and keeps no state: SIGINT may end whoever writes in the middle, after which a stream
 * would never write again. What has no descriptor is written as a stream.
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
    // The terminal is slower than we are.
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return 0;
    throw error;
  }
}
