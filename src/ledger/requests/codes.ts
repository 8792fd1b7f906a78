import { isStateKeyPart, padStateKey } from "../../codec/state-key.js";
import { EMPTY, mapToValue, type Value } from "../../codec/value.js";
import type { CodeKind } from "../../records/code.js";
import { readPage } from "./arguments.js";
import type { Answerer } from "./answerer.js";

/** A code id in an answer is padded with zeros to the length of a state key's part (http.json). */
const CODE_ID_LENGTH = 64;

/**
 * GetCode: the text of a code by state key, null when it does not exist; the empty map without a target
 * (PROTOCOL 13.13).
 */
export const getCode: Answerer = async ({ store, network }, argument) => {
  const target = argument("target");
  if (typeof target !== "string" || !isStateKeyPart(target)) return { value: EMPTY };
  const prefix = argument("ctype") === "request" ? network.prefixes.request : network.prefixes.contract;
  const cell = padStateKey(prefix + target);
  return { value: new Map([[cell, (await store.readState("local", [cell])).get(cell) ?? null]]) };
};

/** ListCode: a page of each kind, in the order of code ids (PROTOCOL 13.13). */
export const listCode: Answerer = async (context, argument) => {
  const page = readPage(argument("page"), argument("count"));
  const list = async (kind: CodeKind): Promise<Value> => {
    const prefix = context.network.prefixes[kind];
    const entries = await context.store.listState("local", prefix, page);
    return mapToValue(new Map(entries.map(({ key, value }) => [codeId(key, prefix), value])));
  };
  return {
    value: new Map([
      ["contracts", await list("contract")],
      ["requests", await list("request")],
    ]),
  };
};

/** CodeCount: how many codes of each kind are registered. */
export const codeCount: Answerer = async ({ registry }) => {
  const { contracts, requests } = registry.counts();
  return {
    value: new Map([
      ["contracts", BigInt(contracts)],
      ["requests", BigInt(requests)],
    ]),
  };
};

function codeId(key: string, prefix: string): string {
  return key.slice(prefix.length).padEnd(CODE_ID_LENGTH, "0");
}
