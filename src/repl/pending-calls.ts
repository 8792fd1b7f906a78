import { setImmediate } from "node:timers/promises";
import type { Client } from "../client/index.js";

/** A client that tracks its pending calls. */
export interface TrackedClient {
  readonly client: Client;
  /**
   * Waits until all calls are answered, also those that nothing awaits, and until their failures have been reported.
   */
  readonly settled: () => Promise<void>;
}

type Call = (...args: readonly unknown[]) => unknown;

export function trackCalls(client: Client): TrackedClient {
  let pending = 0;
  let wake: () => void = () => undefined;
  const track =
    (call: Call): Call =>
    (...args) => {
      const answer = call(...args);
      return answer instanceof Promise ? follow(answer) : answer;
    };
  // The caller gets only this promise, so a failure that it does not await is unhandled.
  const follow = async (answer: Promise<unknown>): Promise<unknown> => {
    pending += 1;
    try {
      return await answer;
    } finally {
      pending -= 1;
      wake();
    }
  };
  const members = Object.entries(client).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === "function" ? track(member as Call) : member,
  ]);
  return {
    client: Object.fromEntries(members) as Client,
    async settled() {
      for (;;) {
        await setImmediate();
        if (pending === 0) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
