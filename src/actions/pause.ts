import { setTimeout as delay } from "node:timers/promises";

const POLL_INTERVAL_MS = 200;

/** Waits between two requests to a node. Throws the signal's reason as soon as it is aborted. */
export async function pause(signal: AbortSignal, intervalMs = POLL_INTERVAL_MS): Promise<void> {
  signal.throwIfAborted();
  try {
    await delay(intervalMs, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
