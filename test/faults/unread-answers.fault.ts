import { connect, type Socket } from "node:net";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { makeTempDirectory } from "../support/temp-store.js";
import type { Fault } from "./fault.js";
import { killHammered, residentBytes, startSurely, transferNumber } from "./hammered-node.js";

const CONNECTIONS = 8;
const MEMORY_LIMIT = 300 * 1024 * 1024;
/** Each asks for all blocks and all transactions. */
const REQUEST =
  'GET /request?request={"type":"ListTransaction","page":1,"count":1000} HTTP/1.1\r\nHost: x\r\n\r\n';
const AHEAD = 3000;

export const fault: Fault = {
  fault: "Clients send requests ahead and read no answer",
  made: `${CONNECTIONS} connections send ${AHEAD} requests for long lists each and read nothing; cut off, they connect again`,
  promise: "memory stays under 300 MB, and another client is answered",
  times: { full: 20, sample: 0 },
  obstacle: () => (process.platform === "linux" ? null : "memory is read from /proc"),
  async run(times) {
    const directory = await makeTempDirectory();
    const node = await startSurely(directory);
    try {
      for (let sent = 0; sent < 400; sent += 20)
        await Promise.allSettled(
          Array.from({ length: 20 }, (_, index) => node.client.sendTransaction(transferNumber(sent + index))),
        );
      let most = 0;
      let slowest = 0;
      for (let time = 0; time < times; time += 1) {
        const sockets = Array.from({ length: CONNECTIONS }, () => flood(node.url));
        for (let look = 0; look < 10; look += 1) {
          const begin = performance.now();
          await node.client.ping();
          slowest = Math.max(slowest, performance.now() - begin);
          most = Math.max(most, await residentBytes(node.pid));
          await pause(100);
        }
        for (const socket of sockets) socket.destroy();
      }
      if (most > MEMORY_LIMIT) throw new Error(`The node took ${Math.round(most / 1e6)} MB. `);
      return `${times * CONNECTIONS} connections, at most ${Math.round(most / 1e6)} MB, slowest /ping ${Math.round(slowest)} ms`;
    } finally {
      await killHammered(node);
      await rm(directory, { recursive: true });
    }
  },
};

function flood(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) }).pause();
  // The node cuts it off.
  socket.on("error", () => undefined);
  socket.write(REQUEST.repeat(AHEAD));
  return socket;
}
