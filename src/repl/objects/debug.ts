import { stateKeyPrefix } from "../../codec/state-key.js";
import { CellNames } from "../../records/cell-names.js";
import { stateChanges, type StateChange } from "../../replay/state-changes.js";
import { createAddresses } from "../addresses.js";
import type { ConsoleConnection, Host } from "../connection.js";
import { SentTransactions } from "../sent-transactions.js";
import { createGivenReader, readHeight } from "./arguments.js";
import { createPastObject } from "./past.js";
import { createTrace } from "./trace.js";
import { showChanges } from "./views.js";
import { createWhatIf } from "./what-if.js";
import { createWhy } from "./why.js";

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

/** `diff(from, to)`: the cells that differ between two heights, with the names that codes give them. */
function createDiff({ openChain }: ConsoleConnection) {
  return async (from: number | bigint, to: number | bigint) => {
    const [fromHeight, toHeight] = [readHeight(from), readHeight(to)];
    const chain = await openChain();
    const names = new CellNames(chain.network.rootSpace, chain.codes.readable);
    const named: (Pick<StateChange, "kind" | "old" | "new"> & {
      readonly name: string;
      readonly key: string;
    })[] = [];
    for await (const { kind, stateKey, old, new: now } of stateChanges(chain, fromHeight, toHeight)) {
      const { space, attribute: known, key } = names.nameOf(stateKey);
      const attribute = known ?? stateKeyPrefix(stateKey);
      named.push({ kind, name: space === null ? attribute : `${space} ${attribute}`, key, old, new: now });
    }
    return showChanges(named);
  };
}
