import { messageOutcome } from "../src/cli/output/outcome.js";
import type { Command, Context } from "../src/cli/command.js";
import { memberOf } from "../src/codec/value.js";
import { INTEGER, objectOf } from "../src/records/operations/json-schema.js";
import { pause } from "../src/actions/wait.js";
import * as errors from "./errors.js";

const POLL_INTERVAL_MS = 50;
/** A node finishes its block and the answers in progress before it stops; this allows for that. */
const PATIENCE_MS = 15_000;

export const command: Command = {
  summary: "stop the node of the data directory and wait until it has exited",
  description: ["As after SIGTERM, the node seals or stores the transactions it has accepted, then exits."],
  worksWithoutFile: true,
  examples: ["chainnode stop"],
  result: objectOf({ pid: INTEGER }),
  async run(context) {
    const pid = Number(memberOf(await context.workspace.admin({ method: "GET", path: "/status" }), "pid"));
    await context.workspace.admin({ method: "POST", path: "/stop" });
    await waitForEnd(context, pid);
    return messageOutcome({ pid: BigInt(pid) }, `The node, process ${pid}, has stopped.`);
  },
};

async function waitForEnd({ terminal }: Context, pid: number): Promise<void> {
  const signal = terminal.interruption();
  const deadline = performance.now() + PATIENCE_MS;
  while (isRunning(pid)) {
    if (performance.now() > deadline) throw errors.nodeStopping({ pid });
    await pause(signal, POLL_INTERVAL_MS);
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
