import { statfs } from "node:fs/promises";
import { passed } from "../../consensus/clock.js";
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

const STORE_PATIENCE_US = 1_000_000;

/** Reads the facts of a running node. Never throws: a fact that cannot be read counts as bad or unknown. */
export async function readFacts(
  node: Node,
  directory: string | null,
): Promise<Omit<HealthFacts, "waitingUs">> {
  const { ledger, clock, peers, pool, standstill } = node;
  const nowUs = clock.nowUs();
  const [isAnswering, freeBytes] = await Promise.all([isStoreAnswering(node), freeBytesOf(directory)]);
  return {
    nowUs,
    isStoreAnswering: isAnswering,
    fault: node.fault,
    height: ledger.tip.height,
    tipUs: ledger.tip.s_timestamp,
    bestHeight: peers?.sync.bestHeight ?? 0,
    peers: peers === null ? null : { connected: peers.tracker.peers.size, named: peers.tracker.given.length },
    clock: peers?.tracker.clockOffset(nowUs) ?? null,
    freeBytes,
    pool: pool.size,
    // Who may seal is read from the store: do not ask one that does not answer.
    isStandingStill: isAnswering && (await standstill.isStandingStill()),
  };
}

/** Whether the store answers a read within a second. */
export async function isStoreAnswering({ ledger, clock }: Node): Promise<boolean> {
  const read = ledger.store.lastMainBlock().then(
    () => true,
    () => false,
  );
  return Promise.race([read, passed(clock, STORE_PATIENCE_US).then(() => false)]);
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
