import type { ChainError } from "../codec/chain-error.js";
import { isList, type ValueMap } from "../codec/value.js";
import type { Code } from "../contract/code.js";
import { findPlace } from "../contract/source-map.js";
import type { Method } from "../records/code.js";
import { debuggedText, type Debugged } from "../replay/trial/debugged.js";
import { sitesOf } from "../records/site-paths.js";

/** Adds the places of the conditions with its message, as `at`, and what `debug` labels, as `debugged`. */
export function withPlaces(
  refusal: ChainError,
  {
    code,
    method,
    debugged,
  }: { readonly code: Code; readonly method: Method; readonly debugged: readonly Debugged[] },
): ChainError {
  const places = [...sitesOf(method, code.record)]
    .filter(
      ([expression, { operator }]) => operator === "condition" && messageOf(expression) === refusal.message,
    )
    .flatMap(([, { path }]) => findPlace(code.places, path) ?? [])
    .map(({ file, line, column }) => `${file}:${line}:${column}`);
  const details = {
    ...(places.length > 0 && { at: [...new Set(places)].join(" ") }),
    ...(debugged.length > 0 && { debugged: debugged.map(debuggedText).join("; ") }),
  };
  return Object.keys(details).length === 0 ? refusal : refusal.with({ details });
}

function messageOf(expression: ValueMap): unknown {
  const args = expression.get("$condition");
  return isList(args) ? args[1] : undefined;
}
