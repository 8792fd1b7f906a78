import { ChainError } from "../../codec/chain-error.js";
import type { Client } from "../../client/create-client.js";
import type { Clock } from "../../base/clock/clock.js";
import type { SyncPeers } from "./sync-peers.js";
import type { Peer } from "../tracking/peer-table.js";
import type { BlockReference, PlannedBlock, ServedChain } from "./served-chain.js";
import * as errors from "../errors.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../records/limits.js";

export interface FetchOptions<Block> {
  /** The summaries of the lead determine what is fetched. */
  readonly peers: Pick<SyncPeers, "lead" | "ask" | "size">;
  /** Called with the blocks of an answer and the peer that gave it, as soon as they arrive, long before their turn. */
  readonly onArrival: (blocks: readonly Block[], peer: Peer) => void;
  /** Tells how soon answers come, which decides how many are asked for at once. Null for a branch, of which few are held. */
  readonly clock: Pick<Clock, "nowUs"> | null;
}

interface Fetched<Block> {
  readonly window: Window;
  readonly given: Promise<readonly Block[]>;
}

/**
 * Yields the blocks of a range in order of height. Fetches several windows at once, from several peers (PROTOCOL 11.2). Ends early where the lead has no more. Throws the last failure when no peer gives
 * the next window.
 */
export async function* fetchAhead<Block extends BlockReference>(
  chain: ServedChain<Block>,
  range: BlockRange,
  { peers, onArrival, clock }: FetchOptions<Block>,
): AsyncGenerator<Block, void, undefined> {
  const limit = new WindowsAhead();
  const fetch = async (window: Window): Promise<readonly Block[]> => {
    const beginUs = clock?.nowUs() ?? 0;
    const { answer, peer } = await peers.ask((client) => blocksOf(chain, client, window));
    if (clock !== null) limit.note(clock.nowUs() - beginUs, peers.size);
    onArrival(answer, peer);
    return answer;
  };
  const ahead: Fetched<Block>[] = [];
  const isFull = (): boolean =>
    limit.isFull(
      ahead.map(({ window }) => window),
      peers.size,
    );
  async function* takeFirst(): AsyncGenerator<Block, void, undefined> {
    for (const { window, given } of ahead.splice(0, 1)) {
      const answer = await given;
      yield* answer;
      // The blocks that did not come with this answer may be long, so they are not held all at once.
      for (const planned of window.slice(answer.length)) yield* await fetch([planned]);
    }
  }
  for await (const window of planWindows(chain, peers.lead, range)) {
    const given = fetch(window);
    // Handled in its turn. This prevents an unhandled rejection when a window before it fails.
    given.catch(() => undefined);
    ahead.push({ window, given });
    while (isFull()) yield* takeFirst();
  }
  while (ahead.length > 0) yield* takeFirst();
}

/**
 * The first blocks of a window, as many as come in one answer; for a window of one block, the block itself. Throws
 * `PEER_BLOCKS` for blocks that were not asked for, `PEER_BRANCH` for those of another chain.
 */
async function blocksOf<Block extends BlockReference>(
  chain: ServedChain<Block>,
  client: Client,
  window: Window,
): Promise<readonly Block[]> {
  const given =
    window.length === 1
      ? [await fetchSingle(chain, client, window[0]?.height ?? 0)]
      : await fetchWindow(chain, client, window);
  const blocks = given.slice(0, window.length);
  for (const [index, planned] of window.entries()) {
    const block = blocks[index];
    if (block !== undefined) assertPlanned(block, planned);
  }
  return blocks;
}

async function fetchSingle<Block extends BlockReference>(
  chain: ServedChain<Block>,
  client: Client,
  height: number,
): Promise<Block> {
  const block = await chain.block(client, height);
  if (block === null) throw errors.peerBlocksMissing();
  return block;
}

/** Empty if an answer with all of them would be too long: they are then asked for one by one. */
async function fetchWindow<Block extends BlockReference>(
  chain: ServedChain<Block>,
  client: Client,
  window: Window,
): Promise<readonly Block[]> {
  try {
    return await chain.blocks(client, window[0]?.height ?? 0);
  } catch (error) {
    if (error instanceof ChainError && error.code === "ANSWER_TOO_LARGE") return [];
    throw error;
  }
}

function assertPlanned(block: BlockReference, planned: PlannedBlock): void {
  if (block.height !== planned.height) {
    throw errors.peerBlocks({ reason: `block ${block.height} came in place of block ${planned.height}` });
  }
  if (block.blockhash !== planned.blockhash) {
    throw errors.peerBranch({ height: block.height });
  }
  if (block.previous_blockhash === planned.previous_blockhash) return;
  throw errors.peerBlocks({ reason: `block ${block.height} does not follow the announced block` });
}

interface BlockRange {
  /** Both heights are included. */
  readonly from: number;
  readonly to: number;
  readonly previous_blockhash: string;
  /** The first blocks, if the peer has announced them already: it is not asked for them again. */
  readonly told?: readonly PlannedBlock[] | null;
}

/**
 * Yields what to fetch, by the summaries of the peer with the longest chain. The peer that gives a block later must
 * give the one with this blockhash. No answer holds more than one full block's worth, or one block, so that reading it
 * never takes long.
 *
 * Ends early when the peer has no more or its chain has changed. Throws `PEER_BLOCKS` when the summaries are not
 * consecutive.
 */
async function* planWindows<Block extends BlockReference>(
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

/** The blocks of one answer, in order of height. */
export type Window = readonly PlannedBlock[];

/** How many windows are fetched at once: for each peer, and altogether. Each may be as long as a full block. */
const WINDOWS_A_PEER = 3;
const MAX_WINDOWS = 8;
/** How many times as many are fetched when they are short and the answers come soon. */
const MAX_FACTOR = 8;
const SOON_US = 500_000;

/**
 * How far ahead blocks are fetched. Over a long distance a few short answers at once leave the line idle, so there are
 * more of them while they come soon, and fewer again when they do not. Together they are never longer than before.
 */
export class WindowsAhead {
  #factor = 1;

  /** Takes into account how long an answer took. */
  note(tookUs: number, peers: number): void {
    const next = tookUs <= SOON_US ? this.#factor + 1 / fewest(peers) : this.#factor / 2;
    this.#factor = Math.min(MAX_FACTOR, Math.max(1, next));
  }

  /** Whether no window is fetched beside these. */
  isFull(windows: readonly Window[], peers: number): boolean {
    const few = fewest(peers);
    if (windows.length < few) return false;
    const load = windows.reduce((sum, window) => sum + loadOf(window), 0);
    return windows.length >= few * this.#factor || load >= few * MAX_BLOCK_TRANSACTIONS;
  }
}

/** At least one, so that fetched blocks are still passed on when no peer is left. */
function fewest(peers: number): number {
  return Math.max(1, Math.min(peers * WINDOWS_A_PEER, MAX_WINDOWS));
}

/** What a window may hold: one of several blocks a full block, a single one what the peer has announced. */
function loadOf(window: Window): number {
  const [{ load } = { load: 0 }] = window;
  return window.length > 1 ? MAX_BLOCK_TRANSACTIONS : Math.max(load, MAX_BLOCK_TRANSACTIONS / MAX_FACTOR);
}
