import { BROADCAST } from "./broadcast.js";
import { LIST_CALLS, LIST_CELLS, OVERVIEW, SEARCH, STATISTICS } from "./explorer.js";
import type { EVENTS } from "./events.js";
import { HISTORY, INSPECT, STATE_AT } from "./state.js";
import { INFO, PEER, PING, ROUND } from "./node.js";
import type { Operation } from "./operation.js";
import { RAW_REQUEST, REQUEST } from "./requests.js";
import { SEND_RAW_TRANSACTION, SEND_TRANSACTION, WEIGHT } from "./transactions.js";
import { TRACE, WHAT_IF } from "./trial.js";

export const NODE_OPERATIONS = {
  PING,
  INFO,
  PEER,
  ROUND,
  BROADCAST,
  REQUEST,
  RAW_REQUEST,
  SEND_TRANSACTION,
  SEND_RAW_TRANSACTION,
  WEIGHT,
  INSPECT,
  STATE_AT,
  TRACE,
  WHAT_IF,
  HISTORY,
  LIST_CELLS,
  LIST_CALLS,
  STATISTICS,
  SEARCH,
  OVERVIEW,
} as const satisfies Readonly<Record<string, Operation>>;
const DEFINITIONS = Object.values(NODE_OPERATIONS);

export type OperationName = (typeof DEFINITIONS)[number]["name"];
export type KnownOperation = Operation & { readonly name: OperationName };

/** Every operation with a path of its own, by name, in the order of docs/rpc.md. */
export const OPERATIONS: ReadonlyMap<OperationName, KnownOperation> = new Map(
  DEFINITIONS.map((definition) => [definition.name, definition]),
);

const BY_PATH: ReadonlyMap<string, KnownOperation> = new Map(
  DEFINITIONS.map((definition) => [operationPath(definition.name), definition]),
);

/** The path of an operation as this node writes it. It is read in any casing (PROTOCOL 13.1). */
export function operationPath(name: OperationName | typeof EVENTS.name): string {
  return `/${name.toLowerCase()}`;
}

/** Returns the operation of a path, in any casing and with or without a slash at its end; undefined for other paths. */
export function operationAt(path: string): KnownOperation | undefined {
  return BY_PATH.get(path) ?? BY_PATH.get(path.toLowerCase().replace(/\/$/, ""));
}
