import type { ChainError } from "../codec/chain-error.js";
import { isList, type ValueMap } from "../codec/value.js";
import type { Code } from "../contract/code.js";
import { findPlace } from "../contract/source-map.js";
import type { Method } from "../records/code.js";
import { sitesOf } from "../records/site-paths.js";

/** Adds the places of the conditions with its message, as `at`. Unchanged without any. */
export function withPlaces(refusal: ChainError, code: Code, method: Method): ChainError {
  const places = [...sitesOf(method, code.record)]
    .filter(
      ([expression, { operator }]) => operator === "condition" && messageOf(expression) === refusal.message,
    )
    .flatMap(([, { path }]) => findPlace(code.places, path) ?? [])
    .map(({ file, line, column }) => `${file}:${line}:${column}`);
  return places.length === 0 ? refusal : refusal.with({ details: { at: [...new Set(places)].join(" ") } });
}

function messageOf(expression: ValueMap): unknown {
  const args = expression.get("$condition");
  return isList(args) ? args[1] : undefined;
}
