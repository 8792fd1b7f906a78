import { isStateKeyPart } from "../../codec/state-key-part.js";
import { padStateKey } from "../../codec/state-key.js";
import { EMPTY } from "../../codec/value.js";
import type { REQUESTS } from "../../records/operations/system-requests.js";
import type { Answerer } from "./answerer.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import type { CodeKind } from "../../records/code-layout.js";
import { jsonMapPieces } from "../answer.js";
import { TimeSlice } from "../../base/yield-to-loop.js";
import { readPage } from "./arguments.js";

/**
 * The text of a code by state key, null when it does not exist; the empty map without a target (PROTOCOL 13.13).
 */
export const getCode: Answerer<typeof REQUESTS.GET_CODE> = async ({ store, network }, argument) => {
  const target = argument("target");
  if (typeof target !== "string" || !isStateKeyPart(target)) return { value: EMPTY };
  const prefix = argument("ctype") === "request" ? network.prefixes.request : network.prefixes.contract;
  const cell = padStateKey(prefix + target);
  return { value: new Map([[cell, (await store.readState("local", [cell])).get(cell) ?? null]]) };
};

/** A code id in an answer is padded with zeros to the length of a state key's part (http.json). */
const CODE_ID_LENGTH = 64;

/** A page of each kind, in the order of code ids (PROTOCOL 13.13). Codes are long: one is printed at a time. */
export const listCode: Answerer<typeof REQUESTS.LIST_CODE> = async ({ store, network }, argument) => {
  const page = readPage(argument("page"), argument("count"));
  const list = async (kind: CodeKind): Promise<AsyncIterable<string>> => {
    const prefix = network.prefixes[kind];
    const entries = await store.listState("local", prefix, page);
    const slice = new TimeSlice();
    const members = async function* (): AsyncGenerator<readonly [string, string]> {
      for (const { key, value } of entries) {
        yield [key.slice(prefix.length).padEnd(CODE_ID_LENGTH, "0"), canonicalJson(value)];
        if (slice.isOver) await slice.next();
      }
    };
    return jsonMapPieces(members());
  };
  const [contracts, requests] = [await list("contract"), await list("request")];
  const both = async function* (): AsyncGenerator<readonly [string, AsyncIterable<string>]> {
    yield ["contracts", contracts];
    yield ["requests", requests];
  };
  return { json: jsonMapPieces(both()) };
};

export const countCode: Answerer<typeof REQUESTS.CODE_COUNT> = async ({ registry }) => {
  const { contracts, requests } = registry.counts();
  return {
    value: new Map([
      ["contracts", BigInt(contracts)],
      ["requests", BigInt(requests)],
    ]),
  };
};
