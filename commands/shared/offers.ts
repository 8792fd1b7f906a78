import type { Completer } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Client } from "../../src/client/index.js";
import { ChainError } from "../../src/codec/chain-error.js";
import type { Store } from "../../src/store/store.js";
import { RESOURCE_OPTION } from "./chain-option.js";
import { findNode, givesWay } from "./find-node.js";
import { openClientAt } from "./node.js";

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
 * What the node that a command finds answers; where none does, what the database says, for which nothing of the engine
 * is loaded. Null where there is neither.
 */
async function fromChain<T>(
  context: Context,
  ask: (client: Client) => Promise<T>,
  read: (store: Store) => Promise<T>,
): Promise<T | null> {
  const place = await findNode(context);
  if ("url" in place) {
    try {
      return await ask(await openClientAt(place.url));
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      if (!(await givesWay(context))) return null;
      return fromChain(context, ask, read);
    }
  }
  const { openStoreToRead } = await import("../../src/node/open-store.js");
  const { store } = await openStoreToRead(place.stopped);
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}
