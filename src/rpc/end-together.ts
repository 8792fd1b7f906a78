import type { ServerResponse } from "node:http";

/** More are not kept waiting, however long the turn lasts. */
const MAX_WAITING = 16;

const waiting: (readonly [response: ServerResponse, body: string])[] = [];

/**
 * Ends a response with the others of this turn of the event loop, one right after the other. A write wakes a client that
 * waits on the same machine, which may take longer than the answer; a client that is awake reads the next ones at once.
 */
export function endTogether(response: ServerResponse, body: string): void {
  waiting.push([response, body]);
  if (waiting.length >= MAX_WAITING) endWaiting();
  else if (waiting.length === 1) setImmediate(endWaiting);
}

function endWaiting(): void {
  for (const [response, body] of waiting.splice(0)) response.end(body);
}
