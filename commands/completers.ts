import type { Completer, Context } from "../src/cli/command.js";
import type { Client } from "../src/client/index.js";
import { ChainError } from "../src/codec/chain-error.js";
import type { DataDirectory } from "../src/data/directory/data-directory.js";
import type { Store } from "../src/store/store.js";
import { RESOURCE_OPTION } from "./options.js";
import { openClientAt } from "../src/actions/workspace.js";
import { listTransactions } from "../src/store/reads.js";

const MOST = 20;

export const completeHeights: Completer = async (context, before) => {
  const isResource = before.flag(RESOURCE_OPTION.name);
  const tip = await fromChain(
    context,
    (client) => (isResource ? client.resourceBlockCount() : client.blockCount()),
    async (store) =>
      (await (isResource ? store.resourceBlock("last") : store.mainBlockSummary("last")))?.height ?? 0,
  );
  return Array.from({ length: Math.min(tip ?? 0, MOST) }, (_, index) => String((tip ?? 0) - index));
};

export const completeTransactions: Completer = async (context) => {
  const hashes = await fromChain(
    context,
    async (client) => [...(await client.listTransaction({ count: MOST })).keys()],
    async (store) => (await listTransactions(store, { page: 1, count: MOST })).map(({ hash }) => hash),
  );
  return hashes ?? [];
};

/** Joins offers. The completers run in turn, so that once one has found no node the others do not ask again. */
export function anyOf(...completers: readonly Completer[]): Completer {
  return async (context, before) => {
    const offers: string[] = [];
    for (const complete of completers) offers.push(...(await complete(context, before)));
    return offers;
  };
}

/** Returns a completer that asks a node, and reads the data directory when no node answers. */
export function offered(complete: Completer): Completer {
  return async (context, before) => {
    try {
      return await complete(context, before);
    } catch (error) {
      if (!(error instanceof ChainError) || !(await context.workspace.givesWay())) return [];
      return complete(context, before);
    }
  };
}

/**
 * Reads the database of the data directory, whether its node runs or not: that is faster than a request, and loads
 * nothing of the engine. A node given by URL is asked, and the data directory is read when it does not answer. Null
 * when there is neither.
 */
async function fromChain<T>(
  context: Context,
  ask: (client: Client) => Promise<T>,
  read: (store: Store) => Promise<T>,
): Promise<T | null> {
  const directory = await context.workspace.nearestDirectory({ isOffline: true });
  if (directory !== null) return readStore(directory, read);
  const place = await context.workspace.place();
  try {
    if ("url" in place) return await ask(await openClientAt(place.url));
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
  }
  await context.workspace.givesWay();
  const next = await context.workspace.place();
  return "stopped" in next ? readStore(next.stopped, read) : null;
}

async function readStore<T>(directory: DataDirectory, read: (store: Store) => Promise<T>): Promise<T> {
  const { openStoreToRead } = await import("../src/data/directory/open-store.js");
  const { store } = await openStoreToRead(directory);
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}
