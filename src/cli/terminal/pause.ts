import { setTimeout as delay } from "node:timers/promises";

/** Waits between two questions to a node. Throws the signal's reason, `Interrupted`, as soon as the user stops it. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
