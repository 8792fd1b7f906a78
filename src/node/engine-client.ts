import { createClientOver, type Client } from "../client/create-client.js";
import { canonicalJson } from "../codec/canonical-json.js";
import { parseJson } from "../codec/parse-json.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import { answerToValue } from "../ledger/answer.js";
import type { Engine } from "./engine.js";
import { HANDLERS } from "./operations/handlers.js";

/**
 * The client of an engine in this process: the same methods and the same answers as over HTTP, and the engine's own
 * errors. `url` is what the client calls it.
 */
export function createEngineClient(engine: Engine, url: string): Client {
  return createClientOver(async ({ name }, parameters) => {
    const input = { form: new Map<string, string>(), json: throughText(parameters) };
    const answer = await HANDLERS[name](engine, input);
    return new Map<string, Value>([
      ["code", 200n],
      ["data", await answerToValue(answer)],
      ...Object.entries(answer.siblings ?? {}),
    ]);
  }, url);
}

/** As over a wire, where only canonical text gets through (PROTOCOL 1). */
function throughText(parameters: ValueMap): ValueMap {
  const value = parseJson(canonicalJson(parameters));
  return isMap(value) ? value : new Map();
}
