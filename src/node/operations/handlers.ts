import { EMPTY, type Value } from "../../codec/value.js";
import type { Answer, Engine } from "../engine.js";
import type { OperationName } from "../../records/operations/operation.js";
import {
  assertJsonReadable,
  formSignedInput,
  formValue,
  rawSignedInput,
  rawValue,
} from "./execution-input.js";
import { valueIn, type Input } from "./input.js";
import { readBroadcastQuery, readInspectQuery, readPeerQuery, readRoundQuery } from "./node-queries.js";

/**
 * Calls the engine for one operation (PROTOCOL 13.6, 13.7, 13.8). Throws the engine's errors, or why a parameter is
 * invalid.
 */
export type Handler = (engine: Engine, input: Input) => Promise<Answer>;

export const HANDLERS: Readonly<Record<OperationName, Handler>> = {
  Ping: async () => PONG,
  Info: async (engine) => ofValue(await engine.info()),
  async Peer(engine, input) {
    const { data, ...siblings } = await engine.peer(readPeerQuery(input));
    const { register, registerResult, authentication } = siblings;
    return { ...ofValue(data), siblings: { register, registerResult, authentication } };
  },
  Round: async (engine, input) => ofValue(await engine.round(readRoundQuery(input))),
  Broadcast: (engine, input) => engine.broadcast(readBroadcastQuery(input)),
  async Request(engine, input) {
    assertJsonReadable(input);
    return request(engine, input, await formValue(input, "request"));
  },
  RawRequest: async (engine, input) => request(engine, input, await rawValue(input, "request")),
  SendTransaction: async (engine, input) => added(await engine.sendTransaction(await formSignedInput(input))),
  SendRawTransaction: async (engine, input) =>
    added(await engine.sendTransaction(await rawSignedInput(input))),
  Weight: async (engine, input) => ofValue(String(await engine.weight(await formSignedInput(input)))),
  async Inspect(engine, input) {
    const { kind, key } = readInspectQuery(input);
    return ofValue(await engine.inspect(kind, key));
  },
};

const PONG: Answer = { value: EMPTY };

function ofValue(value: Value): Answer {
  return { value };
}

function added(hash: string): Answer {
  return ofValue(`Transaction is added: ${hash}`);
}

function request(engine: Engine, input: Input, asked: Value | undefined): Promise<Answer> {
  return engine.request({
    request: asked,
    public_key: valueIn(input, "public_key"),
    signature: valueIn(input, "signature"),
  });
}
