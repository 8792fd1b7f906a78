import { parentPort } from "node:worker_threads";
import { runSeed, type SeedOrder } from "./seed-run.js";

/** A thread that runs seeds one at a time. */
parentPort?.on("message", (order: SeedOrder) => {
  void runSeed(order).then((result) => parentPort?.postMessage(result));
});
