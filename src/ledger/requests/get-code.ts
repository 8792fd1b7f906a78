import { padStateKey } from "../../codec/state-key.js";
import { isStateKeyPart } from "../../codec/state-key-part.js";
import { EMPTY } from "../../codec/value.js";
import type { GET_CODE } from "../../records/operations/requests/get-code.js";
import type { Answerer } from "./answerer.js";

/**
 * The text of a code by state key, null when it does not exist; the empty map without a target (PROTOCOL 13.13).
 */
export const getCode: Answerer<typeof GET_CODE> = async ({ store, network }, argument) => {
  const target = argument("target");
  if (typeof target !== "string" || !isStateKeyPart(target)) return { value: EMPTY };
  const prefix = argument("ctype") === "request" ? network.prefixes.request : network.prefixes.contract;
  const cell = padStateKey(prefix + target);
  return { value: new Map([[cell, (await store.readState("local", [cell])).get(cell) ?? null]]) };
};
