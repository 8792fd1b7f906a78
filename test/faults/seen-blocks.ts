import { existsSync } from "node:fs";
import { parseJson } from "../../src/codec/parse-json.js";
import { mainBlockToText, readMainBlock } from "../../src/records/main-block.js";
import { openStoredChain } from "../../src/data/chain/stored-chain.js";
import { checkData } from "../../src/data/chain/derived-chain.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { openStoreToRead } from "../../src/data/directory/open-store.js";
import type { HammeredNode } from "./hammered-node.js";

/** Notes which block holds each transaction, as a client sees it. */
export async function noteBlocks({ client }: HammeredNode, seen: Map<string, number>): Promise<void> {
  const { height } = (await client.info()).last_block;
  for (const hash of (await client.listTransaction({ page: 1, count: 100 })).keys())
    if (!seen.has(hash)) seen.set(hash, height);
}

/** Checks a directory whose node has ended. Returns the number of transactions in its blocks. */
export async function countCommitted(directory: string, seen: ReadonlyMap<string, number>): Promise<number> {
  const data = dataDirectory(directory);
  // Every process may have ended before it made the database.
  if (seen.size === 0 && !existsSync(data.databaseFile)) return 0;
  const { store } = await openStoreToRead(data);
  const found = new Set<string>();
  const last = (await store.mainBlockSummary("last"))?.height ?? 0;
  for await (const block of store.streamMainBlocks(1, last))
    for (const { hash } of readMainBlock(parseJson(mainBlockToText(block))).transactions) {
      if (found.has(hash)) throw new Error(`${hash} is in two blocks. `);
      found.add(hash);
    }
  await store.close();
  const lost = [...seen].filter(([hash]) => !found.has(hash));
  if (lost.length > 0)
    throw new Error(`${lost.length} transactions are lost, the first ${lost[0]?.[0] ?? ""}. `);
  const chain = await openStoredChain(data);
  const findings = await checkData(chain, directory, { nowUs: Date.now() * 1000 });
  await chain.close();
  if (findings !== null) throw new Error(`data check: ${JSON.stringify(findings)}`);
  return found.size;
}
