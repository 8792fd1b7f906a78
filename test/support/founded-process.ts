import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../../src/client/create-client.js";
import type { Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { runBinary } from "../cli/binary.js";
import { useProcess, type DevProcess, type DevProcessFixture } from "./dev-process.js";
import { startNodeProcess } from "./node-process.js";

const TEMPLATE = `network_name = "TWO"
[constants]
main_chain_interval = 250000
default_difficulty = "20000000"
`;

/**
 * Provides one suite with the node that begins a network of rules 2, in a process of its own. Its accounts are those of a
 * development chain, funded by Faucet. A development chain has rules 1.
 */
export function useFoundedProcess(): DevProcessFixture {
  return useProcess(startFoundedProcess);
}

/** Starts the node in a directory, which begins the network when there is nothing in it. */
export async function startFoundedProcess(
  directory: string,
  flags: readonly string[] = [],
): Promise<DevProcess> {
  const isNew = !existsSync(join(directory, "network.toml"));
  if (isNew) await found(directory);
  const node = { ...(await startNodeProcess(directory, flags)), accounts: devAccounts() };
  if (isNew) await fund(node);
  return node;
}

async function found(directory: string): Promise<void> {
  const template = `${directory}.toml`;
  await writeFile(template, TEMPLATE);
  const words = ["init", "--genesis", "--network", template, "--rules", "2", "--preset", "dev"];
  const { code, stderr } = await runBinary([...words, "--data-dir", directory]);
  if (code !== 0) throw new Error(stderr);
}

/** Lets each account call Faucet, and waits until blocks hold the calls. */
async function fund({ url, accounts }: DevProcess): Promise<void> {
  const client = createClient({ url });
  const members = await client.networkMembers();
  const hashes = await Promise.all(
    accounts.map(({ address, privateKey }) => {
      const timestamp = BigInt(Date.now() * 1000);
      const transaction = new Map<string, Value>([
        ["type", "Faucet"],
        ["timestamp", timestamp],
        ["from", address],
        ...members,
      ]);
      return client.sendTransaction(signTransaction(transaction, privateKey));
    }),
  );
  for (const hash of hashes) while ((await client.getTransaction(hash)) === null);
}
