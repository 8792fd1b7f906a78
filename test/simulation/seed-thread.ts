import { parentPort } from "node:worker_threads";
import { rememberSignatures } from "../support/remembered-signatures.js";
import { runSeed, type SeedOrder } from "./seed-run.js";

rememberSignatures();

/** A thread that runs seeds one at a time. */
parentPort?.on("message", (order: SeedOrder) => {
  void runSeed(order).then((result) => parentPort?.postMessage(result));
});
