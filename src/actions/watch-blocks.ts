import { eventsUnsupported } from "../client/errors.js";
import type { Client, MainBlockSummary, ResourceBlockSummary } from "../client/index.js";
import { ChainError } from "../codec/chain-error.js";
import { FIRST_PLACE, placeToId, type ChainPoint } from "../records/event-place.js";
import { pause } from "./wait.js";

interface WatchedChain<Block extends ChainPoint> {
  readonly name: "main" | "resource";
  /** The last block of the other chain, whose events are not wanted. */
  other(): Promise<ChainPoint | null>;
  count(): Promise<number>;
  at(height: number): Promise<Block | null>;
  /** The blocks from a height on, ascending, as many as the node returns at once. */
  from(height: number): Promise<readonly Block[]>;
  /** The blocks that the node tells of after an id, and those that it takes back. */
  told(after: string | undefined, options: WatchOptions): AsyncIterable<Block>;
}

export interface WatchOptions {
  /** The height of the first block. Default: the next one. */
  readonly from?: number | undefined;
  readonly signal: AbortSignal;
  /** Called when a block is undone. Blocks of its height and above come again. Never called by a 2.1 node. */
  readonly onUndone?: (block: ChainPoint) => void;
}

export function watchedMainChain(client: Client): WatchedChain<MainBlockSummary> {
  return {
    name: "main",
    other: () => client.getResourceBlockSummary(),
    count: () => client.blockCount(),
    at: (height) => client.getBlockSummary(height),
    from: (height) => client.getBlockSummaries(height),
    async *told(after, { signal, onUndone }) {
      for await (const event of client.events({ after, types: ["main_block", "undone"], signal }))
        if (event.type === "main_block") yield event.data;
        else if (event.type === "undone" && event.data.chain === "main") onUndone?.(event.data);
    },
  };
}

export function watchedResourceChain(client: Client): WatchedChain<ResourceBlockSummary> {
  return {
    name: "resource",
    other: () => client.getBlockSummary(),
    count: () => client.resourceBlockCount(),
    at: (height) => client.getResourceBlockSummary(height),
    from: (height) => client.getResourceBlockSummaries(height),
    async *told(after, { signal, onUndone }) {
      for await (const event of client.events({ after, types: ["resource_block", "undone"], signal }))
        if (event.type === "resource_block") yield event.data;
        else if (event.type === "undone" && event.data.chain === "resource") onUndone?.(event.data);
    },
  };
}

/**
 * Yields the blocks of a chain until the signal is aborted, and throws its reason then. They come by events, also those
 * that replace others. A 2.1 node is asked again and again, and only for greater heights.
 */
export async function* watchBlocks<Block extends ChainPoint>(
  chain: WatchedChain<Block>,
  options: WatchOptions,
): AsyncGenerator<Block, void, undefined> {
  const { from, signal } = options;
  const first = from ?? (await chain.count()) + 1;
  try {
    const after = from === undefined ? undefined : await idBefore(chain, from);
    for await (const block of chain.told(after, options)) if (block.height >= (from ?? 0)) yield block;
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== eventsUnsupported.code) throw error;
  }
  for (let height = first; ;) {
    for (const block of await chain.from(height)) {
      yield block;
      height = block.height + 1;
    }
    await pause(signal);
  }
}

/** The id after which a block of this height is the next one of its chain; undefined when it is still to come. */
async function idBefore<Block extends ChainPoint>(
  chain: WatchedChain<Block>,
  height: number,
): Promise<string | undefined> {
  const before = height === 1 ? FIRST_PLACE.main : await chain.at(height - 1);
  if (before === null) return undefined;
  const other = (await chain.other()) ?? FIRST_PLACE.main;
  const [main, resource] = chain.name === "main" ? [before, other] : [other, before];
  return placeToId({ ...FIRST_PLACE, main, resource });
}
