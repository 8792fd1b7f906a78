import type { Client } from "../../client/index.js";
import { isPartOf, readHashPart } from "../../codec/hash-part.js";
import { timeHashToHash } from "../../codec/hash.js";

interface FoundHash {
  readonly kind: "block" | "resourceBlock" | "transaction";
  readonly hash: string;
}

/** As many as a reader may have seen. A node lists no more resource blocks at once. */
const LATEST = { main: 500, resource: 100, transactions: 500 };

/** Finds the latest blocks and transactions by a part of their hash, or of what follows its time, as the page shows it. */
export async function findHashParts(
  node: Pick<Client, "listBlock" | "listResourceBlock" | "listTransaction">,
  given: string,
): Promise<readonly FoundHash[]> {
  const part = readHashPart(given);
  if (part === null) return [];
  const [main, resource, transactions] = await Promise.all([
    node.listBlock({ count: LATEST.main, order: "descending" }),
    node.listResourceBlock({ count: LATEST.resource }),
    node.listTransaction({ count: LATEST.transactions }),
  ]);
  const all: readonly FoundHash[] = [
    ...main.map(({ blockhash: hash }) => ({ kind: "block" as const, hash })),
    ...resource.map(({ blockhash: hash }) => ({ kind: "resourceBlock" as const, hash })),
    ...Array.from(transactions.keys(), (hash) => ({ kind: "transaction" as const, hash })),
  ];
  return all.filter(({ hash }) => isPartOf(part, hash) || isPartOf(part, timeHashToHash(hash)));
}
