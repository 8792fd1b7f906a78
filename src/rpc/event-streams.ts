import { Readable } from "node:stream";
import type { Context } from "koa";
import { attempted } from "../codec/chain-error.js";
import { isLoopback } from "./caller.js";
import type { ConnectionGate } from "./connection-gate.js";
import type { ServerLimits } from "./limits.js";
import * as errors from "./errors.js";

/** The interval that a client which is refused is asked to wait. */
const RETRY_SECONDS = 5;
/** A loopback address may have one of so many parts of all streams. */
const LOOPBACK_PART = 4;

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

  close(): void {
    for (const stream of this.#open) stream.abort();
  }

  /**
   * Answers with a stream until it ends or its reader has left, or is cut off by the gate because it takes nothing. A
   * frame is read when the connection has room for it. Throws `EVENT_STREAMS`.
   */
  send(ctx: Context, open: (signal: AbortSignal) => AsyncIterable<string>): void {
    const stream = this.#begin(ctx);
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

  /**
   * Lets an answer wait in the budget of streams, until its reader has left. Null when the budget has no place: such an
   * answer must not wait.
   */
  hold(ctx: Context): AbortSignal | null {
    return attempted(() => this.#begin(ctx).signal, null);
  }

  /** Takes a place of the budget, until the stream is aborted: at its end, or when its reader has ended its half. */
  #begin({ req, res }: Context): AbortController {
    const caller = this.#gate.callers.of(req);
    const held = this.#counts.get(caller) ?? 0;
    const { streams, streamsPerAddress } = this.#limits;
    // The programs of this machine may be many, but must leave most to others.
    const limit = isLoopback(caller)
      ? Math.max(streamsPerAddress, streams / LOOPBACK_PART)
      : streamsPerAddress;
    if (held >= limit) throw errors.callerEventStreams({ caller, limit, seconds: RETRY_SECONDS });
    if (this.#open.size >= streams) throw errors.eventStreams({ limit: streams, seconds: RETRY_SECONDS });
    const stream = new AbortController();
    const abort = (): void => stream.abort();
    req.socket.once("end", abort);
    res.once("close", () => {
      req.socket.off("end", abort);
      abort();
    });
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
