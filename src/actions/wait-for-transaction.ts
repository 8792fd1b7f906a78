import { findTransaction } from "../client/find-transaction.js";
import type { Client, TransactionRecord } from "../client/index.js";
import { pause } from "./pause.js";
import * as errors from "./errors.js";

export const DEFAULT_WAIT_S = 60;

const MILLISECONDS_PER_SECOND = 1000;

export interface WaitOptions {
  readonly timeoutS: number;
  readonly signal: AbortSignal;
  /** Advice on how to wait longer. */
  readonly advice: string;
  /** Called before each pause with the seconds waited so far. */
  readonly onWait?: (seconds: number) => void;
}

/**
 * Waits until a block holds a transaction. Throws what `findTransaction` throws when none ever will, and
 * `WAIT_TIMEOUT` when the time is up.
 */
export async function waitForTransaction(
  client: Client,
  hash: string,
  { timeoutS, signal, advice, onWait }: WaitOptions,
): Promise<TransactionRecord> {
  const start = performance.now();
  for (;;) {
    const record = await findTransaction(client, hash);
    if (record !== null) return record;
    const waitedS = (performance.now() - start) / MILLISECONDS_PER_SECOND;
    if (waitedS >= timeoutS) {
      throw errors.waitTimeout({ hash, seconds: timeoutS, advice });
    }
    onWait?.(waitedS);
    await pause(signal);
  }
}
