import { useEffect, useState } from "preact/hooks";
import { ChainError, type NodeEvent } from "../../client/index.js";
import { BASE } from "../places.js";
import { toAskFailure } from "./failure.js";
import { afterEnds, afterEvent, UNKNOWN, type Live } from "./known.js";
import { beginAsking } from "./node.js";

/** How often the node is asked for the ends of its chains, beside its events: they may be silent or late. */
const ASK_MS = 4000;
const RETRY_MS = 3000;
/** How long a node that has no events is not asked for them again. */
const WITHOUT_EVENTS_MS = 60_000;
const CHANGE_MS = 250;
/** Pages ask again soon after the first change, this often while changes continue, and this often without any. */
const REFRESH_MS = 6000;
const BEAT_MS = 15_000;

/** Other explorers may be on the same server, behind other paths. */
const LEADER = `explorer-events ${BASE}`;
const channel = new BroadcastChannel(LEADER);

let live = UNKNOWN;
let isLeader = false;
const listeners = new Set<() => void>();
let changing: ReturnType<typeof setTimeout> | undefined;
let refreshing: ReturnType<typeof setTimeout> | undefined;
let refreshedMs = -REFRESH_MS;
let askEndsNow = (): void => undefined;
/** Whether events may have been missed since the known ends were told. */
let isGap = false;
/** Whether the fixed heights are to be asked for: events tell them only when they change. */
let isFixedWanted = false;

export function presentLive(): Live {
  return live;
}

/** The time in ms by which the pages of a browser tell each other when something was. */
export function presentMs(): number {
  return performance.timeOrigin + performance.now();
}

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
 * Follows the node for as long as the page is visible: a hidden page costs the node nothing. Of several pages one follows it
 * and tells the others, since a browser opens only a few connections to one server.
 */
export function startLive(): void {
  let running: AbortController | null = null;
  channel.addEventListener("message", ({ data }: MessageEvent<Partial<Live> | null>) => {
    if (data !== null) note(data);
    else if (isLeader) {
      const { version: _version, forks: _forks, ...told } = live;
      channel.postMessage(told);
    }
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
  document.addEventListener("visibilitychange", () => {
    look();
    if (!document.hidden) refresh();
  });
  look();
}

/** Asks for everything that the page shows again, as after an action of the reader. */
export function refresh(): void {
  clearTimeout(refreshing);
  refreshing = undefined;
  refreshedMs = performance.now();
  live = { ...live, version: live.version + 1 };
  tell();
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
    await Promise.all([followEnds(signal), followEvents(signal)]);
  } finally {
    isLeader = false;
  }
}

/** Asks for the ends again and again. Its answers say how old what the page knows is. */
async function followEnds(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let isWanted = false;
    let wake = (): void => undefined;
    askEndsNow = () => {
      isWanted = true;
      wake();
    };
    const isUnsure = await askEnds(signal);
    if (isWanted || isUnsure) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
      signal.addEventListener("abort", wake, { once: true });
      setTimeout(resolve, ASK_MS);
    });
  }
}

/** Returns whether the answer may be older than an event that came meanwhile. */
async function askEnds(signal: AbortSignal): Promise<boolean> {
  const before = live;
  const atMs = presentMs();
  try {
    const { node, lagSeconds } = beginAsking({ isFirst: true });
    const { last_block: main, last_resource_block: resource } = await node.info();
    const nowMs = presentMs();
    const asked = { atMs, tookMs: nowMs - atMs };
    const changed = afterEnds(live, { main, resource }, { before, nowMs, isGap });
    if (changed !== null) isGap = false;
    change({ asked, isLost: false, lagSeconds: lagSeconds(), ...changed });
    if (isFixedWanted) await askFixed();
    return changed === null;
  } catch (error) {
    // A node that has no time for the question is there.
    const isBusy = error instanceof ChainError && error.kind === "busy";
    if (!signal.aborted && !isBusy) change({ isLost: true });
    return false;
  }
}

/** A node may lack the operation. */
async function askFixed(): Promise<void> {
  const before = live.fixed;
  try {
    const { fixed_main_height: main, fixed_height: resource } = await beginAsking({
      isFirst: true,
    }).node.overview();
    isFixedWanted = false;
    // An event has told newer ones meanwhile.
    if (live.fixed === before) change({ fixed: { main, resource } });
  } catch (error) {
    // Otherwise it is asked for again with the next ends.
    if (toAskFailure(error).isMissing) isFixedWanted = false;
  }
}

async function followEvents(signal: AbortSignal): Promise<void> {
  const { node } = beginAsking();
  while (!signal.aborted) {
    let pauseMs = RETRY_MS;
    isGap = live.main !== null;
    try {
      for await (const event of node.events({
        types: ["main_block", "resource_block", "undone", "fixed", "reset", "ready"],
        signal,
        onOpen: () => {
          isFixedWanted = true;
          change({ stream: "open", untoldSinceMs: null });
          askEndsNow();
        },
        onLost: () => {
          change({ stream: "closed" });
          askEndsNow();
        },
      }))
        apply(event);
    } catch (error) {
      if (signal.aborted) return;
      const isMissing = error instanceof ChainError && error.code === "EVENTS_UNSUPPORTED";
      change({ stream: isMissing ? "none" : "closed" });
      if (isMissing) pauseMs = WITHOUT_EVENTS_MS;
    }
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
      setTimeout(resolve, pauseMs);
    });
  }
}

function apply(event: NodeEvent): void {
  change(afterEvent(live, event));
  if (event.type === "undone" || event.type === "reset") askEndsNow();
}

/** Changes the state, here and in the pages that do not follow the node themselves. */
function change(changed: Partial<Live>): void {
  channel.postMessage(changed);
  note(changed);
}

/** Tells the parts of the page, together for what happens within a moment; at once of what is gone. */
function note(changed: Partial<Live>): void {
  const before = live;
  // Each page counts for itself: the one that follows the node may be a newer one.
  const forks = live.forks + (changed.forks === undefined ? 0 : 1);
  live = { ...live, ...changed, forks, version: live.version };
  if (live.forks !== before.forks) {
    refresh();
    return;
  }
  if (live.stream !== before.stream || live.isLost !== before.isLost) tell();
  changing ??= setTimeout(() => {
    changing = undefined;
    tell();
  }, CHANGE_MS);
  const restMs = isNews(before) ? REFRESH_MS : BEAT_MS;
  const leftMs = Math.max(CHANGE_MS, refreshedMs + restMs - performance.now());
  if (restMs === BEAT_MS && leftMs > CHANGE_MS) return;
  refreshing ??= setTimeout(refresh, leftMs);
}

/** Whether something has changed since that pages may show, beside when the node has answered. */
function isNews(before: Live): boolean {
  return (
    (before.main !== null && live.main?.blockhash !== before.main.blockhash) ||
    (before.resource !== null && live.resource?.blockhash !== before.resource.blockhash) ||
    (before.isReady !== null && live.isReady !== before.isReady) ||
    (before.isLost && !live.isLost)
  );
}

function tell(): void {
  for (const listener of listeners) listener();
}
