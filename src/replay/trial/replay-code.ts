import { canonicalJson } from "../../codec/canonical-json.js";
import { ChainError } from "../../codec/chain-error.js";
import { padStateKey } from "../../codec/state-key.js";
import { cidOf, parseCode, type Method } from "../../records/code.js";
import type { SignedTransaction } from "../../records/transaction.js";
import { compileMethod } from "../../vm/machine.js";
import type { ReadChain } from "../read-chain.js";
import type { CellChange } from "./cell-uses.js";
import { replayTransaction } from "./try-transaction.js";
import type { Trial } from "./trial.js";

/** What a recorded transaction did, and what it would do under another version of its code. */
export interface ReplayedCall {
  readonly contract: string;
  readonly transaction: SignedTransaction;
  /** Of its block. */
  readonly height: number;
  /** Null when the new version accepts it; otherwise why it does not. */
  readonly refusal: string | null;
  /** The cells that end with another value: the old version's change, the new one's, or null for no change. */
  readonly changes: readonly DifferingChange[];
  readonly weight: { readonly old: bigint; readonly new: bigint };
}

export interface DifferingChange {
  readonly old: CellChange | null;
  readonly new: CellChange | null;
}

/** Whether the new version does the same, at the same cost. */
export function isSameCall({ refusal, changes, weight }: ReplayedCall): boolean {
  return refusal === null && changes.length === 0 && weight.old === weight.new;
}

/**
 * Executes the transactions that called contracts in some blocks with other versions of them, each on the state that it
 * had. The chain holds only accepted ones. Throws `CODE_BROKEN`, and `REPLAY_FAILED` for a block that cannot be repeated.
 */
export async function* replayCode(
  chain: ReadChain,
  texts: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<ReplayedCall, void, undefined> {
  const methods = texts.map(parseCode);
  for (let height = from; height <= to; height += 1) {
    const transactions = (await chain.block(height))?.transactions ?? [];
    for (const transaction of transactions) {
      const method = methods.find((each) => isCallOf(chain, each, transaction));
      if (method !== undefined) yield replayCall(chain, method, { transaction, height });
    }
  }
}

function isCallOf({ network }: ReadChain, method: Method, { type, cid }: SignedTransaction): boolean {
  return type === method.name && (cid ?? network.rootCid) === cidOf(method);
}

async function replayCall(
  chain: ReadChain,
  method: Method,
  { transaction, height }: Pick<ReplayedCall, "transaction" | "height">,
): Promise<ReplayedCall> {
  const old = await replayTransaction(chain, transaction.hash);
  const next = await tryInstead(chain, transaction, method);
  const weight = { old: old?.execution.weight ?? 0n, new: "execution" in next ? next.execution.weight : 0n };
  const refusal = "execution" in next ? (next.execution.ok ? null : next.execution.message) : next.refusal;
  const changes = differences(old?.writes ?? [], "execution" in next ? next.writes : []);
  return { contract: method.name, transaction, height, refusal, changes, weight };
}

/** The trial, or why a parameter does not match the new definitions. */
async function tryInstead(
  chain: ReadChain,
  { hash }: SignedTransaction,
  method: Method,
): Promise<Trial | { readonly refusal: string }> {
  try {
    const trial = await replayTransaction(chain, hash, compileMethod(method));
    return trial ?? { refusal: "No block holds it. " };
  } catch (error) {
    if (error instanceof ChainError && error.code === "PARAMETER_INVALID") return { refusal: error.message };
    throw error;
  }
}

function differences(old: readonly CellChange[], next: readonly CellChange[]): readonly DifferingChange[] {
  const [before, after] = [old, next].map(
    (changes) => new Map(changes.map((change) => [`${change.kind} ${padStateKey(change.stateKey)}`, change])),
  );
  const cells = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return Array.from(cells, (cell) => ({
    old: before?.get(cell) ?? null,
    new: after?.get(cell) ?? null,
  })).filter((pair) => canonicalJson(pair.old?.new ?? null) !== canonicalJson(pair.new?.new ?? null));
}
