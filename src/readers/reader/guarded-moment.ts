import { performance } from "node:perf_hooks";
import { ChainError, messageOf } from "../../codec/chain-error.js";
import type { StoreMoment } from "../../store/store.js";
import * as errors from "../errors.js";
import type { Log } from "../../base/log.js";

/** The longest that one moment is read, in milliseconds. An open moment makes the database keep old rows. */
export const MOMENT_MS = 30_000;

/** The time after which a moment is not read, by `performance.now()`. Taking the moment back sets it to the past. */
export interface MomentEnd {
  ms: number;
}

export type FailureListener = (failure: ChainError) => void;

/** The kinds of errors that may name the address of a database. A client learns only that the database failed. */
const OF_DATABASE: ReadonlySet<string> = new Set(["unreachable", "local", "internal"]);

/**
 * Wraps a moment. Its reads fail with `READER_SLOW` after the end of the moment or when the database cancels a slow
 * statement, and with `READER_DATABASE` when the database fails.
 *
 * @param onFailure called with each failure of the database, whose reason a client does not learn.
 */
export function guardedMoment(
  moment: StoreMoment,
  end: MomentEnd,
  onFailure: FailureListener = () => undefined,
): StoreMoment {
  const methods = new Map<PropertyKey, unknown>();
  const guard =
    (method: (...given: unknown[]) => unknown) =>
    (...given: unknown[]): unknown => {
      assertInTime(end);
      const result = method.apply(moment, given);
      if (result instanceof Promise)
        return result.catch((error: unknown) => {
          throw toPublicError(error, onFailure);
        });
      return isStream(result) ? guardedStream(result, onFailure) : result;
    };
  return new Proxy(moment, {
    get(target, name) {
      const known = methods.get(name);
      if (known !== undefined) return known;
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      const guarded = guard(member as (...given: unknown[]) => unknown);
      methods.set(name, guarded);
      return guarded;
    },
  });
}

function isStream(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === "object" && result !== null && Symbol.asyncIterator in result;
}

async function* guardedStream(items: AsyncIterable<unknown>, onFailure: FailureListener): AsyncGenerator {
  try {
    yield* items;
  } catch (error) {
    throw toPublicError(error, onFailure);
  }
}

/** Throws `READER_SLOW` after the end of a moment. */
export function assertInTime({ ms }: MomentEnd): void {
  if (performance.now() > ms) throw errors.readerSlow();
}

/** Converts the failure of a read to the error that a client may see, and reports it when its reason is hidden. */
export function toPublicError(error: unknown, onFailure: FailureListener): unknown {
  if (!(error instanceof ChainError)) return error;
  if (error.code === "POSTGRES_SLOW") return errors.readerSlow(undefined, { cause: error });
  if (!OF_DATABASE.has(error.kind) && !error.code.startsWith("POSTGRES_")) return error;
  onFailure(error);
  return errors.readerDatabase(undefined, { cause: error });
}

/** The shortest time between two lines: every request may fail while a database is gone. */
const PAUSE_MS = 1000;

/** Says why a database failed, which `READER_DATABASE` does not tell a client. */
export function failureLog(log: Log, nowMs: () => number = () => performance.now()): FailureListener {
  let nextMs = Number.NEGATIVE_INFINITY;
  return (failure) => {
    if (nowMs() < nextMs) return;
    nextMs = nowMs() + PAUSE_MS;
    const fields = { code: failure.code, reason: messageOf(failure) };
    log({ level: "error", module: "reader", message: "a read of the database failed", fields });
  };
}
