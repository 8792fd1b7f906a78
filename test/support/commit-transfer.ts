import { setTimeout } from "node:timers/promises";
import { createClient, type Client } from "../../src/client/create-client.js";
import type { Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { startNodeProcess } from "./node-process.js";

const POLL_MS = 50;

/** Sends a transfer between two accounts of a development chain, and waits until a block holds it. */
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

/** Makes a data directory with a development chain of at least so many blocks. Returns how many it has. */
export async function makeDevDirectory(path: string, blocks: number): Promise<number> {
  const node = await startNodeProcess(path, ["--dev"]);
  const client = createClient({ url: node.url });
  for (let block = 0; block < blocks; block += 1) await commitTransfer(client);
  const { sync_limit: height } = await client.round();
  if ((await node.stop()) !== 0) throw new Error(`The node failed: ${node.log()}`);
  return height;
}
