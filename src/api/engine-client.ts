import { createClientOver, type Client } from "../client/create-client.js";
import { canonicalJson } from "../codec/canonical-json.js";
import { parseJson } from "../codec/parse-json.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import { answerToValue } from "../ledger/answer.js";
import type { Engine } from "./engine.js";
import { events } from "./operations/events.js";
import { HANDLERS } from "./operations/handlers.js";

/**
 * Creates a client of an engine in this process: the same methods and answers as over HTTP, but the engine's own
 * errors. `url` is the name that the client reports.
 */
export function createEngineClient(engine: Engine, url: string): Client {
  return createClientOver(
    async ({ name }, parameters) => {
      const input = { form: new Map<string, string>(), json: throughText(parameters) };
      const answer = await HANDLERS[name](engine, input);
      return new Map<string, Value>([
        ["code", 200n],
        ["data", await answerToValue(answer)],
        ...Object.entries(answer.siblings ?? {}),
      ]);
    },
    url,
    async (query, signal) =>
      engine.events(events({ form: new Map(query), json: new Map() }, undefined), signal),
  );
}

/** Converts parameters as a connection does, which carries only canonical text (PROTOCOL 1.10). */
function throughText(parameters: ValueMap): ValueMap {
  const value = parseJson(canonicalJson(parameters));
  return isMap(value) ? value : new Map();
}
