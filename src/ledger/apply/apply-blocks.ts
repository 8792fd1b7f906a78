import type { Ledger } from "../ledger.js";
import { applyBatch, isBatchFull, isBatchOpen, type ApplyOptions } from "./apply-batch.js";
import type { ChainBlock } from "./chain-block.js";
import { setImmediate } from "node:timers/promises";

export interface PipelineOptions extends ApplyOptions {
  /**
   * Called with each batch; applies it when it may be applied now. False ends the work. A running node lets nothing
   * else change its chains meanwhile.
   */
  readonly admit?: (batch: readonly ChainBlock[], apply: () => Promise<void>) => Promise<boolean>;
}

/**
 * The one way for blocks that this node did not make: applies them in order, in batches of those that have arrived.
 * Import, check, reindex and sync feed it; each verifies signatures ahead (`SignaturesAhead`). Throws the failure of the
 * stream, or the error of the first rule that a block breaks; the blocks before it are then stored.
 *
 * Returns whether there was any block.
 */
export async function applyBlocks(
  ledger: Ledger,
  blocks: AsyncIterable<ChainBlock>,
  { admit = applyAtOnce, ...options }: PipelineOptions,
): Promise<boolean> {
  let isAny = false;
  const isOpen = (batch: readonly ChainBlock[]): boolean =>
    options.isLive === true && isBatchOpen(ledger, batch);
  for await (const batch of inBatches(blocks, isBatchFull, isOpen)) {
    isAny = true;
    if (!(await admit(batch, () => applyBatch(ledger, batch, options)))) break;
  }
  return isAny;
}

async function applyAtOnce(_: readonly ChainBlock[], apply: () => Promise<void>): Promise<boolean> {
  await apply();
  return true;
}

/**
 * Groups the items of a stream: as many as have arrived already and belong in one batch. Does not wait for items that are
 * still on their way, except while a batch is open: it must not end there unless the stream does. Yields the items
 * before a failure first.
 */
export async function* inBatches<T>(
  items: AsyncIterable<T>,
  isFull: (batch: readonly T[]) => boolean,
  isOpen: (batch: readonly T[]) => boolean = () => false,
): AsyncGenerator<readonly T[], void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (let first = await next; first.done !== true; first = await next) {
      const batch = [first.value];
      next = nextOf(iterator);
      for (let mustGoOn = isOpen(batch); mustGoOn || !isFull(batch); mustGoOn = isOpen(batch)) {
        const item = await (mustGoOn ? itemOf(next) : hereAlready(next));
        if (item === null) break;
        batch.push(item);
        next = nextOf(iterator);
      }
      yield batch;
    }
  } finally {
    await iterator.return?.();
  }
}

function nextOf<T>(iterator: AsyncIterator<T>): Promise<IteratorResult<T>> {
  const next = iterator.next();
  // Handled in its turn. This prevents an unhandled rejection until then.
  next.catch(() => undefined);
  return next;
}

/** The next item if it has arrived; null if not, or at the end of the stream. */
async function hereAlready<T>(next: Promise<IteratorResult<T>>): Promise<T | null> {
  return Promise.race([itemOf(next), setImmediate(null)]);
}

/** The next item; null at the end of the stream, which may be a failure. */
async function itemOf<T>(next: Promise<IteratorResult<T>>): Promise<T | null> {
  return next.then(
    (result) => (result.done === true ? null : result.value),
    () => null,
  );
}
