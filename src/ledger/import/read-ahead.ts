import type { MainBlock } from "../../records/main-block.js";

/** How much is read together: at least one block. One window waits while the one before it is applied. */
const MAX_BLOCKS = 64;
const MAX_TRANSACTION_BYTES = 2 * 1024 * 1024;

/**
 * Yields blocks in their order. Calls `onRead` with the next ones, some together, while those before them are applied.
 * Yields the blocks before a failure first.
 */
export async function* readAhead(
  blocks: AsyncIterable<MainBlock>,
  onRead: (blocks: readonly MainBlock[]) => void,
): AsyncGenerator<MainBlock, void, undefined> {
  const windows = windowsOf(blocks);
  const read = (): ReturnType<typeof windows.next> => {
    const next = windows.next().then((window) => {
      if (window.done !== true) onRead(window.value);
      return window;
    });
    // Handled in its turn. This prevents an unhandled rejection until then.
    next.catch(() => undefined);
    return next;
  };
  let next = read();
  try {
    for (let window = await next; window.done !== true; window = await next) {
      next = read();
      yield* window.value;
    }
  } finally {
    await windows.return();
  }
}

async function* windowsOf(
  blocks: AsyncIterable<MainBlock>,
): AsyncGenerator<readonly MainBlock[], void, undefined> {
  let window: MainBlock[] = [];
  let bytes = 0;
  try {
    for await (const block of blocks) {
      window.push(block);
      bytes += block.transactions.reduce((sum, { size }) => sum + size, 0);
      if (window.length < MAX_BLOCKS && bytes < MAX_TRANSACTION_BYTES) continue;
      yield window;
      [window, bytes] = [[], 0];
    }
  } catch (error) {
    yield window;
    throw error;
  }
  yield window;
}
