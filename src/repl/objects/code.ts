import type { Client, ListPage } from "../../client/index.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import { parseJson } from "../../codec/parse-json.js";
import type { Value } from "../../codec/value.js";
import type { CodeKind } from "../../records/code.js";
import { checkCode, type Finding } from "../../vm/machine.js";
import { toValue } from "../to-value.js";

/** `code`: what is registered on the chain, and what could be. */
export function createCodeObject(client: Client) {
  return {
    /** The record of a code by its id, null when none is registered. */
    async get(id: string, kind?: CodeKind): Promise<Value> {
      const text = await client.getCode(id, kind);
      return text === null ? null : parseJson(text);
    },
    list: (page: ListPage) => client.listCode(page),
    count: () => client.codeCount(),
    /** What is wrong with a record before it is registered; an empty list when nothing is. */
    check: (record: unknown): readonly Finding[] => checkCode(canonicalJson(toValue(record))),
  };
}
