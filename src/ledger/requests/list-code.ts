import { mapToValue, type Value } from "../../codec/value.js";
import type { CodeKind } from "../../records/code-layout.js";
import type { LIST_CODE } from "../../records/operations/requests/list-code.js";
import type { Answerer } from "./answerer.js";
import { readPage } from "./arguments.js";

/** A code id in an answer is padded with zeros to the length of a state key's part (http.json). */
const CODE_ID_LENGTH = 64;

/** A page of each kind, in the order of code ids (PROTOCOL 13.13). */
export const listCode: Answerer<typeof LIST_CODE> = async ({ store, network }, argument) => {
  const page = readPage(argument("page"), argument("count"));
  const list = async (kind: CodeKind): Promise<Value> => {
    const prefix = network.prefixes[kind];
    const entries = await store.listState("local", prefix, page);
    return mapToValue(
      new Map(entries.map(({ key, value }) => [key.slice(prefix.length).padEnd(CODE_ID_LENGTH, "0"), value])),
    );
  };
  return {
    value: new Map([
      ["contracts", await list("contract")],
      ["requests", await list("request")],
    ]),
  };
};
