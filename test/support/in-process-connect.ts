import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { createClientOver } from "../../src/client/create-client.js";
import { readEnvelope } from "../../src/client/exchange.js";
import type { Engine } from "../../src/api/engine.js";
import type { Connect } from "../../src/peers/transport/host.js";
import { HANDLERS } from "../../src/api/operations/handlers.js";
import { answerToBody } from "../../src/rpc/send-answer.js";
import { isMap } from "../../src/codec/value.js";

/** Connects to the engines of this process by host. Other hosts do not answer. */
export function inProcessConnect(engines: ReadonlyMap<string, Engine>): Connect {
  return (host) =>
    createClientOver(async (operation, parameters) => {
      const engine = engines.get(host);
      if (engine === undefined) {
        throw new ChainError("UNREACHABLE", `No node answers at ${host}. `, { kind: "unreachable" });
      }
      // Only canonical text is passed, as over HTTP.
      const json = parseJson(canonicalJson(parameters));
      const answer = await HANDLERS[operation.name](engine, {
        form: new Map(),
        json: isMap(json) ? json : new Map(),
      });
      const pieces: Buffer[] = [];
      const body = answerToBody(answer);
      for await (const piece of typeof body === "string" ? [body] : (body as AsyncIterable<Buffer>))
        pieces.push(Buffer.from(piece));
      return readEnvelope(200, Buffer.concat(pieces), host);
    }, host);
}
