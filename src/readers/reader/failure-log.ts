import { performance } from "node:perf_hooks";
import { messageOf } from "../../codec/chain-error.js";
import type { Log } from "../../base/log.js";
import type { FailureListener } from "./guarded-moment.js";

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
