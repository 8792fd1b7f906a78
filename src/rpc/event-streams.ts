import { Readable } from "node:stream";
import type { Context } from "koa";
import { callerAt, isLoopback } from "./caller.js";
import type { ConnectionGate } from "./connection-gate.js";
import type { ServerLimits } from "./limits.js";
import * as errors from "./errors.js";

/** The interval that a client which is refused is asked to wait. */
const RETRY_SECONDS = 5;

type StreamLimits = Pick<ServerLimits, "streams" | "streamsPerAddress" | "streamIdleMs">;

/** Sends streams of events within their own budget of connections (docs/events.md). */
export class EventStreams {
  readonly #limits: StreamLimits;
  readonly #gate: ConnectionGate;
  readonly #counts = new Map<string, number>();
  readonly #open = new Set<AbortController>();

  /** @param gate the budget that a connection leaves when it becomes a stream. */
  constructor(limits: StreamLimits, gate: ConnectionGate) {
    this.#limits = limits;
    this.#gate = gate;
  }

  /** Ends all streams. */
  close(): void {
    for (const stream of this.#open) stream.abort();
  }

  /**
   * Answers with a stream until it ends or its reader has left, or is cut off by the gate because it takes nothing. A
   * frame is read when the connection has room for it. Throws `EVENT_STREAMS`.
   */
  send(ctx: Context, open: (signal: AbortSignal) => AsyncIterable<string>): void {
    const stream = this.#begin(callerAt(ctx.req.socket.remoteAddress ?? ""));
    ctx.res.once("close", () => stream.abort());
    this.#gate.release(ctx.req);
    // A proxy that collects the answer would hold the events back.
    ctx.set({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      connection: "close",
    });
    ctx.body = Readable.from(withComments(open(stream.signal), this.#limits.streamIdleMs));
  }

  /** Takes a place of the budget, until the stream is aborted. */
  #begin(caller: string): AbortController {
    const held = this.#counts.get(caller) ?? 0;
    const isCallerFull = !isLoopback(caller) && held >= this.#limits.streamsPerAddress;
    if (isCallerFull || this.#open.size >= this.#limits.streams)
      throw errors.eventStreams({ seconds: RETRY_SECONDS });
    const stream = new AbortController();
    this.#open.add(stream);
    this.#counts.set(caller, held + 1);
    stream.signal.addEventListener("abort", () => {
      this.#open.delete(stream);
      const left = (this.#counts.get(caller) ?? 1) - 1;
      if (left > 0) this.#counts.set(caller, left);
      else this.#counts.delete(caller);
    });
    return stream;
  }
}

const COMMENT = ":\n\n";

/** The frames, and a comment whenever none comes for a while: so both ends notice when the other one is gone. */
async function* withComments(frames: AsyncIterable<string>, idleMs: number): AsyncGenerator<string> {
  const source = frames[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  let next = source.next();
  try {
    for (;;) {
      const idle = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, idleMs, null);
      });
      const frame = await Promise.race([next, idle]);
      clearTimeout(timer);
      if (frame === null) yield COMMENT;
      else if (frame.done === true) return;
      else {
        yield frame.value;
        next = source.next();
      }
    }
  } finally {
    // A frame may still be read for a reader that has left. Neither it nor its failure is awaited.
    next.catch(() => undefined);
    await source.return?.();
  }
}
