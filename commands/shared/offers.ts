import type { Completer } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Client } from "../../src/client/index.js";
import { ChainError } from "../../src/codec/chain-error.js";
import type { DataDirectory } from "../../src/node/directory/data-directory.js";
import type { Store } from "../../src/store/store.js";
import { RESOURCE_OPTION } from "./chain/chain-option.js";
import { findNode, givesWay, nearestDirectory } from "./node/find-node.js";
import { openClientAt } from "./node/node.js";

const MOST = 20;

/** The newest heights of the chain that is asked. */
export const completeHeights: Completer = async (context, before) => {
  const isResource = before.flag(RESOURCE_OPTION.name);
  const tip = await fromChain(
    context,
    (client) => (isResource ? client.resourceBlockCount() : client.blockCount()),
    async (store) => (await (isResource ? store.lastResourceBlock() : store.lastMainBlock()))?.height ?? 0,
  );
  return Array.from({ length: Math.min(tip ?? 0, MOST) }, (_, index) => String((tip ?? 0) - index));
};

/** The hashes of the newest transactions. */
export const completeTransactions: Completer = async (context) => {
  const hashes = await fromChain(
    context,
    async (client) => [...(await client.listTransaction({ count: MOST })).keys()],
    async (store) => (await store.listTransactions({ page: 1, count: MOST })).map(({ hash }) => hash),
  );
  return hashes ?? [];
};

/** What several completers offer, one after the other: where the first found no node, the others ask none. */
export function anyOf(...completers: readonly Completer[]): Completer {
  return async (context, before) => {
    const offers: string[] = [];
    for (const complete of completers) offers.push(...(await complete(context, before)));
    return offers;
  };
}

/** A completer that asks a node, and the data directory where none answers. */
export function offered(complete: Completer): Completer {
  return async (context, before) => {
    try {
      return await complete(context, before);
    } catch (error) {
      if (!(error instanceof ChainError) || !(await givesWay(context))) return [];
      return complete(context, before);
    }
  };
}

/**
 * What the database says, beside its node or without one: that is quicker than to ask, and nothing of the engine is
 * loaded. What is at an address is asked there, and where nobody answers the data directory is read too. Null where there
 * is neither.
 */
async function fromChain<T>(
  context: Context,
  ask: (client: Client) => Promise<T>,
  read: (store: Store) => Promise<T>,
): Promise<T | null> {
  const directory = await nearestDirectory(context);
  if (directory !== null) return readStore(directory, read);
  const place = await findNode(context);
  try {
    if ("url" in place) return await ask(await openClientAt(place.url));
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
  }
  await givesWay(context);
  const next = await findNode(context);
  return "stopped" in next ? readStore(next.stopped, read) : null;
}

async function readStore<T>(directory: DataDirectory, read: (store: Store) => Promise<T>): Promise<T> {
  const { openStoreToRead } = await import("../../src/node/directory/open-store.js");
  const { store } = await openStoreToRead(directory);
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}
