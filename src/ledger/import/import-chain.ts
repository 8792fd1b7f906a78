import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import type { MainBlock } from "../../records/main-block.js";
import type { ResourceBlock } from "../../records/resource-block.js";
import { applyBlocks } from "../apply/apply-blocks.js";
import { interleave, type ChainBlock } from "../apply/chain-block.js";
import type { ChainName } from "../apply/placed.js";
import type { Ledger } from "../ledger.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "../signatures/signature-verifier.js";
import { SignaturesAhead } from "../signatures/signatures-ahead.js";
import * as errors from "../errors.js";

/** The blocks of two chains, each in order of height. */
export interface RecordedChains {
  readonly main: AsyncIterable<MainBlock>;
  readonly resource: AsyncIterable<ResourceBlock>;
}

export interface ImportOptions {
  readonly nowUs: number;
  /** Verifies signatures while the preceding blocks are executed. */
  readonly verifier?: SignatureVerifier;
  /** Called after each block, including those that were already present. */
  readonly onBlock?: (chain: ChainName, height: number, transactions: number) => void;
}

/**
 * Applies two recorded chains that belong together with full validation. Blocks that are
 * already present are skipped, so that an interrupted import can be run again. Throws for the first rule that a block
 * breaks, with its chain and height in the details, or `IMPORT_FORK`.
 */
export async function importChains(
  ledger: Ledger,
  { main, resource }: RecordedChains,
  { nowUs, verifier = INLINE_VERIFIER, onBlock }: ImportOptions,
): Promise<void> {
  const signatures = new SignaturesAhead(verifier);
  const verifiedBlocks = readAhead(main, (blocks) => signatures.begin(blocks));
  // A resource block that names a main block beyond the last is refused at the end.
  const range = { mainHeight: ledger.tip.height, isComplete: true };
  await applyBlocks(ledger, interleave(verifiedBlocks, resource, range), {
    nowUs: () => nowUs,
    // History is not used before its time, so what PROTOCOL 8.10 allows is taken at once.
    mainAheadUs: TIMESTAMP_ERROR_US,
    signatures,
    isPresent,
    onStored: (next) => {
      const transactions = next.chain === "main" ? next.block.transactions.length : 0;
      onBlock?.(next.chain, next.block.height, transactions);
    },
  });
}

/** Whether a block is already present. Throws `IMPORT_FORK` when a different block has its height. */
async function isPresent(
  { store, tip, resourceChain }: Ledger,
  { chain, block: { height, blockhash } }: ChainBlock,
): Promise<boolean> {
  const last = chain === "main" ? tip.height : (resourceChain.tip?.height ?? 0);
  if (height > last) return false;
  const ours = await (chain === "main"
    ? store.mainBlockSummary({ height })
    : store.resourceBlock({ height }));
  if (ours?.blockhash === blockhash) return true;
  throw errors.importFork();
}

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
