import { readSync } from "node:fs";

/** The datagram socket that systemd-socket-activate passes to its program. */
const SOCKET = 3;
const MAX_MESSAGE = 65_536;

// Prints each message that arrives, as one line of JSON, until it is killed.
for (const buffer = Buffer.alloc(MAX_MESSAGE); ;) {
  const length = readSync(SOCKET, buffer);
  process.stdout.write(`${JSON.stringify(buffer.toString("utf8", 0, length))}\n`);
}
