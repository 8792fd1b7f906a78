import { ChainError } from "../codec/chain-error.js";
import type { Client } from "../client/create-client.js";
import { MAX_BLOCK_TRANSACTIONS } from "../records/limits.js";
import type { BlockPlace, PlannedBlock, ServedChain } from "./served-chain.js";

/** The blocks of a chain that are wanted. */
export interface BlockRange {
  /** Both heights included. */
  readonly from: number;
  readonly to: number;
  /** The blockhash that the first one follows. */
  readonly previous_blockhash: string;
  /** The first blocks, where the peer has told of them already: it is not asked again. */
  readonly told?: readonly PlannedBlock[] | null;
}

/** Blocks in order of height that come in one answer. */
export type Window = readonly PlannedBlock[];

/**
 * What there is to fetch, as the peer with the longest chain says: whoever gives a block later is held to its blockhash.
 * An answer never holds more than one full block's worth, or one block: nobody waits long while it is read.
 *
 * Ends early where the peer has no more, or its chain has changed meanwhile. Throws `PEER_BLOCKS` when what it says does
 * not hang together.
 */
export async function* planWindows<Block extends BlockPlace>(
  chain: ServedChain<Block>,
  client: Client,
  { from, to, previous_blockhash, told }: BlockRange,
): AsyncGenerator<Window, void, undefined> {
  const ask = async (height: number): Promise<readonly PlannedBlock[]> =>
    height > to ? [] : chain.summaries(client, height);
  let expected = from;
  let previous = previous_blockhash;
  let answer = told ?? (await ask(expected));
  while (answer.length > 0) {
    assertChained(answer, expected, chain.maxLoad);
    if (answer[0]?.previous_blockhash !== previous) return;
    const next = ask(expected + answer.length);
    // Heard where it is waited for; nobody waits for it when the blocks before it are not used up.
    next.catch(() => undefined);
    yield* toWindows(answer.filter(({ height }) => height <= to));
    expected += answer.length;
    previous = answer.at(-1)?.blockhash ?? previous;
    answer = await next;
  }
}

function assertChained(blocks: readonly PlannedBlock[], from: number, maxLoad: number): void {
  for (const [index, { height, previous_blockhash, load }] of blocks.entries()) {
    const before = blocks[index - 1];
    if (height !== from + index || (before !== undefined && before.blockhash !== previous_blockhash))
      throw misplanned(`The peer gave block ${height} in place of block ${from + index}. `);
    if (load < 0 || load > maxLoad) throw misplanned(`Block ${height} cannot hold ${load} records. `);
  }
}

function misplanned(message: string): ChainError {
  return new ChainError("PEER_BLOCKS", message);
}

/** A call for blocks gives as many as an answer of summaries held: all of them, unless that is too much. */
function toWindows(blocks: readonly PlannedBlock[]): readonly Window[] {
  const load = blocks.reduce((sum, block) => sum + block.load, 0);
  return load <= MAX_BLOCK_TRANSACTIONS ? [blocks] : blocks.map((block) => [block]);
}
