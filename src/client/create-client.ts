import { publicKeyToAddress, ZERO_ADDRESS } from "../codec/address.js";
import { privateKeyToPublicKey } from "../codec/ed25519.js";
import { spaceIdOf } from "../codec/hash.js";
import type { StateKind } from "../codec/state-key.js";
import { canonicalJson } from "../codec/canonical-json.js";
import { assertMap, type Value, type ValueMap } from "../codec/value.js";
import { BROADCAST, MAIN_BROADCAST, RESOURCE_BROADCAST } from "../records/operations/broadcast.js";
import { LIST_CALLS, LIST_CELLS, OVERVIEW, SEARCH, STATISTICS } from "../records/operations/explorer.js";
import { HISTORY, INSPECT, STATE_AT } from "../records/operations/state.js";
import { INFO, PEER, PING, MAIN_ROUND, RESOURCE_ROUND, ROUND } from "../records/operations/node.js";
import { MAX_BLOCK_WAIT_MS } from "../records/operations/limits.js";
import type { ParameterName } from "../records/operations/operation.js";
import { OPERATIONS, type KnownOperation, type OperationName } from "../records/operations/operations.js";
import { ADDED, ADDED_PREFIX } from "../records/operations/parameters.js";
import { RAW_REQUEST } from "../records/operations/requests.js";
import { SENT_FATE, type SentFate } from "../records/operations/record-schemas.js";
import { SEND_RAW_TRANSACTION, WEIGHT } from "../records/operations/transactions.js";
import { TRACE, WHAT_IF } from "../records/operations/trial.js";
import { amountParameters } from "../records/parameter-use.js";
import { readReceipt } from "../records/receipt.js";
import { signTransaction, type SignedTransaction } from "../records/transaction.js";
import { assertOwnUnits, assertWholeUnits } from "../records/units.js";
import type {
  CellHistory,
  Found,
  Info,
  InspectedCell,
  ListedCalls,
  ListedCells,
  Statistics,
  PastCells,
  MainBlockSummary,
  MainBroadcast,
  NodeOverview,
  Peers,
  Receipt,
  ResourceBlockSummary,
  Round,
  TracedTrial,
} from "./answers.js";
import {
  followEvents,
  type EventsOptions,
  type NodeEvent,
  type OpenEvents,
  createOpenEvents,
} from "./events.js";
import { askNetworkMembers } from "./network-members.js";
import { readNodeAddress } from "./node-address.js";
import { readAnswer, readMembers, readTrial, throwMalformed } from "./read-answer.js";
import { createSystemRequests, type SystemRequests } from "./system-requests.js";
import { createTransport, type Transport, type TransportOptions } from "./transport.js";
import * as errors from "./errors.js";

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
  /** Like `call`, but returns the whole answer with the members beside `data`. */
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
  /**
   * What a transaction must say of the node's network beside `type`, `timestamp` and `from`: nothing in most networks,
   * `cid` and `network` in one of rules 2 (PROTOCOL 16.5). The node is asked once.
   */
  networkMembers(): Promise<ReadonlyMap<string, string>>;
  /** Returns the transaction's hash. */
  sendTransaction(transaction: SignedTransaction): Promise<string>;
  /**
   * Sends a transaction and waits for its block, at most this long. Default, and the most: 30,000 ms. Returns what became
   * of it; null from a node that does not wait, as 2.1 nodes.
   */
  sendAndWait(transaction: SignedTransaction, waitMs?: number): Promise<SentFate | null>;
  /**
   * Signs a map with `type`, `timestamp` and the contract's parameters, and sends it. Returns its hash. Throws
   * `UNITS_FRACTION` when a contract of every network is to move a fraction of a unit.
   */
  signAndSend(transaction: ValueMap, privateKey: string): Promise<string>;
  /** Runs a request that `chainnode/contract` built, with the parameters that it declares. */
  callRequest<Values>(code: CallableCode<Values>, parameters: NoInfer<Values>): Promise<Value>;
  /**
   * Signs and sends a call of a contract that `chainnode/contract` built, with the parameters that it declares and the
   * present time. Returns the transaction's hash. Throws `UNITS_FRACTION` when the code is to move a fraction of a unit.
   */
  callContract<Values>(
    code: CallableCode<Values>,
    parameters: NoInfer<Values>,
    privateKey: string,
  ): Promise<string>;
  weight(transaction: SignedTransaction): Promise<bigint>;
  inspect(kind: StateKind, key: string): Promise<InspectedCell>;
  /**
   * The values of at most 64 cells after the main block of a height, by default the last one. Throws an error of kind
   * "not-found" when the node does not have the operation, as 2.1 nodes, and `HEIGHT_UNKNOWN` above its last block.
   */
  stateAt(kind: StateKind, keys: readonly string[], height?: number): Promise<PastCells>;

  /**
   * What a committed transaction did, operator by operator. Like all after it, it throws an error of kind
   * "not-found" when the node does not serve the explorer.
   */
  trace(hash: string): Promise<TracedTrial>;
  /** What a call would do. Nothing is signed, sent or stored. */
  whatIf(call: ValueMap, options?: WhatIfConditions): Promise<TracedTrial>;
  /** The values that a cell has had, newest first, a hundred at a time; `before` the `next` of the last page. */
  history(kind: StateKind, key: string, before?: number): Promise<CellHistory>;

  /** The cells of an attribute, by the beginning of their state keys, a page at a time; `after` the last page's `next`. */
  listCells(kind: StateKind, prefix: string, options?: CellsOptions): Promise<ListedCells>;
  /** The transactions that called a contract, newest first, a hundred at a time; `before` the `next` of the last page. */
  listCalls(type: string, options?: CallsOptions): Promise<ListedCalls>;
  /** How both chains grew, by intervals of time, the earliest first. */
  statistics(options?: StatisticsOptions): Promise<Statistics>;
  /** What a text may mean: blocks, transactions, addresses, codes and cells. */
  search(text: string): Promise<Found>;
  /** The node's pool, the validators, and whether it accepts transactions. */
  overview(): Promise<NodeOverview>;

  /**
   * What happens on the node, from now on or after an id (docs/events.md). Connects again, and goes on where it was,
   * until the loop ends or the signal is aborted. Throws `EVENTS_UNSUPPORTED` when the node has no events, as 2.1 nodes,
   * and what `call` throws when the first connection fails.
   */
  events(options?: EventsOptions): AsyncGenerator<NodeEvent, void, undefined>;
}

/** A code of `chainnode/contract`, as far as calls need it. */
export interface CallableCode<Values> {
  readonly call: (parameters: Values) => {
    readonly type: string;
    readonly writer: string;
    readonly space: string;
    readonly parameters: ValueMap;
  };
  /** From which its amounts in units are known. Default: it has none. */
  readonly record?: ValueMap;
}

export interface WhatIfConditions {
  /** Which of two codes of one name. Default: a contract when there is one. */
  readonly kind?: "contract" | "request" | undefined;
  /** The sender. Default: the zero address. */
  readonly from?: string | undefined;
  /** The main block after which it is tried. Default: the last one. */
  readonly height?: number | undefined;
  /** Other values of cells: `balance` and `resource` by address, `universal` and `local` by state key. */
  readonly cells?: ValueMap | undefined;
}

export interface CellsOptions {
  readonly after?: string | undefined;
  /** The main block after which they are listed. Default: the last one. */
  readonly height?: number | undefined;
}

interface CallsOptions {
  /** Default: the network's own space. */
  readonly cid?: string | undefined;
  readonly before?: number | undefined;
}

interface StatisticsOptions {
  /** The length of an interval, in seconds. Default: 60. */
  readonly interval?: number | undefined;
  /** At most 500. Default: 60. */
  readonly count?: number | undefined;
  /** The last interval holds the moment before this time, µs. Default: the present. */
  readonly before?: number | undefined;
  /** A contract whose calls are counted too. */
  readonly type?: string | undefined;
  readonly cid?: string | undefined;
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
  const openEvents = createOpenEvents(address, options);
  return createClientOver(createTransport(address, options), address.url, openEvents);
}

/** Like `createClient`, over another transport; without `openEvents` it has no events. */
export function createClientOver(transport: Transport, url: string, openEvents?: OpenEvents): Client {
  async function send(name: OperationName, parameters: ValueMap): Promise<ValueMap> {
    const operation = OPERATIONS.get(name);
    if (operation === undefined) throw errors.operationUnknown({ name });
    assertMap(parameters);
    return transport(operation, parameters);
  }
  async function ask<O extends KnownOperation>(operation: O, parameters: Parameters<O>): Promise<ValueMap> {
    return transport(operation, parametersToMap(parameters));
  }
  async function call<O extends KnownOperation>(
    operation: O,
    parameters: Parameters<O> = {},
  ): Promise<Value> {
    return dataOf(await ask(operation, parameters));
  }
  async function sendTransaction(tx: SignedTransaction): Promise<string> {
    const { transaction, public_key, signature } = tx;
    const added = await call(SEND_RAW_TRANSACTION, { transaction, public_key, signature });
    return readAnswer(ADDED, added).replace(ADDED_PREFIX, "");
  }
  const resource = { chain_type: "resource" };
  async function peer(query: PeerOptions = {}): Promise<Peers> {
    const answer = await ask(PEER, peerParameters(query));
    return { ...readAnswer(PEER.data, dataOf(answer)), ...readMembers(PEER.siblings, answer, "answer") };
  }
  const requests = createSystemRequests((request) => ask(RAW_REQUEST, { request }));
  let members: ReadonlyMap<string, string> | null = null;
  async function networkMembers(): Promise<ReadonlyMap<string, string>> {
    members ??= await askNetworkMembers({ ...requests, peer });
    return members ?? new Map<string, string>();
  }
  let lastUs = 0;

  return {
    url,
    call: async (name, parameters) => dataOf(await send(name, parameters)),
    send,
    async ping() {
      await ask(PING, {});
    },
    info: async () => readAnswer(INFO.data, await call(INFO)),
    peer,
    round: async (height) => readAnswer(MAIN_ROUND, await call(ROUND, { height: integer(height) })),
    resourceRound: async (height) =>
      readAnswer(RESOURCE_ROUND, await call(ROUND, { ...resource, height: integer(height) })),
    broadcast: async (roundKey) => readAnswer(MAIN_BROADCAST, await call(BROADCAST, { round_key: roundKey })),
    async resourceBroadcast(roundKey) {
      const data = await call(BROADCAST, { ...resource, round_key: roundKey });
      const { receipts } = readAnswer(RESOURCE_BROADCAST, data);
      return new Map(Array.from(receipts, ([signer, receipt]) => [signer, readReceipt(receipt)]));
    },
    request: (request) => call(RAW_REQUEST, { request }),
    networkMembers,
    sendTransaction,
    async sendAndWait({ transaction, public_key, signature }, waitMs = MAX_BLOCK_WAIT_MS) {
      const parameters = { transaction, public_key, signature, wait: BigInt(waitMs) };
      const fate = (await ask(SEND_RAW_TRANSACTION, parameters)).get("fate");
      return fate === undefined ? null : readAnswer(SENT_FATE, fate, "fate");
    },
    async signAndSend(transaction, privateKey) {
      assertMap(transaction);
      assertOwnUnits(transaction, transaction.has("cid") ? await networkMembers() : new Map());
      return sendTransaction(signTransaction(transaction, privateKey));
    },
    callRequest: (code, parameters) =>
      call(RAW_REQUEST, { request: new Map(callMembers(code.call(parameters))) }),
    async callContract(code, parameters, privateKey) {
      const call = code.call(parameters);
      // Balances are in the network's own space.
      if (call.writer === ZERO_ADDRESS)
        assertWholeUnits(call.parameters, amountsIn(code.record ?? new Map(), call.parameters));
      const network = await networkMembers();
      // Equal calls in one millisecond are two transactions.
      lastUs = Math.max(Date.now() * US_PER_MS, lastUs + 1);
      const from = publicKeyToAddress(privateKeyToPublicKey(privateKey));
      const members = [
        ...network,
        ...callMembers(call),
        ["timestamp", BigInt(lastUs)],
        ["from", from],
      ] as const;
      return sendTransaction(signTransaction(new Map<string, Value>(members), privateKey));
    },
    async weight({ transaction, public_key, signature }) {
      const data = await call(WEIGHT, { transaction: canonicalJson(transaction), public_key, signature });
      return readWeight(data);
    },
    inspect: async (kind, key) => readAnswer(INSPECT.data, await call(INSPECT, { type: kind, key })),
    stateAt: async (kind, keys, height) =>
      readAnswer(
        STATE_AT.data,
        await call(STATE_AT, { type: kind, keys: keys.join(","), height: integer(height) }),
      ),
    trace: async (hash) => readTrial(await call(TRACE, { hash })),
    whatIf: async (given, { kind, from, height, cells } = {}) =>
      readTrial(await call(WHAT_IF, { call: given, kind, from, height: integer(height), cells })),
    history: async (kind, key, before) =>
      readAnswer(HISTORY.data, await call(HISTORY, { type: kind, key, before: integer(before) })),
    listCells: async (kind, prefix, { after, height } = {}) =>
      readAnswer(
        LIST_CELLS.data,
        await call(LIST_CELLS, { type: kind, prefix, after, height: integer(height) }),
      ),
    listCalls: async (type, { cid, before } = {}) =>
      readAnswer(LIST_CALLS.data, await call(LIST_CALLS, { type, cid, before: integer(before) })),
    statistics: async ({ type, cid, interval, count, before } = {}) => {
      const numbers = { interval: integer(interval), count: integer(count), before: integer(before) };
      return readAnswer(STATISTICS.data, await call(STATISTICS, { ...numbers, type, cid }));
    },
    overview: async () => readAnswer(OVERVIEW.data, await call(OVERVIEW)),
    search: async (text) => readAnswer(SEARCH.data, await call(SEARCH, { text })),
    ...requests,
    events: (options = {}) =>
      followEvents(openEvents ?? (() => Promise.reject(errors.eventsUnsupported({ url }))), options),
  };
}

function dataOf(answer: ValueMap): Value {
  return answer.get("data") ?? null;
}

/** Parameters by name; undefined ones are left out. */
type Parameters<O extends KnownOperation> = { readonly [Name in ParameterName<O>]?: Value | undefined };

function parametersToMap(parameters: Readonly<Record<string, Value | undefined>>): ValueMap {
  const map = new Map<string, Value>();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) map.set(name, value);
  return map;
}

function peerParameters({ register, authentication = false }: PeerOptions): Parameters<typeof PEER> {
  const height = typeof authentication === "object" ? authentication.height : undefined;
  return {
    ...(register === undefined ? {} : { register: 1n, host: register }),
    ...(authentication === false ? {} : { authentication: 1n, height: integer(height) }),
  };
}

const US_PER_MS = 1000;

/** What a request, or a transaction beside its time and sender, says to call a code (PROTOCOL 5.1, 6.5). */
function callMembers({
  type,
  writer,
  space,
  parameters,
}: ReturnType<CallableCode<unknown>["call"]>): readonly (readonly [string, Value])[] {
  return [["type", type], ["cid", spaceIdOf(writer, space)], ...parameters];
}

function amountsIn(record: ValueMap, given: ValueMap): readonly string[] {
  const parameters = Array.from(given.keys(), (name) => ({ name }));
  return amountParameters({ parameters, executions: [record] });
}

function integer(number: number | undefined): bigint | undefined {
  return number === undefined ? undefined : BigInt(number);
}

function readWeight(data: Value): bigint {
  return typeof data === "string" && /^[0-9]+$/.test(data)
    ? BigInt(data)
    : throwMalformed("data", "a weight");
}
