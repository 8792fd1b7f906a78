import { cidOf } from "../../records/code.js";
import type { StoredCode } from "../../records/stored-code.js";

/** A row of `code.list()`. Members that cannot be read are null, and `broken` has the reason. */
export function listedCode({ kind, id, method, broken }: StoredCode) {
  return {
    kind,
    name: method && method.name,
    version: method && method.version,
    parameters: method && (method.parameters ?? []).map(({ name }) => name).join(" "),
    id,
    cid: method && cidOf(method),
    broken,
  };
}
