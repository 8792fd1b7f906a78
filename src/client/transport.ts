import { ChainError, type ErrorKind } from "../codec/chain-error.js";
import type { ValueMap } from "../codec/value.js";
import { MAX_BLOCK_WAIT_MS } from "../records/operations/limits.js";
import { operationPath, type KnownOperation } from "../records/operations/operations.js";
import { WAIT } from "../records/operations/parameters.js";
import { encodeOperation, readOwnEnvelope } from "./exchange.js";
import * as errors from "./errors.js";
import { timedOut, connectionFailure } from "./failures.js";
import type { NodeAddress } from "./node-address.js";
import { readBody } from "./read-body.js";

export interface TransportOptions {
  /** The timeout of one attempt in milliseconds, beside what the node is asked to wait. Default: 30,000. */
  readonly timeoutMs?: number;
  /** How often a read is repeated when the node does not answer or is busy. Default: 2. */
  readonly retries?: number;
  /**
   * The pause before the first repetition in milliseconds, doubled before each further one. Default: 200. A longer
   * pause that the node asks for (Retry-After) is kept, up to `timeoutMs`.
   */
  readonly retryDelayMs?: number;
  /** The longest answer that is read, in bytes. Default: 268,435,456. */
  readonly maxAnswerBytes?: number;
  readonly fetch?: typeof fetch;
}

/** Sends an operation and returns the whole answer: a map whose `code` is 200. */
export type Transport = (operation: KnownOperation, parameters: ValueMap) => Promise<ValueMap>;

interface Exchange {
  readonly status: number;
  readonly body: Uint8Array;
  /** The pause that the node asks for before another try. */
  readonly retryAfterMs: number;
}

/** HTTP by `fetch`. Throws an error of kind "unreachable", `NOT_A_NODE`, `PROXY_WITHOUT_NODE`, or the node's refusal. */
export function createTransport({ url, headers }: NodeAddress, options: TransportOptions): Transport {
  const { timeoutMs = 30_000, retries = 2, retryDelayMs = 200, maxAnswerBytes } = options;
  const send = options.fetch ?? fetch;

  async function exchange(operation: KnownOperation, parameters: ValueMap): Promise<Exchange> {
    const patienceMs = timeoutMs + waitOf(parameters);
    const signal = AbortSignal.timeout(patienceMs);
    const encoded = encodeOperation(operation, parameters);
    try {
      const response = await send(url + operationPath(operation.name), {
        method: "POST",
        body: encoded.body,
        headers: { ...headers, ...encoded.headers },
        // A node must not lead its callers to addresses that only they reach.
        redirect: "manual",
        signal,
      });
      const body = await readBody(response, maxAnswerBytes);
      return { status: response.status, body, retryAfterMs: retryAfterOf(response) };
    } catch (cause) {
      if (cause instanceof ChainError) throw cause;
      throw signal.aborted ? timedOut(url, patienceMs) : connectionFailure(url, cause);
    }
  }

  return async (operation, parameters) => {
    const attempts = operation.isRead ? retries : 0;
    for (let attempted = 0; ; attempted += 1) {
      let pauseMs = retryDelayMs * 2 ** attempted;
      try {
        const { status, body, retryAfterMs } = await exchange(operation, parameters);
        pauseMs = Math.max(pauseMs, retryAfterMs);
        return readOwnEnvelope(status, body, url, operation.name);
      } catch (error) {
        if (attempted >= attempts || pauseMs > timeoutMs || !isPassing(error)) throw error;
        await delay(pauseMs);
      }
    }
  };
}

/** How long the node is to hold its answer back, ms. */
function waitOf(parameters: ValueMap): number {
  const wait = parameters.get(WAIT.name);
  return typeof wait === "bigint" && wait > 0n ? Math.min(Number(wait), MAX_BLOCK_WAIT_MS) : 0;
}

/** Reads whole seconds. HTTP allows a date too, but no node sends one. */
function retryAfterOf({ headers }: Response): number {
  const seconds = headers.get("retry-after") ?? "";
  return /^[0-9]{1,9}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}

/** Whether the failure may be temporary. A malformed answer is not. */
function isPassing(error: unknown): boolean {
  return error instanceof ChainError && (PASSING_KINDS.has(error.kind) || PASSING_CODES.has(error.code));
}

const PASSING_KINDS: ReadonlySet<ErrorKind> = new Set(["busy", "unavailable", "internal"]);
const PASSING_CODES: ReadonlySet<string> = new Set([
  errors.unreachable.code,
  errors.timeout.code,
  errors.proxyWithoutNode.code,
]);

async function delay(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
