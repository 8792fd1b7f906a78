import pLimit, { type LimitFunction } from "p-limit";

/**
 * Runs tasks one after the other, in order of arrival: only one may change a chain at a time. A task must not wait for
 * another task of its own lane.
 */
export type Lane = LimitFunction;

export function createLane(): Lane {
  return pLimit(1);
}

/** Resolves when the tasks that are waiting now have ended. */
export function settled(lane: Lane): Promise<void> {
  return lane(() => undefined);
}
