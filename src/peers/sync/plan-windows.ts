import type { Client } from "../../client/create-client.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../records/limits.js";
import type { BlockReference, PlannedBlock, ServedChain } from "./served-chain.js";
import * as errors from "../errors.js";

/** The blocks of a chain to fetch. */
export interface BlockRange {
  /** Both heights are included. */
  readonly from: number;
  readonly to: number;
  /** The blockhash that the first block follows. */
  readonly previous_blockhash: string;
  /** The first blocks, if the peer has announced them already: it is not asked for them again. */
  readonly told?: readonly PlannedBlock[] | null;
}

/** The blocks of one answer, in order of height. */
export type Window = readonly PlannedBlock[];

/**
 * Yields what to fetch, by the summaries of the peer with the longest chain. The peer that gives a block later must
 * give the one with this blockhash. No answer holds more than one full block's worth, or one block, so that reading it
 * never takes long.
 *
 * Ends early when the peer has no more or its chain has changed. Throws `PEER_BLOCKS` when the summaries are not
 * consecutive.
 */
export async function* planWindows<Block extends BlockReference>(
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
    // Handled where it is awaited. This prevents an unhandled rejection when the blocks before it are not used up.
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
      throw errors.peerBlocks({ reason: `The peer gave block ${height} in place of block ${from + index}` });
    if (load < 0 || load > maxLoad)
      throw errors.peerBlocks({ reason: `Block ${height} cannot hold ${load} records` });
  }
}

/** Splits blocks into windows. An answer of summaries is one window, unless its blocks are too much for one answer. */
function toWindows(blocks: readonly PlannedBlock[]): readonly Window[] {
  const load = blocks.reduce((sum, block) => sum + block.load, 0);
  return load <= MAX_BLOCK_TRANSACTIONS ? [blocks] : blocks.map((block) => [block]);
}
