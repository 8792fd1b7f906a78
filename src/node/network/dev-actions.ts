import { isMap, objectToValue, type Value, type ValueMap } from "../../codec/value.js";
import { networkMembers } from "../../records/transaction-rules.js";
import { signTransaction } from "../../records/transaction.js";
import * as errors from "../errors.js";
import type { Node } from "../node.js";
import { namedDevAccounts } from "./dev-network.js";

/** What a reader of a development chain may do beside reading it, by name. Each takes its parameters as a map. */
export type DevActions = ReadonlyMap<string, (given: ValueMap) => Promise<Value>>;

/** The actions of a development chain. The keys of its accounts stay in this process. */
export function createDevActions(
  node: Pick<Node, "clock" | "ledger" | "mining" | "sendTransaction">,
): DevActions {
  const { clock, ledger, mining } = node;
  const accounts = namedDevAccounts();
  let lastUs = 0;

  /** Signs a call with the key of an account, and submits it. Throws `DEV_ACTION`, or why the call is refused. */
  async function signAndSend(given: ValueMap): Promise<Value> {
    const [from, call] = [given.get("from"), given.get("call")];
    const account = accounts.find(({ name, address }) => name === from || address === from);
    if (account === undefined) throw errors.devAction({ reason: "from is not a development account" });
    if (!isMap(call)) throw errors.devAction({ reason: "call is not an object" });
    // Equal calls in one moment are two transactions.
    lastUs = Math.max(clock.nowUs(), lastUs + 1);
    const members = [
      ...networkMembers(ledger.network),
      ...call,
      ["timestamp", BigInt(lastUs)],
      ["from", account.address],
    ] as const;
    const signed = signTransaction(new Map<string, Value>(members), account.privateKey);
    const { transaction, public_key, signature } = signed;
    return objectToValue({ hash: await node.sendTransaction({ transaction, public_key, signature }) });
  }

  return new Map([
    ["accounts", async () => accounts.map(({ name, address }) => objectToValue({ name, address }))],
    ["send", signAndSend],
    [
      "mining",
      async (given) => {
        const isWanted = given.get("on");
        if (isWanted === true) mining.start();
        else if (isWanted === false) await mining.stop();
        return objectToValue({ on: mining.isOn });
      },
    ],
  ]);
}
