import { ChainError } from "../codec/chain-error.js";
import { canonicalJson } from "../codec/canonical-json.js";
import type { Value, ValueMap } from "../codec/value.js";
import { OPERATIONS } from "../records/operations/operations.js";
import type { OperationName } from "../records/operations/operation.js";
import { readReceipt } from "../records/receipt.js";
import { signTransaction, type SignedTransaction } from "../records/transaction.js";
import type {
  Info,
  InspectedCell,
  MainBlockSummary,
  MainBroadcast,
  Peers,
  Receipt,
  ResourceBlockSummary,
  Round,
} from "./answers.js";
import { malformed, mapOf, toText } from "./fields.js";
import { readMainBlockSummary, readResourceBlockSummary } from "./read-blocks.js";
import { readNodeAddress } from "./node-address.js";
import { readInfo, readInspectedCell, readMainBroadcast, readPeers, readRound } from "./read-node.js";
import { createSystemRequests, type SystemRequests } from "./system-requests.js";
import { createTransport, type Transport, type TransportOptions } from "./transport.js";

export interface ClientOptions extends TransportOptions {
  /**
   * The node's address, as `http://127.0.0.1:9900`, or `https://user:password@host` for a proxy that asks for
   * credentials.
   */
  readonly url: string;
}

/**
 * A client of a node's HTTP interface (docs/rpc.md), with the fifteen system requests as methods. Every method throws a
 * `ChainError`: kind "unreachable" when no node answers, "refused" with the node's message when it refuses. Works with
 * 2.1 nodes, as far as they have the operation.
 */
export interface Client extends SystemRequests {
  /** The node's address, without credentials. */
  readonly url: string;
  /** Calls any operation with any parameters and returns the answer's `data` unchanged. */
  call(name: OperationName, parameters: ValueMap): Promise<Value>;
  /** The same, but returns the whole answer with the members beside `data`. */
  send(name: OperationName, parameters: ValueMap): Promise<ValueMap>;

  ping(): Promise<void>;
  info(): Promise<Info>;
  peer(query?: PeerOptions): Promise<Peers>;
  round(height?: number): Promise<Round<MainBlockSummary>>;
  resourceRound(height?: number): Promise<Round<ResourceBlockSummary>>;
  broadcast(roundKey?: string): Promise<MainBroadcast>;
  resourceBroadcast(roundKey?: string): Promise<ReadonlyMap<string, Receipt>>;

  /** Runs a system request or registered request: a map with `type` and its parameters. */
  request(request: ValueMap): Promise<Value>;
  /** Returns the transaction's hash. */
  sendTransaction(transaction: SignedTransaction): Promise<string>;
  /** Signs a map with `type`, `timestamp` and the contract's parameters, and sends it. Returns its hash. */
  signAndSend(transaction: ValueMap, privateKey: string): Promise<string>;
  weight(transaction: SignedTransaction): Promise<bigint>;
  inspect(kind: "universal" | "local", key: string): Promise<InspectedCell>;
}

export interface PeerOptions {
  /** A host to offer the node as a peer. */
  readonly register?: string;
  /** Ask for the node's signed statement, over the resource block of this height if one is given. */
  readonly authentication?: boolean | { readonly height: number };
}

/** Throws `NODE_URL`, kind "usage", when the address is invalid. */
export function createClient(options: ClientOptions): Client {
  const address = readNodeAddress(options.url);
  return createClientOver(createTransport(address, options), address.url);
}

/** The same over another transport. */
export function createClientOver(transport: Transport, url: string): Client {
  async function ask(name: OperationName, parameters: Parameters): Promise<ValueMap> {
    const operation = OPERATIONS.get(name);
    if (operation === undefined) throw unknownOperation(name);
    return transport(operation, parametersToMap(parameters));
  }
  async function call(name: OperationName, parameters: Parameters = {}): Promise<Value> {
    return (await ask(name, parameters)).get("data") ?? null;
  }
  async function request(request: ValueMap): Promise<Value> {
    return call("RawRequest", { request });
  }
  async function sendTransaction(tx: SignedTransaction): Promise<string> {
    const { transaction, public_key, signature } = tx;
    const added = await call("SendRawTransaction", { transaction, public_key, signature });
    return toText(added, "data").replace(/^Transaction is added: /, "");
  }
  const resource = { chain_type: "resource" };

  return {
    url,
    call: async (name, parameters) => call(name, Object.fromEntries(parameters)),
    send: async (name, parameters) => ask(name, Object.fromEntries(parameters)),
    async ping() {
      await ask("Ping", {});
    },
    info: async () => readInfo(await call("Info")),
    peer: async (query = {}) => readPeers(await ask("Peer", peerParameters(query))),
    round: async (height) =>
      readRound(await call("Round", { height: integer(height) }), readMainBlockSummary),
    resourceRound: async (height) =>
      readRound(await call("Round", { ...resource, height: integer(height) }), readResourceBlockSummary),
    broadcast: async (roundKey) => readMainBroadcast(await call("Broadcast", { round_key: roundKey })),
    resourceBroadcast: async (roundKey) =>
      mapOf(await call("Broadcast", { ...resource, round_key: roundKey }), "receipts", readReceipt),
    request,
    sendTransaction,
    signAndSend: async (transaction, privateKey) => sendTransaction(signTransaction(transaction, privateKey)),
    async weight({ transaction, public_key, signature }) {
      const data = await call("Weight", { transaction: canonicalJson(transaction), public_key, signature });
      return readWeight(data);
    },
    inspect: async (kind, key) => readInspectedCell(await call("Inspect", { type: kind, key })),
    ...createSystemRequests((asked) => ask("RawRequest", { request: asked })),
  };
}

/** Parameters by name; undefined ones are left out. */
type Parameters = Readonly<Record<string, Value | undefined>>;

function parametersToMap(parameters: Parameters): ValueMap {
  const map = new Map<string, Value>();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) map.set(name, value);
  return map;
}

function peerParameters({ register, authentication = false }: PeerOptions): Parameters {
  const height = typeof authentication === "object" ? authentication.height : undefined;
  return {
    ...(register === undefined ? {} : { register: 1n, host: register }),
    ...(authentication === false ? {} : { authentication: 1n, height: integer(height) }),
  };
}

function integer(number: number | undefined): bigint | undefined {
  return number === undefined ? undefined : BigInt(number);
}

function readWeight(data: Value): bigint {
  return typeof data === "string" && /^[0-9]+$/.test(data) ? BigInt(data) : malformed("data", "a weight");
}

function unknownOperation(name: string): ChainError {
  return new ChainError("OPERATION_UNKNOWN", `There is no operation ${name}. `, { kind: "usage" });
}
