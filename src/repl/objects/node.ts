import { memberOf, objectToValue, type Value } from "../../codec/value.js";
import type { AdminCall } from "../../ops/admin/admin-client.js";
import { readHeight } from "./arguments.js";
import type { ConsoleConnection } from "../connection.js";
import * as errors from "../errors.js";

/** `node`: the node itself. Functions for its owner throw `ADMIN_ELSEWHERE` without an admin socket. */
export function createNodeObject({ client, admin }: ConsoleConnection) {
  const ask = createAsker(admin);
  return {
    info: () => client.info(),
    ping: () => client.ping(),
    /** The open round of the main chain, or the round at a height. */
    round: async (height?: number | bigint) => client.round(heightOf(height)),
    resourceRound: async (height?: number | bigint) => client.resourceRound(heightOf(height)),
    broadcast: () => client.broadcast(),
    status: () => ask({ method: "GET", path: "/status" }),
    /** Makes blocks of what waits, where they are made on request. Returns the height. */
    mine: async () => memberOf(await ask({ method: "POST", path: "/blocks" }), "height"),
    mining: {
      status: () => ask({ method: "GET", path: "/mining" }),
      start: () => ask({ method: "POST", path: "/mining/start" }),
      stop: () => ask({ method: "POST", path: "/mining/stop" }),
    },
  };
}

export function createPeersObject({ client, admin }: ConsoleConnection) {
  const ask = createAsker(admin);
  return {
    list: async () => [...(await client.peer()).peers.values()],
    known: async () => (await client.peer()).known_hosts,
    add: (host: string) => ask({ method: "POST", path: "/peer/add", body: objectToValue({ host }) }),
    remove: (host: string) => ask({ method: "POST", path: "/peer/remove", body: objectToValue({ host }) }),
    ban: (host: string, hours?: number | bigint) =>
      ask({ method: "POST", path: "/peer/ban", body: banToAsk(host, hours) }),
    unban: (host: string) => ask({ method: "POST", path: "/peer/unban", body: objectToValue({ host }) }),
    bans: async () => memberOf(await ask({ method: "GET", path: "/peers" }), "bans"),
  };
}

/** A ban without `hours` has no end. The node refuses what is not a number of hours. */
function banToAsk(host: string, hours: number | bigint | undefined): Value {
  const isWhole = typeof hours === "bigint" || Number.isSafeInteger(hours);
  return objectToValue({ host, ...(hours === undefined ? {} : { hours: isWhole ? BigInt(hours) : "" }) });
}

/** Undefined means the open round. */
function heightOf(given: number | bigint | undefined): number | undefined {
  return given === undefined ? undefined : readHeight(given);
}

function createAsker(admin: ConsoleConnection["admin"]) {
  return async (call: AdminCall) => {
    if (admin !== undefined) return admin(call);
    throw errors.adminElsewhere();
  };
}
