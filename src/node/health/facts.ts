import { statfs } from "node:fs/promises";
import { passed, type Clock } from "../../consensus/clock.js";
import type { ClockOffset } from "../../peers/tracking/clock-offsets.js";
import type { Node } from "../node.js";

/** What the health checks look at. Times are µs. */
export interface HealthFacts {
  readonly nowUs: number;
  /** Whether the store answered a read within a second. */
  readonly isStoreAnswering: boolean;
  /** Why no block can be made or kept, null when there is no such fault. */
  readonly fault: string | null;
  readonly height: number;
  /** The `s_timestamp` of the last main block. */
  readonly tipUs: number;
  /** The greatest main height among the neighbours, 0 when none has answered. */
  readonly bestHeight: number;
  /** Null when the node works without peers. */
  readonly peers: { readonly connected: number; readonly named: number } | null;
  readonly clock: ClockOffset | null;
  /** The free space of the data directory's disk in bytes, null when it is not known. */
  readonly freeBytes: number | null;
  /** How many transactions wait in the pool. */
  readonly pool: number;
  /** How long transactions have waited since the last block, 0 while none wait. */
  readonly waitingUs: number;
  /** Whether the resource chain is so old that no validator may seal (PROTOCOL 9.14). */
  readonly isStandingStill: boolean;
}

/** How long a fact may take to read. */
const PATIENCE_US = 1_000_000;

/**
 * Reads the facts of a running node, within two seconds. Never throws: a fact that cannot be read counts as bad or
 * unknown.
 */
export async function readFacts(
  node: Node,
  directory: string | null,
): Promise<Omit<HealthFacts, "waitingUs">> {
  const { ledger, clock, peers, pool, standstill } = node;
  const nowUs = clock.nowUs();
  const [isAnswering, freeBytes] = await Promise.all([
    isStoreAnswering(node),
    // A disk of the network that has gone away may never answer.
    within(clock, freeBytesOf(directory), 0),
  ]);
  // Who may seal is read from the store: do not ask one that does not answer.
  const standing = isAnswering ? await within(clock, standstill.isStandingStill(), null) : null;
  return {
    nowUs,
    isStoreAnswering: standing !== null,
    fault: node.fault,
    height: ledger.tip.height,
    tipUs: ledger.tip.s_timestamp,
    bestHeight: peers?.sync.bestHeight ?? 0,
    peers: peers === null ? null : { connected: peers.tracker.peers.size, named: peers.tracker.given.length },
    clock: peers?.tracker.clockOffset(nowUs) ?? null,
    freeBytes,
    pool: pool.size,
    isStandingStill: standing === true,
  };
}

/** Whether the store answers a read within a second. */
export async function isStoreAnswering({ ledger, clock }: Node): Promise<boolean> {
  const read = ledger.store.lastMainBlock().then(() => true);
  return within(clock, read, false);
}

/** The result of the work, or something else when the work fails or takes longer than a second. */
function within<T, E>(clock: Clock, work: Promise<T>, otherwise: E): Promise<T | E> {
  const settled = work.catch(() => otherwise);
  return Promise.race([settled, passed(clock, PATIENCE_US).then(() => otherwise)]);
}

async function freeBytesOf(directory: string | null): Promise<number | null> {
  if (directory === null) return null;
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    // The directory is gone or unreadable: nothing can be written there.
    return 0;
  }
}
