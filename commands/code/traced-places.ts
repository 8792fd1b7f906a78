import { canonicalJson } from "../../src/codec/canonical-json.js";
import { findPlace } from "../../src/contract/source-map.js";
import { parseCode, type Method } from "../../src/records/code.js";
import { sitesOf } from "../../src/records/site-paths.js";
import type { TraceCall } from "../../src/vm/machine.js";
import { placeText } from "./code-check.js";
import type { CodeSource } from "./code-files.js";

/** Where a source builds a call of a trace, as `token.ts:33:5`; undefined when it has no such call. */
type PlaceOfCall = (call: TraceCall) => string | undefined;

/** Finds the source of a method: the one with the same executions. Without such a source its calls have no place. */
export function placesOf(method: Method, sources: readonly CodeSource[]): PlaceOfCall {
  const executions = canonicalJson(method.executions);
  const source = sources.find(({ text, places }) => {
    const { kind, name, executions: own } = parseCode(text);
    return (
      places.size > 0 && kind === method.kind && name === method.name && canonicalJson(own) === executions
    );
  });
  if (source === undefined) return () => undefined;
  const sites = sitesOf(method, source.record);
  return ({ expression }) => {
    const site = sites.get(expression);
    const place = site && findPlace(source.places, site.path);
    return place && placeText(place, source.file);
  };
}
