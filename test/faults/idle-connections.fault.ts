import { connect } from "node:net";
import { rm } from "node:fs/promises";
import { makeTempDirectory } from "../support/temp-store.js";
import type { Fault } from "./fault.js";
import { killHammered, startSurely } from "./hammered-node.js";

const ADDRESSES = 250;
const EACH = 8;

export const fault: Fault = {
  fault: "Idle connections take every place",
  made: `${ADDRESSES * EACH} connections from ${ADDRESSES} addresses of the loopback network open, and send nothing`,
  promise: "a new client is answered at once, and so is every later one",
  times: { full: 10, sample: 0 },
  obstacle: () =>
    process.platform === "linux" ? null : "only Linux has a whole network of loopback addresses",
  async run(times) {
    const directory = await makeTempDirectory();
    const node = await startSurely(directory);
    const { hostname, port } = new URL(node.url);
    try {
      let opened = 0;
      for (let time = 0; time < times; time += 1) {
        const sockets = Array.from({ length: ADDRESSES * EACH }, (_, index) => {
          const localAddress = `127.0.1.${1 + (index % ADDRESSES)}`;
          return connect({ host: hostname, port: Number(port), localAddress }).on("error", () => undefined);
        });
        await Promise.all(
          sockets.map(
            (socket) => new Promise((resolve) => socket.once("connect", resolve).once("close", resolve)),
          ),
        );
        for (let asked = 0; asked < 20; asked += 1) await node.client.ping();
        opened += sockets.length;
        for (const socket of sockets) socket.destroy();
      }
      return `${opened} idle connections, ${times * 20} of ${times * 20} clients answered`;
    } finally {
      await killHammered(node);
      await rm(directory, { recursive: true });
    }
  },
};
