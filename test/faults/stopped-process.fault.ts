import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { makeTempDirectory } from "../support/temp-store.js";
import type { Fault } from "./fault.js";
import { killHammered, startSurely, transferNumber } from "./hammered-node.js";

export const fault: Fault = {
  fault: "The process is stopped for a while",
  made: "SIGSTOP in the middle of submissions, and SIGCONT after up to eight seconds",
  promise: "the node goes on: what was sent meanwhile is answered, and later transfers are committed",
  times: { full: 10, sample: 0 },
  obstacle: () => (process.platform === "win32" ? "Windows has no SIGSTOP" : null),
  async run(times, random) {
    const directory = await makeTempDirectory();
    const node = await startSurely(directory);
    try {
      for (let time = 0; time < times; time += 1) {
        const sent = node.client.sendTransaction(transferNumber(time * 10));
        process.kill(node.pid, "SIGSTOP");
        const waiting = Promise.allSettled([sent, node.client.ping()]);
        await pause(times === 1 ? 1000 : 1000 + random() * 7000);
        process.kill(node.pid, "SIGCONT");
        await waiting;
        const { height } = (await node.client.info()).last_block;
        await node.client.sendTransaction(transferNumber(time * 10 + 1));
        while ((await node.client.info()).last_block.height <= height) await pause(50);
      }
      return `${times} stops, every transfer afterwards committed`;
    } finally {
      await killHammered(node);
      await rm(directory, { recursive: true });
    }
  },
};
