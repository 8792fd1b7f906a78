import { setImmediate } from "node:timers/promises";
import type { Client } from "../client/index.js";

/** A client that knows how many of its calls are not answered yet. */
export interface TrackedClient {
  readonly client: Client;
  /** Waits until all are answered, also those that nobody awaits, and until their failures have been heard of. */
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
  // Whoever called is given this one promise: if they do not await it, nobody does.
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
