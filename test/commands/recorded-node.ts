import { createServer, type IncomingMessage, type Server } from "node:http";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, objectToValue, type Value } from "../../src/codec/value.js";
import type { Ended } from "../cli/binary.js";
import { runInProcess, type TestTerminalOptions } from "../cli/terminal-stub.js";
import { mapIn, readVector, textIn } from "../support/vectors.js";
import { listenLocally } from "../support/listen-locally.js";

/**
 * A node with a real socket that answers in the shapes of the RPC interface, from records of the public network
 * (mainnet.json).
 */
export interface RecordedNode {
  readonly url: string;
  /** The requests it received, in order: `{operation, parameters}`. */
  readonly received: readonly Received[];
  /** Sets the answer to a system request by its type: data, or the message of a refusal. */
  answer(type: string, answer: (parameters: Value) => Value): void;
  close(): Promise<void>;
}

export interface Received {
  readonly operation: string;
  readonly parameters: Value;
}

/** Thrown by an answer, to refuse with this message. */
export class Refusal extends Error {}

export async function startRecordedNode(): Promise<RecordedNode> {
  const answers = new Map<string, (parameters: Value) => Value>();
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const operation = (request.url ?? "/").slice(1);
      const parameters = await readParameters(request);
      received.push({ operation, parameters });
      const [status, body] = respond(operation, parameters, answers);
      response.writeHead(status, { "content-type": "application/json" }).end(canonicalJson(body));
    })();
  });
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: (type, answer) => answers.set(type, answer),
    close: () => close(server),
  };
}

/** Starts a node for each test of a suite. */
export function useRecordedNode(): () => RecordedNode {
  let node: RecordedNode | undefined;
  beforeEach(async () => {
    node = await startRecordedNode();
  });
  afterEach(async () => {
    await node?.close();
  });
  return () => {
    if (node === undefined) throw new TypeError("There is a node in tests only. ");
    return node;
  };
}

/** Runs commands as a user of a node, with a data directory or without one. */
export function userOf(node: () => RecordedNode, directory: () => string = () => "/nonexistent") {
  const environment = (): Record<string, string> => ({
    CHAINNODE_RPC: node().url,
    CHAINNODE_HOME: directory(),
  });
  const chainnode = (words: readonly string[], options: TestTerminalOptions = {}): Promise<Ended> =>
    runInProcess(words, { environment: environment(), ...options });
  return { environment, chainnode };
}

export const mainnet = mapIn(readVector("mainnet.json"));

function respond(
  operation: string,
  parameters: Value,
  answers: ReadonlyMap<string, (parameters: Value) => Value>,
): readonly [number, Value] {
  const request = operation === "rawrequest" ? memberOf(parameters, "request") : parameters;
  const name = operation === "rawrequest" ? textIn(memberOf(request, "type")) : operation;
  // The first block would tell the network.
  const isFirstBlock = name === "GetBlock" && memberOf(request ?? null, "target") === 1n;
  const answer = answers.get(name) ?? (isFirstBlock ? undefined : STANDARD.get(name));
  if (answer === undefined) return [404, objectToValue({ code: 404n, msg: "Api not found. " })];
  try {
    return [200, objectToValue({ code: 200n, data: answer(request ?? null), ...SIBLINGS.get(name) })];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [400, objectToValue({ code: 999n, status: "fail", msg: error.message })];
  }
}

/** What answers hold beside their data. */
const SIBLINGS = new Map([["peer", { register: false, registerResult: false, authentication: false }]]);

/** A tip but for its time. */
export const TIP = { height: 9n, previous_blockhash: "", blockhash: "", transaction_count: 1n };

const STANDARD: ReadonlyMap<string, (parameters: Value) => Value> = new Map<
  string,
  (parameters: Value) => Value
>([
  ["ping", () => []],
  ["weight", () => "414"],
  ["sendrawtransaction", addTransaction],
  // A command that sends finds every transaction in a block.
  ["GetBlock", () => objectToValue({ ...TIP, s_timestamp: 0n })],
  [
    "GetTransaction",
    () => objectToValue({ transaction: objectToValue({ type: "x" }), public_key: "", signature: "" }),
  ],
]);

/** The answer to an accepted transaction (PROTOCOL 13.7). */
export function addTransaction(parameters: Value): Value {
  const transaction = memberOf(parameters, "transaction") ?? null;
  const timestamp = memberOf(transaction, "timestamp");
  return `Transaction is added: ${timeHash(hashOf(transaction), typeof timestamp === "bigint" ? timestamp : 0)}`;
}

async function readParameters(request: IncomingMessage): Promise<Value> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("utf8");
  if (request.headers["content-type"] === "application/json") return parseJson(body);
  return objectToValue(Object.fromEntries(new URLSearchParams(body)));
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
  });
}
