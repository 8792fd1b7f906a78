import type { ConsoleConnection } from "./connection.js";
import type { Sandbox } from "./connection.js";

type Call<A extends readonly unknown[], T> = (...args: A) => Promise<T>;

/**
 * Returns the same connection with calls that begin only when the statement awaits. SIGINT ends a running statement
 * anywhere, and must not leave a call half begun.
 */
export function deferCalls(connection: ConsoleConnection): ConsoleConnection {
  const { client, admin, openChain, sandbox } = connection;
  return {
    ...connection,
    client: deferMembers(client),
    openChain: defer(openChain),
    ...(admin === undefined ? {} : { admin: defer(admin) }),
    sandbox: sandbox === null ? null : deferSandbox(sandbox),
  };
}

function deferSandbox(sandbox: Sandbox): Sandbox {
  return {
    ...deferMembers(sandbox),
    refusalOf: (hash) => sandbox.refusalOf(hash),
    impersonate: (address) => deferMembers(sandbox.impersonate(address)),
  };
}

/** Defers the functions of an object, all of which return promises. */
function deferMembers<T extends object>(object: T): T {
  const members = Object.entries(object).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === "function" ? defer(member as Call<readonly unknown[], unknown>) : member,
  ]);
  return Object.fromEntries(members) as T;
}

function defer<A extends readonly unknown[], T>(call: Call<A, T>): Call<A, T> {
  return async (...args) => {
    await Promise.resolve();
    return call(...args);
  };
}
