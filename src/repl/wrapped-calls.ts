import { setImmediate } from "node:timers/promises";
import type { Client } from "../client/index.js";
import type { ConsoleConnection, Sandbox } from "./connection.js";

type Call = (...args: readonly unknown[]) => unknown;

function wrapMembers<T extends object>(object: T, wrap: (call: Call) => Call): T {
  const members = Object.entries(object).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === "function" ? wrap(member as Call) : member,
  ]);
  return Object.fromEntries(members) as T;
}

/** The connection with calls that begin only when awaited: SIGINT must leave none half begun. */
export function deferCalls(connection: ConsoleConnection): ConsoleConnection {
  const { client, admin, openChain, sandbox } = connection;
  return {
    ...connection,
    ...wrapMembers({ openChain, ...(admin === undefined ? {} : { admin }) }, defer),
    // A stream begins when it is read.
    client: { ...wrapMembers(client, defer), events: (given) => client.events(given) },
    sandbox: sandbox === null ? null : deferSandbox(sandbox),
  };
}

function deferSandbox(sandbox: Sandbox): Sandbox {
  return {
    ...wrapMembers(sandbox, defer),
    refusalOf: (hash) => sandbox.refusalOf(hash),
    impersonate: (address) => wrapMembers(sandbox.impersonate(address), defer),
  };
}

function defer(call: Call): Call {
  return async (...args) => {
    await Promise.resolve();
    return call(...args);
  };
}

interface TrackedClient {
  readonly client: Client;
  /** Waits until all calls are answered and their failures reported, also those that nothing awaits. */
  readonly settled: () => Promise<void>;
}

export function trackCalls(client: Client): TrackedClient {
  let pending = 0;
  let wake: () => void = () => undefined;
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
  return {
    client: wrapMembers(client, (call) => (...args) => {
      const answer = call(...args);
      return answer instanceof Promise ? follow(answer) : answer;
    }),
    async settled() {
      for (;;) {
        await setImmediate();
        if (pending === 0) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
