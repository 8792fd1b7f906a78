import { waitForTransaction } from "../../../src/actions/wait.js";
import type { Client } from "../../../src/client/index.js";
import { objectToMap, type Value } from "../../../src/codec/value.js";
import type { DevProcess } from "../../support/dev-process.js";

/** Sends a transaction of an account, by default alice, and waits until a block holds it. Returns its hash. */
export async function sendCommitted(
  client: Client,
  { accounts: [alice] }: Pick<DevProcess, "accounts">,
  members: Readonly<Record<string, Value>>,
): Promise<string> {
  const { address = "", privateKey = "" } = alice ?? {};
  const transaction = objectToMap({ ...members, timestamp: BigInt(Date.now()) * 1000n, from: address });
  return waitCommitted(client, await client.signAndSend(transaction, privateKey));
}

/** Waits until a block holds a transaction, and returns its hash. */
export async function waitCommitted(client: Client, hash: string): Promise<string> {
  await waitForTransaction(client, hash, { timeoutS: 60, signal: new AbortController().signal, advice: "" });
  return hash;
}
