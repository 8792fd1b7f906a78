import { pause } from "../../src/actions/wait.js";
import type { Context } from "../../src/cli/command.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { createProgress } from "../../src/cli/terminal/progress.js";
import { ChainError } from "../../src/codec/chain-error.js";

/** A node that does not run yet, or begins. */
const NOT_YET: ReadonlySet<string> = new Set(["unreachable", "unavailable", "busy"]);

/** Looks again until the node is ready. When the time is over, the last look counts. */
export async function waitUntilReady(
  context: Context,
  look: () => Promise<Outcome>,
  timeoutS: number,
): Promise<Outcome> {
  const signal = context.terminal.interruption();
  const progress = createProgress(context);
  const startMs = performance.now();
  try {
    for (;;) {
      const seconds = Math.floor((performance.now() - startMs) / 1000);
      const isOver = seconds >= timeoutS;
      try {
        const outcome = await look();
        if (outcome.failure === undefined || isOver) return outcome;
      } catch (error) {
        if (isOver || !(error instanceof ChainError) || !NOT_YET.has(error.kind)) throw error;
      }
      progress.show(`Waiting for the node…  ${seconds} s of ${timeoutS}`);
      await pause(signal);
    }
  } finally {
    progress.clear();
  }
}
