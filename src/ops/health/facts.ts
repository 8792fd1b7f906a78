import { statfs } from "node:fs/promises";
import type { ChainError } from "../../codec/chain-error.js";
import { passed, type Clock } from "../../base/clock/clock.js";
import type { AheadPeer } from "../../peers/sync/named-first.js";
import type { Tracker } from "../../peers/tracking/tracker.js";
import type { ClockOffset } from "../../peers/tracking/clock-offsets.js";
import type { LossCounts } from "../../consensus/losses.js";
import type { RunningNode } from "../running-node.js";

/** Why a node is not ready, and what its operator can do about it. */
export interface Problem {
  readonly message: string;
  readonly fix: string;
}

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
  /** The median of the neighbours' main heights, 0 when none has answered: one of them may lie. */
  readonly networkHeight: number;
  /** Whether a peer has told its heights since the start, unless the operator named none. */
  readonly isNetworkHeard: boolean;
  readonly resourceHeight: number;
  /** Like `networkHeight`, of the resource chain. */
  readonly networkResourceHeight: number;
  /** The peer whose blocks this node has lacked for too long (PROTOCOL 15.12), null when it follows. */
  readonly ahead: AheadPeer | null;
  /** Null when the node works without peers. */
  readonly peers: PeerCounts | null;
  readonly clock: ClockOffset | null;
  /** Whether the data directory can be read, cannot be read or does not answer (silent), or does not exist any more. */
  readonly directory: "there" | "silent" | "gone";
  /** The free space of the data directory's disk in bytes, null when it is not known. */
  readonly freeBytes: number | null;
  /** When that disk is full at the rate of the last week, µs; null while it is not known, or never. */
  readonly diskFullUs: number | null;
  /** The end of the validity of the RPC interface's certificate, null without one. */
  readonly certificateEndUs: number | null;
  readonly pool: number;
  /** How long transactions have waited since the last block, 0 while none wait. */
  readonly waitingUs: number;
  /** Of the last minute. */
  readonly losses: LossCounts;
  /** Whether the resource chain is so old that no validator may seal (PROTOCOL 9.14). */
  readonly isStandingStill: boolean;
  readonly isValidator: boolean;
  /** What has ended the node's signing until it is started again. */
  readonly signingEnd: Problem | null;
  /** Why this validator signs nothing until its clock is right (PROTOCOL 15.13). */
  readonly clockRefusal: Problem | null;
  /** Why its signer signs for no node; null while the signer answers, and without one. */
  readonly signerProblem: Problem | null;
  /** Whether it waits to take over from another process with its key. */
  readonly isTakingOver: boolean;
  /** Up to which time the node signs nothing new (PROTOCOL 9.15). */
  readonly silentUntilUs: number;
}

/** How many hosts are peers, were named by the operator, and are no peers because they have another chain. */
interface PeerCounts {
  readonly connected: number;
  readonly namedConnected: number;
  readonly named: number;
  readonly onOtherChain: number;
}

/** How long a fact may take to read. */
const PATIENCE_US = 1_000_000;

/**
 * Reads the facts of a running node, within two seconds. Never throws: a fact that cannot be read counts as bad or
 * unknown.
 */
export async function readFacts(
  node: RunningNode,
  directory: string | null,
): Promise<Omit<HealthFacts, "waitingUs" | "certificateEndUs" | "diskFullUs">> {
  const { ledger, clock, peers, pool, signing } = node;
  const nowUs = clock.nowUs();
  const [isAnswering, disk] = await Promise.all([
    isStoreAnswering(node),
    // A disk of the network that has gone away may never answer.
    within(clock, readDisk(directory), SILENT),
  ]);
  // Who may seal is read from the store: do not ask one that does not answer.
  const slots = isAnswering ? await within(clock, ledger.validatorsAt(nowUs), null) : null;
  const { ended, refusal } = signing;
  return {
    nowUs,
    isStoreAnswering: slots !== null,
    fault: ended === null ? node.fault : null,
    height: ledger.tip.height,
    tipUs: ledger.tip.s_timestamp,
    networkHeight: peers?.sync.medianHeight("main") ?? 0,
    isNetworkHeard: peers === null || peers.tracker.given.length === 0 || peers.sync.hasHeard,
    resourceHeight: ledger.resourceChain.tip?.height ?? 0,
    networkResourceHeight: peers?.sync.medianHeight("resource") ?? 0,
    ahead: peers?.sync.ahead ?? null,
    peers: peers === null ? null : countPeers(peers.tracker),
    clock: peers?.tracker.clockOffset(nowUs) ?? null,
    ...disk,
    pool: pool.size,
    losses: node.losses,
    isStandingStill: slots?.length === 0,
    isValidator: slots?.includes(node.identity.node.address) === true,
    signingEnd: problemOf(ended),
    clockRefusal: ended === null ? problemOf(refusal) : null,
    signerProblem: problemOf(signing.remote?.problem ?? null),
    isTakingOver: signing.isWaiting,
    silentUntilUs: signing.silentUntilUs,
  };
}

function problemOf(reason: ChainError | null): Problem | null {
  return reason === null ? null : { message: reason.message.trim(), fix: reason.advice ?? "" };
}

function countPeers({ peers, named, given, onOtherChain }: Tracker): PeerCounts {
  return { connected: peers.size, namedConnected: named.length, named: given.length, onOtherChain };
}

export async function isStoreAnswering({ ledger, clock }: RunningNode): Promise<boolean> {
  const read = ledger.store.mainBlockSummary("last").then(() => true);
  return within(clock, read, false);
}

/** The result of the work, or something else when the work fails or takes longer than a second. */
function within<T, E>(clock: Clock, work: Promise<T>, otherwise: E): Promise<T | E> {
  const settled = work.catch(() => otherwise);
  return Promise.race([settled, passed(clock, PATIENCE_US).then(() => otherwise)]);
}

type Disk = Pick<HealthFacts, "directory" | "freeBytes">;

/** How much is free is not known then. */
const SILENT: Disk = { directory: "silent", freeBytes: null };

async function readDisk(directory: string | null): Promise<Disk> {
  if (directory === null) return { directory: "there", freeBytes: null };
  try {
    const { bavail, bsize } = await statfs(directory);
    return { directory: "there", freeBytes: bavail * bsize };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT"
      ? { directory: "gone", freeBytes: null }
      : SILENT;
  }
}
