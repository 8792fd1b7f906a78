import { canonicalJson } from "../codec/canonical-json.js";
import { ChainError } from "../codec/chain-error.js";
import type { Value, ValueMap } from "../codec/value.js";
import { operationPath } from "../records/operations/operations.js";
import type { Operation } from "../records/operations/operation.js";
import { readEnvelope } from "./envelope.js";

export interface TransportOptions {
  /** The node's address, as `http://127.0.0.1:9900`. */
  readonly url: string;
  /** How long one attempt may take, 30 seconds by default. */
  readonly timeoutMs?: number;
  /** How often a read is repeated when the node does not answer or is busy, 2 by default. */
  readonly retries?: number;
  /** The pause before the first repetition, doubled before each further one; 200 by default. */
  readonly retryDelayMs?: number;
  readonly fetch?: typeof fetch;
}

/** Sends an operation and gives the whole answer: a map whose `code` is 200. */
export type Transport = (operation: Operation, parameters: ValueMap) => Promise<ValueMap>;

/**
 * HTTP by `fetch`. The raw operations go as a JSON body of canonical text, so that what a caller signed is what
 * arrives; all others as a form.
 *
 * Throws `UNREACHABLE` or `TIMEOUT` (kind "unreachable"), `ANSWER_MALFORMED`, or the node's own refusal.
 */
export function createTransport(options: TransportOptions): Transport {
  const { timeoutMs = 30_000, retries = 2, retryDelayMs = 200 } = options;
  const send = options.fetch ?? fetch;
  const base = baseUrl(options.url);

  async function attempt(operation: Operation, parameters: ValueMap): Promise<ValueMap> {
    const signal = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let body: Uint8Array;
    try {
      const url = base + operationPath(operation.name);
      response = await send(url, { method: "POST", ...encodeOperation(operation, parameters), signal });
      body = new Uint8Array(await response.arrayBuffer());
    } catch (cause) {
      throw signal.aborted ? timedOut(base, timeoutMs) : unreachable(base, cause);
    }
    return readEnvelope(response.status, body, base);
  }

  return async (operation, parameters) => {
    const attempts = operation.isRead ? retries : 0;
    for (let attempted = 0; ; attempted += 1) {
      try {
        return await attempt(operation, parameters);
      } catch (error) {
        if (attempted >= attempts || !isPassing(error)) throw error;
        await delay(retryDelayMs * 2 ** attempted);
      }
    }
  };
}

/** An operation's parameters as the body of a POST. */
export function encodeOperation(
  operation: Operation,
  parameters: ValueMap,
): { body: string; headers: Record<string, string> } {
  if (operation.name === "RawRequest" || operation.name === "SendRawTransaction") {
    return { body: canonicalJson(parameters), headers: { "content-type": "application/json" } };
  }
  const form = new URLSearchParams();
  for (const [name, value] of parameters) form.set(name, typeof value === "string" ? value : formText(value));
  return { body: form.toString(), headers: { "content-type": "application/x-www-form-urlencoded" } };
}

/** A form field: a flag is 1 or 0 (SPEC, Node operations), everything else canonical JSON. */
function formText(value: Value): string {
  return typeof value === "boolean" ? String(Number(value)) : canonicalJson(value);
}

function baseUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new ChainError("NODE_URL", `This is not the address of a node: ${url} `, {
      kind: "usage",
      advice: "It looks like http://127.0.0.1:9900. ",
    });
  }
  return url.replace(/\/+$/, "");
}

/** Whether the failure may pass by itself. A malformed answer will not. */
function isPassing(error: unknown): boolean {
  return error instanceof ChainError && PASSING_CODES.has(error.code);
}

const PASSING_CODES: ReadonlySet<string> = new Set([
  "UNREACHABLE",
  "TIMEOUT",
  "NODE_BUSY",
  "NODE_UNAVAILABLE",
]);

function unreachable(url: string, cause: unknown): ChainError {
  return new ChainError("UNREACHABLE", `No node answers at ${url}. `, {
    kind: "unreachable",
    advice: "Start one, or name another address. ",
    details: { url },
    cause,
  });
}

function timedOut(url: string, timeoutMs: number): ChainError {
  return new ChainError("TIMEOUT", `The node at ${url} did not answer within ${timeoutMs} ms. `, {
    kind: "unreachable",
    details: { url, timeoutMs },
  });
}

async function delay(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
