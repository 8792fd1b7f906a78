import { createAddresses } from "../addresses.js";
import type { ConsoleConnection } from "../connection.js";
import type { Host } from "../host.js";
import { SentTransactions } from "../sent-transactions.js";
import { createDiff } from "./diff.js";
import { createGivenReader } from "./given-transaction.js";
import { createPastObject } from "./past.js";
import { createTrace } from "./trace.js";
import { createWhatIf } from "./what-if.js";
import { createWhy } from "./why.js";

/** Functions that look back, and functions that only try. */
export function createDebugObjects(
  connection: ConsoleConnection,
  host: Pick<Host, "keys">,
  sent = new SentTransactions(),
) {
  const addresses = createAddresses(connection, host);
  const read = createGivenReader(connection, addresses);
  return {
    trace: createTrace(connection, read, sent),
    at: (height: number | bigint) => createPastObject(connection, addresses, height),
    whatIf: createWhatIf(connection, addresses, read),
    diff: createDiff(connection),
    why: createWhy(connection, read, sent),
  };
}
