import type { Connection } from "../connection.js";
import { SentTransactions } from "../sent-transactions.js";
import { createDiff } from "./diff.js";
import { createPastObject } from "./past.js";
import { createTrace } from "./trace.js";
import { createWhatIf } from "./what-if.js";
import { createWhy } from "./why.js";

/** What looks back, and what only tries. */
export function createDebugObjects(connection: Connection, sent = new SentTransactions()) {
  return {
    trace: createTrace(connection, sent),
    at: (height: number) => createPastObject(connection, height),
    whatIf: createWhatIf(connection),
    diff: createDiff(connection),
    why: createWhy(connection, sent),
  };
}
