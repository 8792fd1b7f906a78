import { openChain, withStoredChain } from "../../src/actions/open-chain.js";
import type { Context } from "../../src/cli/command.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { MAX_BLOCKS } from "../../src/records/operations/limits.js";
import type { ReadChain } from "../../src/replay/read-chain.js";
import { workspaceOf } from "../workspace.js";

/** A transaction and the height of the block that holds it. */
interface Held {
  readonly hash: string;
  readonly height: number;
}

/**
 * The fee that a transaction paid, in units: it is executed again on the state before it. Null when that cannot be told,
 * or when a node given by URL would have to send many blocks for it.
 */
export async function feePaid(context: Context, held: Held): Promise<bigint | null> {
  const workspace = workspaceOf(context);
  const place = await workspace.place();
  try {
    // Reading the database is faster than asking the node that runs on it.
    if ("url" in place && place.directory !== undefined)
      return await withStoredChain(workspace, (chain) => feeOn(chain, held.hash));
    const chain = await openChain(workspace);
    const isFar = "url" in place && chain.height - held.height > MAX_BLOCKS;
    return isFar ? null : await feeOn(chain, held.hash);
  } catch (error) {
    // The transaction is shown without its fee.
    if (error instanceof ChainError) return null;
    throw error;
  }
}

async function feeOn(chain: ReadChain, hash: string): Promise<bigint | null> {
  const [{ replayTransaction }, { costOf }] = await Promise.all([
    import("../../src/replay/trial/try-transaction.js"),
    import("../../src/replay/trial/fee.js"),
  ]);
  const trial = await replayTransaction(chain, hash);
  return trial === null ? null : costOf(trial, await chain.at(trial.height)).fee;
}
