import { chmodSync, cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Client } from "../../src/client/create-client.js";
import type { Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/node/network/dev-network.js";
import { signTransaction } from "../../src/records/transaction.js";

/** Data directories of earlier releases, by schema. See test/fixtures/README.md. */
const FIXTURES = fileURLToPath(new URL("../../../test/fixtures/", import.meta.url));
const POLL_MS = 50;

/** Their names, such as `schema-1/dev`. */
export function earlierData(): readonly string[] {
  return readdirSync(FIXTURES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(FIXTURES, name)).map((kind) => `${name}/${kind}`));
}

/** Copies one of them to a path and returns the copy. */
export function copyEarlierData(name: string, path: string): string {
  cpSync(join(FIXTURES, name), path, { recursive: true });
  // Git does not keep file modes.
  chmodSync(path, 0o700);
  for (const file of readdirSync(path)) chmodSync(join(path, file), 0o600);
  return path;
}

/** Sends a transfer between two accounts that every fixture funds, and waits until a block holds it. */
export async function commitTransfer(client: Client): Promise<string> {
  const [from, to] = devAccounts();
  if (from === undefined || to === undefined) throw new RangeError("There are ten. ");
  for (;;) {
    const members = { type: "Send", to: to.address, amount: "1", timestamp: BigInt(Date.now() * 1000) };
    const transaction = signTransaction(new Map<string, Value>(Object.entries(members)), from.privateKey);
    await client.sendTransaction(transaction);
    for (;;) {
      await setTimeout(POLL_MS);
      // In this order: a block may be made between the two.
      const isWaiting = (await client.broadcast()).transactions.has(transaction.hash);
      if ((await client.getTransaction(transaction.hash)) !== null) return transaction.hash;
      // A transaction that waited too long for a validator is signed again.
      if (!isWaiting) break;
    }
  }
}
