import { readInfo, readInspectedCell } from "../client/read-node.js";
import { createSystemRequests } from "../client/system-requests.js";
import { parseJson } from "../codec/parse-json.js";
import type { Value, ValueMap } from "../codec/value.js";
import type { Answer, Engine } from "../node/engine.js";
import type { ChainClient } from "./connection.js";

/** An engine in this process, seen as a node is seen from elsewhere. */
export function createEngineClient(engine: Engine): ChainClient {
  const request = async (request: ValueMap): Promise<Value> =>
    answerToValue(await engine.request({ request }));
  return {
    request,
    info: async () => readInfo(await engine.info()),
    sendTransaction: (transaction) => engine.sendTransaction(transaction),
    weight: (transaction) => engine.weight(transaction),
    inspect: async (kind, key) => readInspectedCell(await engine.inspect(kind, key)),
    ...createSystemRequests(request),
  };
}

async function answerToValue(answer: Answer): Promise<Value> {
  if ("value" in answer) return answer.value;
  if (typeof answer.json === "string") return parseJson(answer.json);
  let text = "";
  for await (const piece of answer.json) text += piece;
  return parseJson(text);
}
