import type { RequestListener, ServerResponse } from "node:http";
import type { ChainError } from "../codec/chain-error.js";
import type { Operation } from "../records/operations/operation.js";
import { operationAt } from "../records/operations/operations.js";
import type { OnAnswered } from "./app.js";
import { READABLE_BY_PAGES } from "./cors.js";
import { failureAnswer, publicFailure } from "./failure.js";
import { pathOf } from "./target.js";

/** Returns why the node refuses submissions at the moment, or null when it accepts them. */
export type Overload = () => ChainError | null;

interface OverloadOptions {
  readonly overload: Overload;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
  readonly onAnswered?: OnAnswered;
}

/** A refusal as it is sent, prepared once for many requests. */
export interface OverloadRefusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Delayed {
  readonly dueMs: number;
  readonly send: () => void;
}

/** How many refusals a second are sent without delay. */
const REFUSALS_A_SECOND = 3000;
/** The longest delay of a further refusal: all connections together then cannot ask for more than some thousands a second. */
const MAX_DELAY_MS = 250;

/**
 * Answers submissions with 429 while the node is overloaded, before it reads their bodies: at any offered load the
 * node must spend its time on the transactions it has accepted (PROTOCOL 15.2). Other requests are answered as usual.
 *
 * A client that is refused at once retries at once. When refusals are many, each is delayed by up to a quarter
 * of a second, so that clients with open connections cannot keep the node busy with refusals alone.
 */
export class OverloadRefusals {
  readonly #options: OverloadOptions;
  #reason: ChainError | null = null;
  #refusal: OverloadRefusal | null = null;
  /** In the order in which they are due. */
  readonly #delayed = new Set<Delayed>();
  #nextMs = 0;

  constructor(options: OverloadOptions) {
    this.#options = options;
  }

  /** Refuses submissions, and leaves all other requests to `answer`. */
  before(answer: RequestListener): RequestListener {
    return (request, response) => {
      const operation = submissionAt(request.method, request.url);
      const refusal = operation === null ? null : this.current();
      if (operation === null || refusal === null) {
        answer(request, response);
        return;
      }
      // An unread body would reset the connection when it closes, and the client would not see the refusal.
      request.resume();
      this.send(operation, refusal, () => refuse(response, refusal));
    };
  }

  /** The refusal of every submission now, null while the node accepts them. */
  current(): OverloadRefusal | null {
    const reason = this.#options.overload();
    if (reason === null) return null;
    if (reason !== this.#reason) {
      this.#reason = reason;
      this.#refusal = refusalFor(reason);
    }
    return this.#refusal;
  }

  /** Calls `send` now or after a delay. Returns a function that calls it at once if it is still to be called. */
  send(operation: Operation, { status }: OverloadRefusal, send: () => void): () => void {
    const now = this.#options.nowMs();
    const delayMs = Math.min(MAX_DELAY_MS, Math.max(0, this.#nextMs - now));
    this.#nextMs = now + delayMs + 1000 / REFUSALS_A_SECOND;
    this.#options.onAnswered?.(operation.name, status, delayMs / 1000);
    const delayed = { dueMs: now + delayMs, send };
    this.#delayed.add(delayed);
    if (delayMs < 1) this.#sendNow(delayed);
    else if (this.#delayed.size === 1) this.#wait(delayMs);
    return () => this.#sendNow(delayed);
  }

  flush(): void {
    for (const delayed of this.#delayed) this.#sendNow(delayed);
  }

  #wait(delayMs: number): void {
    setTimeout(() => {
      const now = this.#options.nowMs();
      for (const delayed of this.#delayed) {
        if (delayed.dueMs > now) {
          this.#wait(delayed.dueMs - now);
          return;
        }
        this.#sendNow(delayed);
      }
    }, delayMs);
  }

  #sendNow(delayed: Delayed): void {
    if (this.#delayed.delete(delayed)) delayed.send();
  }
}

function refusalFor(reason: ChainError): OverloadRefusal | null {
  const failure = publicFailure(reason);
  if (failure === null) return null;
  const { headers, text } = failureAnswer(failure);
  return { status: failure.status, headers: { ...READABLE_BY_PAGES, ...headers }, text };
}

function refuse(response: ServerResponse, { status, headers, text }: OverloadRefusal): void {
  response.writeHead(status, headers);
  response.end(text);
}

/** The operation that a request with a normal target submits a transaction to, null when it reads. */
export function submissionAt(method: string | undefined, url = "/"): Operation | null {
  if (method !== "POST" && method !== "GET") return null;
  const operation = operationAt(pathOf(url));
  return operation === undefined || operation.isRead ? null : operation;
}
