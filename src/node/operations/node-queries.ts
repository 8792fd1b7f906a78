import { ChainError } from "../../codec/chain-error.js";
import type { BroadcastQuery, PeerQuery, RoundQuery } from "../engine.js";
import { INSPECT } from "../../records/operations/execution-operations.js";
import { BROADCAST, PEER, ROUND } from "../../records/operations/node-operations.js";
import type { Operation } from "../../records/operations/operation.js";
import { findValueFailure } from "../../records/parameter.js";
import type { StateKind } from "../../store/store.js";
import { assertJsonReadable } from "./execution-input.js";
import { textIn, type Input } from "./input.js";

/**
 * Readers for the parameters of the node operations and of Inspect, validated as all parameters are
 * (PROTOCOL 5.9, 5.10).
 */

export function readRoundQuery(input: Input): RoundQuery {
  assertParameters(ROUND, input);
  return {
    ...chainType(input),
    ...integer(input, "height"),
    ...integer(input, "main"),
    ...integer(input, "resource"),
  };
}

export function readBroadcastQuery(input: Input): BroadcastQuery {
  assertParameters(BROADCAST, input);
  const round_key = textIn(input, "round_key");
  return { ...chainType(input), ...(round_key === undefined ? {} : { round_key }) };
}

export function readPeerQuery(input: Input): PeerQuery {
  assertParameters(PEER, input);
  const host = textIn(input, "host");
  return {
    register: flag(input, "register"),
    ...(host === undefined ? {} : { host }),
    authentication: flag(input, "authentication"),
    ...(input.caller === undefined ? {} : { caller: input.caller }),
    ...integer(input, "height"),
  };
}

export function readInspectQuery(input: Input): { readonly kind: StateKind; readonly key: string } {
  assertParameters(INSPECT, input);
  return {
    kind: textIn(input, "type") === "local" ? "local" : "universal",
    key: textIn(input, "key") ?? "",
  };
}

function assertParameters(operation: Operation, input: Input): void {
  assertJsonReadable(input);
  for (const parameter of operation.parameters) {
    const failure = findValueFailure(parameter, textIn(input, parameter.name) ?? null);
    if (failure !== null)
      throw new ChainError("PARAMETER", failure, { details: { parameter: parameter.name } });
  }
}

function chainType(input: Input): { chain_type?: string } {
  const chain_type = textIn(input, "chain_type");
  return chain_type === undefined ? {} : { chain_type };
}

/** Reads a boolean that is sent as an integer (docs/rpc.md). The text `true` is accepted too. */
function flag(input: Input, name: string): boolean {
  const text = textIn(input, name) ?? "";
  return text === "true" || toInteger(text) !== 0;
}

function integer<Name extends string>(input: Input, name: Name): { [K in Name]?: number } {
  const text = textIn(input, name);
  return text === undefined ? {} : ({ [name]: toInteger(text) } as { [K in Name]: number });
}

/**
 * Returns the integer that a text begins with, 0 when there is none (http.json, round habc): the type of an optional
 * parameter is not checked (PROTOCOL 5.10).
 */
function toInteger(text: string): number {
  const integer = Number(/^\s*[+-]?[0-9]+/.exec(text)?.[0] ?? 0);
  return Number.isSafeInteger(integer) ? integer : 0;
}
