import { openChain, withStoredChain } from "../../src/actions/open-chain.js";
import type { Context } from "../../src/cli/command.js";
import type { Client } from "../../src/client/index.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { MAX_BLOCKS } from "../../src/records/operations/limits.js";
import type { ReadChain } from "../../src/replay/read-chain.js";

interface Held {
  readonly hash: string;
  readonly height: number;
}

/** The fee of a transaction in units, or why it is unknown and what to do: one or two sentences. */
export type FeePaid = { readonly fee: bigint } | { readonly fee: null; readonly reason: string };

/**
 * The fee that a transaction paid: it is executed again on the state before it. It is unknown when that fails, when a code
 * that this program does not know takes it, and when a node given by URL would have to send many blocks.
 */
export async function feePaid(context: Context, held: Held): Promise<FeePaid> {
  const { workspace } = context;
  const place = await workspace.place();
  try {
    // Reading the database is faster than asking the node that runs on it.
    if ("url" in place && place.directory !== undefined)
      return await withStoredChain(workspace, (chain) => feeOn(chain, held.hash));
    const blocks = "url" in place ? await blocksToRead(await workspace.client(), held.height) : 0;
    if (blocks <= MAX_BLOCKS) return await feeOn(await openChain(workspace), held.hash);
    return unknown(
      `The node does not tell earlier states: ${blocks} blocks would be read. Read them: chainnode code trace ${held.hash}`,
    );
  } catch (error) {
    if (error instanceof ChainError) return unknown(`${error.message} ${error.advice}`.trim());
    throw error;
  }
}

function unknown(reason: string): FeePaid {
  return { fee: null, reason };
}

/** The blocks that a node must send for the state before one of them: none when it answers StateAt. */
async function blocksToRead(client: Client, height: number): Promise<number> {
  const blocks = (await client.blockCount()) - height;
  if (blocks <= MAX_BLOCKS) return blocks;
  const { answersStateAt } = await import("../../src/replay/remote/asked-cells.js");
  return (await answersStateAt(client)) ? 0 : blocks;
}

async function feeOn(chain: ReadChain, hash: string): Promise<FeePaid> {
  const { replayTransaction } = await import("../../src/replay/trial/try-transaction.js");
  const { costOf } = await import("../../src/replay/trial/fee.js");
  const trial = await replayTransaction(chain, hash);
  if (trial === null) return unknown("The block that held it was undone. Ask again.");
  const { fee } = costOf(trial, await chain.at(trial.height));
  if (fee !== null) return { fee };
  return unknown(
    `A code that this program does not know takes it. Show what it wrote: chainnode code trace ${hash}`,
  );
}
