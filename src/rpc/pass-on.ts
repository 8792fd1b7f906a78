import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { connectionFailure } from "../client/failures.js";
import type { NodeAddress } from "../client/node-address.js";
import { readBytes } from "../base/read-bytes.js";
import type { Operation } from "../records/operations/operation.js";
import { EVENTS } from "../records/operations/events.js";
import { MAX_BODY_SIZE } from "../records/operations/limits.js";
import { operationAt, operationPath } from "../records/operations/operations.js";
import { CHAIN_HEADER_NAMES } from "./chain-height.js";
import { INTERNAL_FAILURE, isHangUp, JSON_TYPE, publicFailure, sendFailure } from "./failure.js";
import { pathOf } from "./target.js";
import * as errors from "./errors.js";
import { BROADCAST } from "../records/operations/broadcast.js";
import { LIST_CALLS, LIST_CELLS, OVERVIEW, SEARCH, STATISTICS } from "../records/operations/explorer.js";
import { PEER } from "../records/operations/node.js";
import { SEND_RAW_TRANSACTION, SEND_TRANSACTION } from "../records/operations/transactions.js";

const EVENTS_PATH = operationPath(EVENTS.name);
/** The headers that a page needs of an answer, beside its type. */
const ANSWER_HEADERS = ["retry-after", "etag", ...CHAIN_HEADER_NAMES];
const STREAM_TYPE = /^text\/event-stream\b/i;

interface PassOnOptions {
  readonly node: NodeAddress;
  /**
   * Whether strangers ask: then operations that change something are passed on too, and a failure does not tell where the
   * node is. Default: no.
   */
  readonly isPublic?: boolean;
  /** Called with errors that are not refusals. */
  readonly onError: (error: unknown) => void;
}

/** Answers operations, by default those that only read, with what another node answers. Any other path is unknown. */
export function passOn({ node, isPublic = false, onError }: PassOnOptions): PassingListener {
  return async (request, response) => {
    try {
      await answer({ node, isPublic }, request, response);
    } catch (error) {
      if (isHangUp(error) || response.destroyed) return;
      const failure = publicFailure(error) ?? INTERNAL_FAILURE;
      if (failure === INTERNAL_FAILURE) onError(error);
      if (response.headersSent) response.destroy();
      else sendFailure(request, response, failure);
    }
  };
}

/** Answers a request; resolves when the answer is sent, or the client has left. */
export type PassingListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function answer(
  { node, isPublic }: Required<Omit<PassOnOptions, "onError">>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const path = pathOf(url);
  const operation = operationAt(path);
  if (path.toLowerCase().replace(/\/$/, "") !== EVENTS_PATH && !isPassed(operation, isPublic))
    throw errors.pathUnknown();
  const isHead = method === "HEAD" && operation?.isRead === true;
  if (method !== "GET" && method !== "POST" && !isHead) throw errors.methodNotAllowed({ method });
  const body = method === "POST" ? await readBytes(request, MAX_BODY_SIZE) : null;
  const ended = new AbortController();
  response.once("close", () => ended.abort());
  const headers: Record<string, string> = { ...node.headers };
  for (const name of ["content-type", "accept", "last-event-id"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers[name] = value;
  }
  // The node must not lead this machine to others that it can reach.
  const question: RequestInit = { method, body, headers, redirect: "error", signal: ended.signal };
  const answered = await fetch(node.url + url, question).catch((cause: unknown) => {
    throw isPublic ? errors.nodeBehind() : connectionFailure(node.url, cause);
  });
  // As HTML or a script, an answer would be one of this server's own.
  const type = answered.headers.get("content-type") ?? "";
  response.setHeader("content-type", STREAM_TYPE.test(type) ? type : JSON_TYPE);
  for (const name of ANSWER_HEADERS) {
    const value = answered.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.writeHead(answered.status);
  if (answered.body === null) response.end();
  else await pipeline(Readable.fromWeb(answered.body), response);
}

function isPassed(operation: Operation | undefined, isPublic: boolean): boolean {
  return operation !== undefined && (isPublic || operation.isRead);
}

/**
 * The operations that a reader leaves to the node behind it: what is sent, what the node knows of its neighbours, and what
 * needs the node's index.
 */
export const PASSED_ON: ReadonlySet<string> = new Set(
  [
    SEND_TRANSACTION,
    SEND_RAW_TRANSACTION,
    PEER,
    BROADCAST,
    SEARCH,
    LIST_CELLS,
    LIST_CALLS,
    OVERVIEW,
    STATISTICS,
  ].map(({ name }) => name),
);
