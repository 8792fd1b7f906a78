import type { MainBlockSummary, NodeEvent, ResourceBlockSummary } from "../../client/index.js";

export interface KnownBlock {
  readonly height: number;
  readonly blockhash: string;
  /** Null while only its hash is known. µs. */
  readonly timeUs: number | null;
}

type ChainName = "main" | "resource";

/** The place of a block that the chain replaced. */
export interface UndonePlace {
  readonly chain: ChainName;
  readonly height: number;
}

/** What the page knows of the node and of both chains' ends. Times are milliseconds of one clock for all pages of a browser. */
export interface Live {
  /** The stream of events. `none`: the node has no events, as 2.1 nodes. */
  readonly stream: "closed" | "open" | "none";
  /** The last time the node was asked for its ends and answered. Null before the first answer. */
  readonly asked: { readonly atMs: number; readonly tookMs: number } | null;
  /** Whether the node did not answer the last time it was asked. */
  readonly isLost: boolean;
  /** Since when the node has a block that the stream has not told; null when it has none. */
  readonly untoldSinceMs: number | null;
  /** For how many seconds the node says that it has been behind the network; null when it does not. */
  readonly lagSeconds: number | null;
  /** Null while unknown. An empty chain ends at height 0. */
  readonly main: KnownBlock | null;
  readonly resource: KnownBlock | null;
  /** The heights up to which blocks are fixed; null until the node tells them. */
  readonly fixed: Readonly<Record<ChainName, number>> | null;
  /** Whether the node says that it is ready, null when it does not say. */
  readonly isReady: boolean | null;
  /** The blocks that were undone while the page was open, newest first, by blockhash. */
  readonly undone: ReadonlyMap<string, UndonePlace>;
  /** Increases with each block that is undone or comes back. What was asked before may show a block that is gone. */
  readonly forks: number;
  /** Increases when something changed that a page may show. */
  readonly version: number;
}

export const UNKNOWN: Live = {
  stream: "closed",
  asked: null,
  isLost: false,
  untoldSinceMs: null,
  lagSeconds: null,
  main: null,
  resource: null,
  fixed: null,
  isReady: null,
  undone: new Map(),
  forks: 0,
  version: 0,
};

const MAX_UNDONE = 1000;

/** What an event changes. Events may come later than answers, so one of a block below the known end moves no end. */
export function afterEvent(live: Live, { type, data }: NodeEvent): Partial<Live> {
  switch (type) {
    case "main_block":
      return afterBlock(live, "main", mainEnd(data));
    case "resource_block":
      return afterBlock(live, "resource", resourceEnd(data));
    case "undone":
      return afterUndone(live, data);
    case "fixed":
      return { fixed: { main: data.main_height, resource: data.resource_height } };
    case "ready":
      return { isReady: data.ready };
    case "reset":
      // What the page knows of the chain may be of another one.
      return { fixed: { main: data.main_height, resource: data.resource_height }, forks: live.forks + 1 };
    default:
      return {};
  }
}

function afterBlock(live: Live, chain: ChainName, block: KnownBlock): Partial<Live> {
  const known = live[chain];
  const isNew = known === null || block.height > known.height || block.blockhash === known.blockhash;
  const ended = isNew ? { [chain]: block } : {};
  const told = isNew && chain === "main" ? { untoldSinceMs: null } : {};
  if (!live.undone.has(block.blockhash)) return { ...ended, ...told };
  // A block that comes back is no longer undone.
  const undone = new Map(live.undone);
  undone.delete(block.blockhash);
  return { ...ended, ...told, undone, forks: live.forks + 1 };
}

interface UndoneBlock extends UndonePlace {
  readonly blockhash: string;
  readonly previous_blockhash: string;
}

function afterUndone(
  live: Live,
  { chain, height, blockhash, previous_blockhash }: UndoneBlock,
): Partial<Live> {
  const last = height - 1;
  return {
    ...(live[chain]?.blockhash === blockhash
      ? { [chain]: { height: last, blockhash: previous_blockhash, timeUs: null } }
      : {}),
    ...(live.fixed === null ? {} : { fixed: { ...live.fixed, [chain]: Math.min(live.fixed[chain], last) } }),
    ...withUndone(live, [[blockhash, { chain, height }]]),
  };
}

function withUndone(live: Live, blocks: readonly (readonly [string, UndonePlace])[]): Partial<Live> {
  return { undone: new Map([...blocks, ...live.undone].slice(0, MAX_UNDONE)), forks: live.forks + 1 };
}

export interface ToldEnds {
  readonly main: MainBlockSummary;
  readonly resource: ResourceBlockSummary;
}

interface ToldWhen {
  /** What was known when the node was asked. */
  readonly before: Live;
  readonly nowMs: number;
  /** Whether events may have been missed since the known ends were told. */
  readonly isGap: boolean;
}

/** What an answer changes that tells the ends. Null when a block was undone meanwhile: ask again. */
export function afterEnds(
  live: Live,
  told: ToldEnds,
  { before, nowMs, isGap }: ToldWhen,
): Partial<Live> | null {
  if (live.forks !== before.forks) return null;
  const changed: { main?: KnownBlock; resource?: KnownBlock } = {};
  const moved: ChainName[] = [];
  const gone: (readonly [string, UndonePlace])[] = [];
  for (const [chain, block] of [
    ["main", mainEnd(told.main)],
    ["resource", resourceEnd(told.resource)],
  ] as const) {
    const known = live[chain];
    const isSame = known?.blockhash === block.blockhash;
    const isHigher = known === null || block.height > known.height;
    // The same end may be known by its hash only. A lower one is older when an event has told of an end meanwhile.
    if (isSame ? known.timeUs !== null : !isHigher && known !== before[chain]) continue;
    changed[chain] = block;
    if (known === null || isSame) continue;
    moved.push(chain);
    if (!isHigher) gone.push([known.blockhash, { chain, height: known.height }]);
  }
  const isUnsure = isGap && moved.length > 0;
  return {
    ...changed,
    ...(gone.length > 0 || isUnsure ? withUndone(live, gone) : {}),
    ...(moved.includes("main") && live.stream === "open"
      ? { untoldSinceMs: live.untoldSinceMs ?? nowMs }
      : {}),
  };
}

function mainEnd({ height, blockhash, s_timestamp: timeUs }: MainBlockSummary): KnownBlock {
  return { height, blockhash, timeUs };
}

function resourceEnd({ height, blockhash, timestamp: timeUs }: ResourceBlockSummary): KnownBlock {
  return { height, blockhash, timeUs };
}
