import { setTimeout as delay } from "node:timers/promises";

/** The interval between two requests to a node. */
const POLL_INTERVAL_MS = 200;

/** Waits until a node may have something new. Throws the signal's reason when it is aborted. */
export async function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    await delay(POLL_INTERVAL_MS, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
