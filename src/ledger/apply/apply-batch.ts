import { ChainError } from "../../codec/chain-error.js";
import { mayBeHistory } from "../resource-chain.js";
import type { Ledger } from "../ledger.js";
import type { SignatureVerdicts } from "../signatures/signatures-ahead.js";
import { machineThread, signatureThread } from "../errors.js";
import { verifyMainBlock } from "../verify-block.js";
import { TimeSlice } from "../../base/yield-to-loop.js";
import type { ChainBlock } from "./chain-block.js";
import { Draft } from "./draft.js";
import { atBlock } from "./placed.js";

export interface ApplyOptions {
  /** The present time, µs since 1970-01-01T00:00:00Z. */
  readonly nowUs: () => number;
  /** How far ahead of the present a main block may be dated, µs. Default: not at all (PROTOCOL 15.1). */
  readonly mainAheadUs?: number;
  /** Whether the blocks are taken while the node runs (PROTOCOL 15.9). Default: they are recorded history. */
  readonly isLive?: boolean;
  /** The signatures that are already verified. Default: none. */
  readonly signatures?: SignatureVerdicts;
  /** Whether the blocks may be undone whatever follows them: they do not move the fixed height. */
  readonly isTentative?: boolean;
  /** Whether a block is applied already, and is skipped. Throws when another one is in its place. */
  readonly isPresent?: (ledger: Ledger, next: ChainBlock) => Promise<boolean>;
  /** Called with a block that breaks a rule, and the rule's error, before that error is thrown. */
  readonly onRefused?: (refused: ChainBlock, reason: ChainError) => void;
  /** Called for each block once it is stored. */
  readonly onStored?: (stored: ChainBlock) => void;
  /** Asked after each block, so that a stopping node waits for at most one long block. */
  readonly isStopped?: () => boolean;
  /** How many characters of updates are held before they are stored. Default: 2 MB. */
  readonly maxLength?: number;
}

/** How many blocks and transactions are executed before they are stored and before other tasks get a turn. */
const MAX_BLOCKS = 64;
const MAX_TRANSACTIONS = 1024;

/** These are "unavailable", not "local", because a caller whose query ends so may try again (PROTOCOL 13.4). */
const THREAD_FAILURES: ReadonlySet<string> = new Set([machineThread.code, signatureThread.code]);

/** The longest row of resource blocks that is held until a main block follows. */
const MAX_OPEN_ROW = 64;

export function isBatchFull(batch: readonly ChainBlock[]): boolean {
  if (batch.length >= MAX_BLOCKS) return true;
  return batch.reduce((sum, next) => sum + transactionsOf(next), 0) >= MAX_TRANSACTIONS;
}

/**
 * Whether a batch must not end here: a resource block at its end may be history, which the next main block of its chain
 * decides (PROTOCOL 15.9). Only blocks up to height C + 1 may be, so a longer row of resource blocks holds none that is
 * worth waiting for: a peer could send rows without end.
 */
export function isBatchOpen({ tip, network }: Ledger, batch: readonly ChainBlock[]): boolean {
  const lastMain = batch.findLastIndex(({ chain }) => chain === "main");
  const main = batch[lastMain];
  const named = main?.chain === "main" ? main.block : tip;
  const row = batch.slice(lastMain + 1);
  if (row.length > MAX_OPEN_ROW) return false;
  return row.some((next) => next.chain === "resource" && mayBeHistory(next.block, named, network));
}

/**
 * Checks blocks on their tips, one after the other, and stores them together (PROTOCOL 8.10, 10.4, docs/adr/0011). When
 * a block breaks a rule, the blocks before it are stored and the error of the rule is thrown. Ends early when the node
 * stops.
 */
export async function applyBatch(
  ledger: Ledger,
  batch: readonly ChainBlock[],
  options: ApplyOptions,
): Promise<void> {
  const { isStopped = () => false, onStored } = options;
  const [only] = batch;
  if (batch.length === 1 && only !== undefined) {
    await applyBlock(ledger, only, options);
    return onStored?.(only);
  }
  for (let rest = batch; rest.length > 0 && !isStopped();)
    rest = rest.slice(await applyDraft(ledger, rest, options));
}

/** Returns how many blocks it stored. */
async function applyDraft(
  ledger: Ledger,
  batch: readonly ChainBlock[],
  options: ApplyOptions,
): Promise<number> {
  const { isStopped = () => false, onStored = () => undefined, isTentative = false } = options;
  const draft = new Draft(ledger, options.maxLength);
  await draft.readAhead(batch.flatMap((next) => (next.chain === "main" ? [next.block] : [])));
  const applied: ChainBlock[] = [];
  // Work in memory never waits, so it has to yield to other tasks itself.
  const slice = new TimeSlice();
  const store = (): Promise<void> =>
    draft.store(options.nowUs(), { isTentative, onStored: () => applied.forEach((next) => onStored(next)) });
  try {
    for (const [index, next] of batch.entries()) {
      await applyFirst(draft.ledger, batch.slice(index), { ...options, isTentative: true });
      applied.push(next);
      if (draft.isLong || isStopped()) break;
      if (slice.isOver) await slice.next();
    }
  } catch (error) {
    await store();
    throw error;
  }
  await store();
  return applied.length;
}

/** Checks one block on its tip and commits it. Throws the error of the first rule that it breaks. */
export function applyBlock(ledger: Ledger, next: ChainBlock, options: ApplyOptions): Promise<void> {
  return applyFirst(ledger, [next], options);
}

/** The same for the first of some blocks, which the blocks after it may show to be history (PROTOCOL 15.9). */
async function applyFirst(
  ledger: Ledger,
  blocks: readonly ChainBlock[],
  options: ApplyOptions,
): Promise<void> {
  const { isPresent, signatures, mainAheadUs = 0, isTentative = false, isLive = false } = options;
  const [next] = blocks;
  if (next === undefined) return;
  await refusing(next, options, async () => {
    if (isPresent !== undefined && (await isPresent(ledger, next))) return;
    const nowUs = options.nowUs();
    if (next.chain === "resource") {
      const liveTip = isLive && !(await isHistory(ledger, blocks, options)) ? ledger.tip : undefined;
      return ledger.resourceChain.commit(next.block, nowUs, { isTentative, liveTip });
    }
    const verified = await signatures?.of(next.block);
    const executed = await verifyMainBlock(ledger, next.block, { nowUs: nowUs + mainAheadUs, ...verified });
    await ledger.commit(executed, next.block.seal);
  });
}

/**
 * Whether the first of some blocks, a back-dated resource block, is history: the next main block was made after it, as
 * its transactions and rewards show (PROTOCOL 15.9). A peer that merely claims such a main block proves nothing.
 */
async function isHistory(
  ledger: Ledger,
  blocks: readonly ChainBlock[],
  { nowUs, mainAheadUs = 0, signatures }: ApplyOptions,
): Promise<boolean> {
  const [first] = blocks;
  if (first?.chain !== "resource" || !mayBeHistory(first.block, ledger.tip, ledger.network)) return false;
  const end = blocks.findIndex(({ chain }) => chain === "main");
  const draft = new Draft(ledger);
  const options = {
    nowUs,
    mainAheadUs,
    isTentative: true,
    ...(signatures === undefined ? {} : { signatures }),
  };
  try {
    for (const next of blocks.slice(0, end + 1)) await applyBlock(draft.ledger, next, options);
  } catch (error) {
    if (!(error instanceof ChainError) || isOwnFailure(error)) throw error;
    return false;
  }
  return end >= 0;
}

/** Does work on a block. Its errors name the block; one that is the block's own fault is reported. */
export async function refusing(
  next: ChainBlock,
  { onRefused }: Pick<ApplyOptions, "onRefused">,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await atBlock(next.chain, next.block.height, work);
  } catch (error) {
    // A failure of this node's own data or threads is not the block's fault.
    if (error instanceof ChainError && !isOwnFailure(error)) onRefused?.(next, error);
    throw error;
  }
}

function isOwnFailure({ kind, code }: ChainError): boolean {
  return kind === "local" || THREAD_FAILURES.has(code);
}

function transactionsOf(next: ChainBlock): number {
  return next.chain === "main" ? next.block.transactions.length : 0;
}
