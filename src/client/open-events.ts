import { EVENTS } from "../records/operations/events.js";
import { operationPath } from "../records/operations/operations.js";
import { readOwnEnvelope } from "./exchange.js";
import * as errors from "./errors.js";
import type { OpenEvents } from "./events.js";
import { connectionFailure } from "./failures.js";
import type { NodeAddress } from "./node-address.js";
import type { TransportOptions } from "./transport.js";

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
    readOwnEnvelope(response.status, new Uint8Array(await response.arrayBuffer()), url);
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
