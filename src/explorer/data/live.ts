import { useEffect, useState } from "preact/hooks";
import {
  ChainError,
  type MainBlockSummary,
  type NodeEvent,
  type ResourceBlockSummary,
} from "../../client/index.js";
import { useAnswer, type Answered } from "./answer.js";
import { node } from "./node.js";

/** `polled`: the node has no events, as 2.1 nodes. */
export type Connection = "connecting" | "live" | "polled" | "lost";

/** The place of a block that the chain replaced. */
export interface UndonePlace {
  readonly chain: "main" | "resource";
  readonly height: number;
}

/** What the page knows of both chains' ends, kept up to date by the node's events. */
export interface Live {
  readonly connection: Connection;
  readonly main: MainBlockSummary | null;
  readonly resource: ResourceBlockSummary | null;
  /** The heights up to which blocks are fixed; null until the node tells them. */
  readonly fixed: { readonly main: number; readonly resource: number } | null;
  /** Whether the node says that it is ready, null when it does not say. */
  readonly isReady: boolean | null;
  /** The blocks that were undone while the page was open, newest first, by blockhash. */
  readonly undone: ReadonlyMap<string, UndonePlace>;
  /** Increases with each block that is undone or comes back. */
  readonly forks: number;
  /**
   * Increases when something changed that a page may show. Every page then asks the node again, so it increases soon after
   * the first change, and every few seconds while changes continue.
   */
  readonly version: number;
}

const POLL_MS = 5000;
const RETRY_MS = 3000;
const MAX_UNDONE = 1000;
const CHANGE_MS = 250;
const REFRESH_MS = 6000;

let live: Live = {
  connection: "connecting",
  main: null,
  resource: null,
  fixed: null,
  isReady: null,
  undone: new Map(),
  forks: 0,
  version: 0,
};
const LEADER = "explorer-events";
const channel = new BroadcastChannel(LEADER);
let isLeader = false;
const listeners = new Set<() => void>();
let changing: ReturnType<typeof setTimeout> | undefined;
let refreshing: ReturnType<typeof setTimeout> | undefined;
/** When the version last increased, by the clock of the page. */
let refreshedMs = -REFRESH_MS;

/** The present state; the component is drawn again when it changes. */
export function useLive(): Live {
  const [shown, setShown] = useState(live);
  useEffect(() => {
    const listener = (): void => setShown(live);
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return shown;
}

/**
 * Asks for a block; null when the node does not have it. A known block is asked for again only after a fork, an unknown one
 * after every event.
 */
export function useBlock<Block>(key: string, ask: () => Promise<Block | null>): Answered<Block | null> {
  const { forks, version } = useLive();
  const [isKnown, setIsKnown] = useState(true);
  return useAnswer(key, isKnown ? forks : version, async () => {
    const block = await ask();
    setIsKnown(block !== null);
    return block;
  });
}

/**
 * Follows the node for as long as the page is visible: a hidden page costs the node nothing. Of several pages one follows it
 * and tells the others, since a browser opens only a few connections to one server.
 */
export function startLive(): void {
  let running: AbortController | null = null;
  channel.addEventListener("message", ({ data }: MessageEvent<Partial<Live> | null>) => {
    if (data !== null) note(data);
    else if (isLeader) channel.postMessage({ ...live, version: 0 });
  });
  const look = (): void => {
    if (document.hidden) {
      running?.abort();
      running = null;
    } else if (running === null) {
      running = new AbortController();
      channel.postMessage(null);
      void lead(running.signal);
    }
  };
  document.addEventListener("visibilitychange", look);
  look();
}

/** Waits until no other page follows the node, and follows it. */
async function lead(signal: AbortSignal): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager };
  // A page without TLS on another machine has no locks.
  if (locks === undefined) return follow(signal);
  try {
    await locks.request(LEADER, { signal }, () => follow(signal));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function follow(signal: AbortSignal): Promise<void> {
  isLeader = true;
  try {
    await followNode(signal);
  } finally {
    isLeader = false;
  }
}

async function followNode(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let pauseMs = RETRY_MS;
    try {
      // What happened before the events begin.
      await readEnds();
      for await (const event of node.events({
        types: ["main_block", "resource_block", "undone", "fixed", "reset", "ready"],
        signal,
        onOpen: () => {
          change({ connection: "live" });
          void readEnds().catch(() => undefined);
          void readFixed().catch(() => undefined);
        },
        onLost: () => change({ connection: "lost" }),
      }))
        apply(event);
    } catch (error) {
      if (signal.aborted) return;
      const isPolled = error instanceof ChainError && error.code === "EVENTS_UNSUPPORTED";
      change({ connection: isPolled ? "polled" : "lost" });
      if (isPolled) pauseMs = POLL_MS;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  }
}

async function readEnds(): Promise<void> {
  const { last_block: main, last_resource_block: resource } = await node.info();
  change({ main, resource });
}

/** Asks for the fixed heights: events tell them only when they change. A node may lack the operation. */
async function readFixed(): Promise<void> {
  const { fixed_main_height: main, fixed_height: resource } = await node.overview();
  change({ fixed: { main, resource } });
}

function apply({ type, data }: NodeEvent): void {
  switch (type) {
    case "main_block":
      change({ main: data, ...withoutUndone(data.blockhash) });
      break;
    case "resource_block":
      change({ resource: data, ...withoutUndone(data.blockhash) });
      break;
    case "undone": {
      const { chain, height, blockhash } = data;
      const undone = new Map([[blockhash, { chain, height }] as const, ...live.undone].slice(0, MAX_UNDONE));
      change({ undone, forks: live.forks + 1 });
      break;
    }
    case "fixed":
      change({ fixed: { main: data.main_height, resource: data.resource_height } });
      break;
    case "ready":
      change({ isReady: data.ready });
      break;
    case "reset":
      void readEnds().catch(() => undefined);
      break;
    case "transaction":
    case "peer":
      break;
  }
}

/** A block that comes back is no longer undone. */
function withoutUndone(blockhash: string): Partial<Live> {
  if (!live.undone.has(blockhash)) return {};
  const undone = new Map(live.undone);
  undone.delete(blockhash);
  return { undone, forks: live.forks + 1 };
}

/** Changes the state, here and in the pages that do not follow the node themselves. */
function change(changed: Partial<Live>): void {
  channel.postMessage(changed);
  note(changed);
}

/** Tells the parts of the page, together for what happens within a moment. */
function note(changed: Partial<Live>): void {
  live = { ...live, ...changed, version: live.version };
  if (changed.connection !== undefined) tell();
  changing ??= setTimeout(() => {
    changing = undefined;
    tell();
  }, CHANGE_MS);
  const pauseMs = Math.max(CHANGE_MS, refreshedMs + REFRESH_MS - performance.now());
  refreshing ??= setTimeout(
    () => {
      refreshing = undefined;
      refreshedMs = performance.now();
      live = { ...live, version: live.version + 1 };
      tell();
    },
    live.version === 0 ? 0 : pauseMs,
  );
}

function tell(): void {
  for (const listener of listeners) listener();
}
