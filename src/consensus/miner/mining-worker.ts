/** A thread of the miner. Receives orders and sends reports as messages; starts with `MiningWorkerData`. */
import { constants, setPriority } from "node:os";
import { performance } from "node:perf_hooks";
import { setImmediate, setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { createFastestKernel } from "./kernels.js";
import { SearchLoop, type SearchOrder } from "./search-loop.js";

export interface MiningWorkerData {
  readonly salt: string;
  readonly duty: number;
}

const port = parentPort;
if (port === null) throw new TypeError("The mining worker runs as a worker thread only. ");

// Linux has a priority per thread. Elsewhere this would slow down the whole node.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

const { salt, duty } = workerData as MiningWorkerData;
const loop = new SearchLoop({
  kernel: await createFastestKernel(),
  salt,
  duty,
  report: (report) => port.postMessage(report),
  now: () => performance.now(),
  pause: async (milliseconds) => (milliseconds > 0 ? setTimeout(milliseconds) : setImmediate()),
});
port.on("message", (order: SearchOrder | null) => void loop.take(order));
