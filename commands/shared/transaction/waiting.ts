import type { OptionSpec } from "../../../src/cli/command.js";
import type { Context } from "../../../src/cli/context.js";
import type { Input } from "../../../src/cli/input/input.js";
import { pause } from "../../../src/cli/terminal/pause.js";
import { createProgress } from "../../../src/cli/terminal/progress.js";
import { findTransaction } from "../../../src/client/find-transaction.js";
import type { TransactionRecord } from "../../../src/client/index.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { openRunningClient } from "../node/node.js";

export const WAIT_OPTIONS: readonly OptionSpec[] = [
  { name: "timeout", placeholder: "seconds", description: "how long to wait at most; 60 when left out" },
];

const DEFAULT_TIMEOUT_S = 60;
const MAX_TIMEOUT_S = 86_400;
const MILLISECONDS_PER_SECOND = 1000;

/** The timeout in seconds. */
export function waitTimeout(input: Input): number {
  return input.integer("timeout", 0, MAX_TIMEOUT_S) ?? DEFAULT_TIMEOUT_S;
}

/**
 * Waits until the chain holds a transaction. Throws what `findTransaction` throws when it never will, and
 * `WAIT_TIMEOUT` when the time is up.
 */
export async function waitForTransaction(
  context: Context,
  hash: string,
  timeoutS: number,
): Promise<TransactionRecord> {
  const client = await openRunningClient(context);
  const signal = context.terminal.interruption();
  const progress = createProgress(context, () => performance.now());
  const start = performance.now();
  const waitedS = (): number => (performance.now() - start) / MILLISECONDS_PER_SECOND;
  try {
    for (;;) {
      const record = await findTransaction(client, hash);
      if (record !== null) return record;
      if (waitedS() >= timeoutS) throw waitedTooLong(hash, timeoutS);
      progress.show(`Waiting for a block…  ${Math.floor(waitedS())} s of ${timeoutS}`);
      await pause(signal);
    }
  } finally {
    progress.clear();
  }
}

function waitedTooLong(hash: string, timeoutS: number): ChainError {
  return new ChainError("WAIT_TIMEOUT", "The transaction is in no block yet. ", {
    kind: "unavailable",
    details: { hash, seconds: timeoutS },
    advice: "Wait longer: chainnode tx wait <hash> --timeout <seconds>",
  });
}
