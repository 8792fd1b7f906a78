import type { Value } from "../../src/codec/value.js";
import { createClient } from "../../src/client/create-client.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { readIdentity } from "../../src/data/directory/identity.js";
import { signTransaction } from "../../src/records/transaction.js";

/**
 * Sends a transaction that costs nothing and changes nothing, and returns its hash: an Oracle of a manager.
 *
 * @param directory the data directory of the node that began the network, which is its manager.
 */
export async function sendOracle(directory: string, url: string): Promise<string> {
  const { node } = await readIdentity(dataDirectory(directory).identityFile);
  const client = createClient({ url });
  const content = new Map<string, Value>([
    ["type", "Oracle"],
    ...(await client.networkMembers()),
    ["from", node.address],
    ["timestamp", BigInt(Date.now() * 1000)],
    ["code", "one"],
  ]);
  const transaction = signTransaction(content, node.privateKey);
  await client.sendTransaction(transaction);
  return transaction.hash;
}
