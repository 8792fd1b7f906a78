import { performance } from "node:perf_hooks";
import { ChainError } from "../../codec/chain-error.js";
import type { StoreMoment } from "../../store/store.js";
import * as errors from "../errors.js";

/** How long one moment may be read, milliseconds: a longer one holds the database's old rows. */
export const MOMENT_MS = 30_000;

/** When the reads of a moment end, by `performance.now()`. They end at once when the moment is taken back. */
export interface MomentEnd {
  ms: number;
}

/** Failures of a database name its address, so a client is only told that it failed. */
const OF_DATABASE: ReadonlySet<string> = new Set(["unreachable", "local", "internal"]);

/**
 * The same moment, whose reads fail with `READER_SLOW` after a time, or when the database gives one up for the time it
 * takes, and with `READER_DATABASE` when the database fails.
 */
export function guardedMoment(moment: StoreMoment, end: MomentEnd): StoreMoment {
  const methods = new Map<PropertyKey, unknown>();
  const guard =
    (method: (...given: unknown[]) => unknown) =>
    (...given: unknown[]): unknown => {
      assertInTime(end);
      const result = method.apply(moment, given);
      return result instanceof Promise ? result.catch(throwPublic) : result;
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

/** Throws `READER_SLOW` after the end of a moment. */
export function assertInTime({ ms }: MomentEnd): void {
  if (performance.now() > ms) throw errors.readerSlow();
}

/** The failure of a read as a client may see it. */
export function toPublicError(error: unknown): unknown {
  if (!(error instanceof ChainError)) return error;
  if (error.code === "POSTGRES_SLOW") return errors.readerSlow(undefined, { cause: error });
  return OF_DATABASE.has(error.kind) || error.code.startsWith("POSTGRES_")
    ? errors.readerDatabase(undefined, { cause: error })
    : error;
}

function throwPublic(error: unknown): never {
  throw toPublicError(error);
}
