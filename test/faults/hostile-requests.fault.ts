import { rm } from "node:fs/promises";
import { RawSocket } from "../rpc/support/raw-socket.js";
import { generateRequest } from "../rpc/support/malformed-requests.js";
import { makeTempDirectory } from "../support/temp-store.js";
import type { Fault, Random } from "./fault.js";
import { killHammered, residentBytes, startSurely, type HammeredNode } from "./hammered-node.js";

const LANES = 8;
const MEMORY_LIMIT = 300 * 1024 * 1024;
const PING_LIMIT_MS = 250;

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
      const work = { left: times, most: 0, isOver: false };
      const pings = pingBeside(node, work);
      await Promise.all(Array.from({ length: LANES }, () => lane(node, work, random)));
      work.isOver = true;
      const times99 = (await pings).toSorted((a, b) => a - b);
      const p99 = times99[Math.floor(times99.length * 0.99)] ?? 0;
      const megabytes = Math.round(work.most / 1e6);
      if (work.most > MEMORY_LIMIT) throw new Error(`The node took ${megabytes} MB. `);
      // A short run on a busy machine says nothing about speed.
      if (times >= 10_000 && p99 > PING_LIMIT_MS)
        throw new Error(`/ping took ${Math.round(p99)} ms at p99. `);
      return `${times} requests, at most ${megabytes} MB, /ping ${Math.round(p99)} ms at p99`;
    } finally {
      await killHammered(node);
      await rm(directory, { recursive: true });
    }
  },
};

interface Work {
  left: number;
  most: number;
  isOver: boolean;
}

async function lane({ url }: HammeredNode, work: Work, random: Random): Promise<void> {
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

/** Asks for a sign of life all the time. Resolves to how long each took, ms. */
async function pingBeside(node: HammeredNode, work: Work): Promise<readonly number[]> {
  const times: number[] = [];
  while (!work.isOver) {
    const begin = performance.now();
    await node.client.ping();
    times.push(performance.now() - begin);
    work.most = Math.max(work.most, await residentBytes(node.pid));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
}
