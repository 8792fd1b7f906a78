import { parentPort } from "node:worker_threads";
import { serveDevNode } from "./serve-dev-node.js";

// A node in its own thread; the load comes from another one. As its clock stands still, no round runs during the measurement.
const { clock, url } = await serveDevNode();
parentPort?.postMessage({ url, nowUs: clock.nowUs() });
