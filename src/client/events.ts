import { ChainError, type ErrorKind } from "../codec/chain-error.js";
import { parseJson } from "../codec/parse-json.js";
import {
  EVENT_DATA,
  EVENT_TYPES,
  type EventData,
  type EventType,
  EVENTS,
} from "../records/operations/events.js";
import { readAnswer } from "./read-answer.js";
import * as errors from "./errors.js";
import { operationPath } from "../records/operations/operations.js";
import { readOwnEnvelope } from "./exchange.js";
import { connectionFailure } from "./failures.js";
import type { NodeAddress } from "./node-address.js";
import type { TransportOptions } from "./transport.js";
import { readBody } from "./read-body.js";

/** An event of a node (docs/events.md). `id` is null for events that are not replayed. */
export type NodeEvent = {
  readonly [Type in EventType]: {
    readonly type: Type;
    readonly id: string | null;
    readonly data: EventData<Type>;
  };
}[EventType];

export interface EventsOptions {
  /** The last id that was received, `0` for the first block. Default: from now on. */
  readonly after?: string | undefined;
  /** Default: all. */
  readonly types?: readonly EventType[];
  /** Of the transaction events, only those of this transaction, from or to this address, of this space. */
  readonly hash?: string;
  readonly address?: string;
  readonly cid?: string;
  /** Ends the events: the iterator throws its reason. */
  readonly signal?: AbortSignal;
  /** Called when a connection is open, with the id at which it begins. */
  readonly onOpen?: (id: string) => void;
  /** Called when a connection has ended, before the next one is tried. */
  readonly onLost?: () => void;
}

/** Opens one stream and returns its pieces of text. Throws `EVENTS_UNSUPPORTED` when the node has no events. */
export type OpenEvents = (query: URLSearchParams, signal: AbortSignal) => Promise<AsyncIterable<string>>;

/** The pause before a client connects again, in milliseconds, until the node names another; it doubles with each failure. */
const RETRY_MS = 1000;
/** However soon a node asks for the next try. */
const MIN_RETRY_MS = 250;
const MAX_RETRY_MS = 30_000;
/** A node sends at least a comment every 15 s. */
const SILENCE_MS = 45_000;

/**
 * The events of a node, over as many connections as it takes: after a disconnection the next one begins where the last
 * one ended. Throws when the first connection fails, or what no repetition mends.
 */
export async function* followEvents(
  open: OpenEvents,
  options: EventsOptions,
): AsyncGenerator<NodeEvent, void, undefined> {
  const { signal } = options;
  let { after } = options;
  let retryMs = RETRY_MS;
  let failures = 0;
  let hasOpened = false;
  for (;;) {
    signal?.throwIfAborted();
    const connection = new Connection(signal);
    try {
      const pieces = await open(queryOf(options, after), connection.signal);
      for await (const frame of readFrames(connection.watched(pieces))) {
        retryMs = Math.max(MIN_RETRY_MS, frame.retryMs ?? retryMs);
        after = frame.id ?? after;
        if (frame.isFirst && frame.id !== null) options.onOpen?.(frame.id);
        hasOpened = true;
        failures = 0;
        const event = toEvent(frame);
        if (event !== null) yield event;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!hasOpened || !isPassing(error)) throw error;
    } finally {
      connection.end();
    }
    options.onLost?.();
    failures += 1;
    await pause(Math.min(MAX_RETRY_MS, retryMs * 2 ** Math.min(failures - 1, 10)), signal);
  }
}

function queryOf({ types, hash, address, cid }: EventsOptions, after: string | undefined): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ after, types: types?.join(","), hash, address, cid }))
    if (value !== undefined) query.set(name, value);
  return query;
}

const PASSING_KINDS: ReadonlySet<ErrorKind> = new Set(["busy", "unavailable", "internal", "unreachable"]);

function isPassing(error: unknown): boolean {
  // What ends a body in the middle is an error of `fetch`, or of the silence.
  return !(error instanceof ChainError) || PASSING_KINDS.has(error.kind);
}

/** One connection: it ends with the caller's signal, and when the node is silent for too long. */
class Connection {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #abort = (): void => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outer: AbortSignal | undefined) {
    this.#outer = outer;
    outer?.addEventListener("abort", this.#abort, { once: true });
    this.#expect();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async *watched(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const piece of pieces) {
      this.#expect();
      yield piece;
      this.#expect();
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#abort);
    this.#abort();
  }

  #expect(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#abort, SILENCE_MS);
  }
}

interface Frame {
  readonly isFirst: boolean;
  readonly id: string | null;
  readonly type: string | null;
  readonly data: string | null;
  readonly retryMs: number | null;
}

/** A frame is at most as long as an event of the longest transaction. */
const MAX_FRAME = 4 * 1024 * 1024;

async function* readFrames(pieces: AsyncIterable<string>): AsyncGenerator<Frame> {
  let rest = "";
  let isFirst = true;
  for await (const piece of pieces) {
    const frames = (rest + piece).split("\n\n");
    rest = frames.pop() ?? "";
    if (rest.length > MAX_FRAME)
      throw errors.answerMalformed({ member: "event", expected: "of this length" });
    for (const text of frames) {
      const fields = new Map(text.split("\n").map((line) => splitField(line)));
      const retry = Number(fields.get("retry") ?? Number.NaN);
      yield {
        isFirst,
        id: fields.get("id") ?? null,
        type: fields.get("event") ?? null,
        data: fields.get("data") ?? null,
        retryMs: Number.isSafeInteger(retry) ? retry : null,
      };
      isFirst = false;
    }
  }
}

/** `name: value`; a comment has no name. */
function splitField(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
}

/** Null for a frame without an event, and for an event of a later version. */
function toEvent({ type: name, id, data }: Frame): NodeEvent | null {
  const type = EVENT_TYPES.find((known) => known === name);
  if (type === undefined || data === null) return null;
  return { type, id, data: readAnswer<unknown>(EVENT_DATA[type], parseJson(data)) } as NodeEvent;
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wake = (): void => undefined;
  await new Promise<void>((resolve) => {
    wake = resolve;
    timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", wake, { once: true });
  });
  clearTimeout(timer);
  signal?.removeEventListener("abort", wake);
}

const NOT_FOUND = 404;

/** Streams by `fetch`. Opening throws `UNREACHABLE` and the like, `EVENTS_UNSUPPORTED`, or a refusal. */
export function createOpenEvents({ url, headers }: NodeAddress, options: TransportOptions): OpenEvents {
  const send = options.fetch ?? fetch;
  return async (query, signal) => {
    let response: Response;
    try {
      response = await send(`${url}${operationPath(EVENTS.name)}?${query.toString()}`, {
        headers: { ...headers, accept: "text/event-stream" },
        signal,
      });
    } catch (cause) {
      throw connectionFailure(url, cause);
    }
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (response.ok && isStream && response.body !== null) return textOf(response.body);
    if (response.status === NOT_FOUND) {
      await response.body?.cancel();
      throw errors.eventsUnsupported({ url });
    }
    readOwnEnvelope(response.status, await readBody(response, options.maxAnswerBytes), url);
    throw errors.eventsUnsupported({ url });
  };
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
