import { cidOf } from "../../records/code.js";
import type { StoredCode } from "../../records/stored-code.js";

/** A line of `code.list()`: what cannot be read is null, and `broken` says why. */
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
