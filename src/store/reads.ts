import type { BlockTarget, ListedTransaction, PageRequest, StoredMainBlock, StoreReader } from "./store.js";

/** What is derived from the methods that every store has. */

/** Reads a full main block; null when it is not there. */
export async function mainBlock(
  store: Pick<StoreReader, "mainBlockSummary" | "streamMainBlocks">,
  target: BlockTarget,
): Promise<StoredMainBlock | null> {
  const height = "height" in target ? target.height : (await store.mainBlockSummary(target))?.height;
  if (height === undefined) return null;
  for await (const block of store.streamMainBlocks(height, height))
    if ("height" in target || block.blockhash === target.blockhash) return block;
  return null;
}

/** Lists transactions, newest first: all of them, or those from or to an address. */
export function listTransactions(
  store: Pick<StoreReader, "streamTransactions">,
  page: PageRequest,
  address?: string,
): Promise<readonly ListedTransaction[]> {
  return allOf(store.streamTransactions(page, address));
}

/** Collects what is read in pieces. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The same items once the first is there, so that what fails at once fails before any is used. */
export async function begun<T>(items: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const rest = items[Symbol.asyncIterator]();
  const first = await rest.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => rest };
  })();
}
