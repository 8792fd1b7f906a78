import { canonicalJson } from "../codec/canonical-json.js";
import { ChainError } from "../codec/chain-error.js";
import { padStateKey } from "../codec/state-key.js";
import type { StateEntry, StateKind, Store } from "../store/store.js";
import { importChains, type ImportOptions } from "./import/import-chain.js";
import { readMainBlocks, readResourceBlocks } from "./import/read-blocks.js";
import { storedHeights, storedMainTexts, storedResourceTexts } from "./import/stored-chain.js";
import type { Ledger } from "./ledger.js";
import { Turn } from "./yield-to-loop.js";

/** Where a stored chain is not what its own blocks make of it. */
export interface ChainDifference {
  readonly chain: string;
  readonly height: number;
  /** The state key, where the difference is in one. */
  readonly key: string | null;
  /** What is wrong, one sentence. */
  readonly reason: string;
}

/**
 * Derives a stored chain once more from its first block, on an empty ledger: hashes, seals, proofs, receipts, execution
 * and, after the last block, every cell of the state. Answers the first difference, null when there is none.
 */
export async function checkChain(
  stored: Store,
  empty: Ledger,
  options: ImportOptions,
): Promise<ChainDifference | null> {
  try {
    const heights = await storedHeights(stored);
    const main = readMainBlocks(storedMainTexts(stored, heights.main));
    const resource = readResourceBlocks(storedResourceTexts(stored, heights.resource));
    await importChains(empty, main, resource, options);
  } catch (error) {
    return differenceOf(error);
  }
  return (await compareState(stored, empty, "universal")) ?? compareState(stored, empty, "local");
}

/** A block that breaks a rule is the difference; anything else that fails is not the chain's fault. */
function differenceOf(error: unknown): ChainDifference {
  if (!(error instanceof ChainError)) throw error;
  const { chain, height, key } = error.details;
  if (typeof chain !== "string" || typeof height !== "number") throw error;
  return { chain, height, key: typeof key === "string" ? key : null, reason: error.message.trim() };
}

async function compareState(
  stored: Store,
  { store, tip }: Ledger,
  kind: StateKind,
): Promise<ChainDifference | null> {
  const derived = store.streamState(kind)[Symbol.asyncIterator]();
  const next = async (): Promise<StateEntry | null> => {
    const result = await derived.next();
    return result.done === true ? null : result.value;
  };
  let right = await next();
  const turn = new Turn();
  for await (const left of stored.streamState(kind)) {
    if (turn.isOver) await turn.next();
    if (right === null || !isSameCell(left, right)) {
      return stateDifference(
        kind,
        tip.height,
        right === null || isBefore(left, right) ? left.key : right.key,
      );
    }
    right = await next();
  }
  return right === null ? null : stateDifference(kind, tip.height, right.key);
}

function isSameCell(left: StateEntry, right: StateEntry): boolean {
  return left.key === right.key && canonicalJson(left.value) === canonicalJson(right.value);
}

function isBefore(left: StateEntry, right: StateEntry): boolean {
  return padStateKey(left.key) < padStateKey(right.key);
}

function stateDifference(kind: StateKind, height: number, key: string): ChainDifference {
  return {
    chain: "main",
    height,
    key,
    reason: `The ${kind} state holds another value than the blocks give it.`,
  };
}
