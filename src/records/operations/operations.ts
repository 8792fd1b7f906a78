import {
  INSPECT,
  RAW_REQUEST,
  REQUEST,
  SEND_RAW_TRANSACTION,
  SEND_TRANSACTION,
  WEIGHT,
} from "./execution-operations.js";
import { BROADCAST, INFO, PEER, PING, ROUND } from "./node-operations.js";
import type { Operation, OperationName } from "./operation.js";

/** Every operation with a path of its own, by name, in the order of docs/rpc.md. */
export const OPERATIONS: ReadonlyMap<OperationName, Operation> = new Map(
  [
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
  ].map((operation) => [operation.name, operation]),
);

const BY_PATH = new Map(
  [...OPERATIONS.values()].map((operation) => [operationPath(operation.name), operation]),
);

/** The path of an operation as this node writes it. It is read in any casing (PROTOCOL 13.1). */
export function operationPath(name: OperationName): string {
  return `/${name.toLowerCase()}`;
}

/** Returns the operation of a path, in any casing and with or without a slash at its end; undefined for other paths. */
export function operationAt(path: string): Operation | undefined {
  return BY_PATH.get(path) ?? BY_PATH.get(path.toLowerCase().replace(/\/$/, ""));
}
