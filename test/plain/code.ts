/** Registered code: two record formats, one method (PROTOCOL 6.1, 6.3). */
import type { Code } from "./block.js";
import { readJson } from "./json.js";
import type { Kind } from "./parameters.js";
import { isContainer, isMap, member, members, type Dictionary, type Value } from "./value.js";

export interface RegisteredCode extends Code {
  readonly kind: Kind;
  readonly name: string;
}

/** Reads a code's JSON text. Throws when its kind, name, writer or space is missing. */
export function readCode(source: string): RegisteredCode {
  const record = readJson(source);
  if (!isMap(record)) throw new TypeError("A code is a map. ");
  const isMethod = record.has("t") && !record.has("type");
  const field = (method: string, classic: string): Value => record.get(isMethod ? method : classic) ?? null;
  const [kind, name, writer, space] = [
    field("t", "type"),
    field("n", "name"),
    field("w", "writer"),
    field("s", "nonce"),
  ];
  if (kind !== "contract" && kind !== "request") throw new TypeError("A code is a contract or a request. ");
  if (typeof name !== "string" || typeof writer !== "string" || typeof space !== "string")
    throw new TypeError("Name, writer and space of a code are text. ");
  return {
    kind: kind === "contract" ? "transaction" : "request",
    name,
    writer,
    space,
    parameters: field("p", "parameters"),
    executions: isMethod ? listIn(record, "e") : classicExecutions(record, kind),
  };
}

/** `$condition` of each condition pair, then each update, or `$response` of the response. */
function classicExecutions(record: Dictionary, kind: "contract" | "request"): Value[] {
  const conditions = listIn(record, "conditions").map((pair): Value => new Map([["$condition", pair]]));
  if (kind === "contract") return [...conditions, ...listIn(record, "updates")];
  return [...conditions, new Map([["$response", [record.get("response") ?? null]]])];
}

function listIn(record: Dictionary, name: string): Value[] {
  const list = member(record, name);
  return isContainer(list) ? members(list) : [];
}
