import { readInfo, readInspectedCell } from "../client/read-node.js";
import { createSystemRequests } from "../client/system-requests.js";
import type { Value, ValueMap } from "../codec/value.js";
import { answerToValue } from "../ledger/answer.js";
import type { Engine } from "../node/engine.js";
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
