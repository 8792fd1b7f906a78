import { rm } from "node:fs/promises";
import { RawSocket } from "../rpc/support/raw-socket.js";
import { generateRequest } from "../rpc/support/malformed-requests.js";
import { makeTempDirectory } from "../support/temp-store.js";
import type { Fault, Random } from "./fault.js";
import { killHammered, startSurely, type HammeredNode } from "./hammered-node.js";
import { LONG_RUN, watchLoad } from "./watched-load.js";

const LANES = 8;

export const fault: Fault = {
  fault: "Hostile requests",
  made: `${LANES} lanes send generated requests to the real process: cut, smuggled and oversized headers and bodies, deep and wide JSON, wrong encodings and lengths`,
  promise: "no crash, no 5xx, memory under 300 MB, /ping beside them under 250 ms at p99 of a full run",
  times: { full: 100_000, sample: 300 },
  obstacle: () => (process.platform === "linux" ? null : "memory is read from /proc"),
  async run(times, random) {
    const directory = await makeTempDirectory();
    const node = await startSurely(directory);
    try {
      const work = { left: times };
      const lanes = (): Promise<unknown> =>
        Promise.all(Array.from({ length: LANES }, () => lane(node, work, random)));
      const figures = await watchLoad(node, lanes, { isTimed: times >= LONG_RUN });
      return `${times} requests, ${figures}`;
    } finally {
      await killHammered(node);
      await rm(directory, { recursive: true });
    }
  },
};

async function lane({ url }: HammeredNode, work: { left: number }, random: Random): Promise<void> {
  while (work.left > 0) {
    work.left -= 1;
    const { bytes, isFramed } = generateRequest(random);
    const socket = await RawSocket.open(url);
    socket.write(Buffer.from(bytes, "latin1"));
    if (!isFramed) socket.end();
    await socket.untilClosed();
    if (/HTTP\/1\.1 5\d\d /.test(socket.received))
      throw new Error(`${JSON.stringify(bytes.slice(0, 1000))} gave ${socket.received.slice(0, 300)}`);
  }
}
