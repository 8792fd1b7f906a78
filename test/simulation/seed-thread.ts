import { register } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { rememberSignatures } from "../support/remembered-signatures.js";
import type { SeedOrder } from "./seed-run.js";
import { REMOVABLE_RULES } from "./weakened.js";

/** What a thread is started with. */
export interface SeedThreadData {
  /** The number of the local rule that its nodes lack, if any. */
  readonly without: string | null;
}

const { without } = workerData as SeedThreadData;
rememberSignatures();
// Before the modules of the node are loaded.
if (without !== null)
  register(new URL("weaken-hooks.js", import.meta.url), { data: REMOVABLE_RULES[without]?.edits ?? [] });
const { runSeed } = await import("./seed-run.js");

/** A thread that runs seeds one at a time. */
parentPort?.on("message", (order: SeedOrder) => {
  void runSeed(order).then((result) => parentPort?.postMessage(result));
});
