import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import type { HealthFacts } from "./facts.js";

/** Why a node is not ready, and what its operator can do about it. */
export interface Problem {
  readonly message: string;
  readonly fix: string;
}

/** One condition of readiness. */
export interface Check {
  /** Names the check in answers and metrics. */
  readonly name: string;
  /** One sentence for the documentation. */
  readonly summary: string;
  /** Returns null while the condition holds. */
  readonly problem: (facts: HealthFacts) => Problem | null;
  /** For how long the problem must last before the node counts as not ready, µs. */
  readonly failAfterUs: number;
}

const SECOND_US = 1_000_000;
/** A peer may be this many blocks ahead: they are on their way. */
const MAX_BEHIND = 8;
/** Below this, the next blocks may not fit. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;
/** The node's clock may differ this much from its peers'. They refuse what is dated 5 s ahead (PROTOCOL 9.3). */
const MAX_CLOCK_ERROR_US = 2 * SECOND_US;
/** A round in which no hypothesis wins lasts 15 s (PROTOCOL 9.6). */
const MAX_WAIT_US = 30 * SECOND_US;

/** The conditions of readiness, the most fundamental first: a problem is often the cause of those after it. */
export const CHECKS: readonly Check[] = [
  {
    name: "store",
    summary: "The database answers within a second, and no fault stops the rounds.",
    failAfterUs: 0,
    problem({ isStoreAnswering, fault }) {
      if (!isStoreAnswering)
        return {
          message: "the database does not answer",
          fix: "Check the disk of the data directory, then restart the node.",
        };
      if (fault === null) return null;
      return {
        message: fault.trim(),
        fix: "Remove the cause; the log names it. The node retries by itself.",
      };
    },
  },
  {
    name: "disk",
    summary: `The disk of the data directory has ${MIN_FREE_BYTES / 1024 / 1024} MiB free.`,
    failAfterUs: 0,
    problem({ freeBytes }) {
      if (freeBytes === null || freeBytes >= MIN_FREE_BYTES) return null;
      const free = Math.floor(freeBytes / 1024 / 1024);
      return {
        message: `the disk of the data directory is full: ${free} MiB are free`,
        fix: "Free some space, or move the data directory to a larger disk.",
      };
    },
  },
  {
    name: "clock",
    summary: "The clock agrees with the peers' clocks within 2 s, and the last block is not in the future.",
    failAfterUs: 0,
    problem({ clock, tipUs, nowUs }) {
      const fix = "Synchronize the clock, for example with chrony or systemd-timesyncd.";
      if (clock !== null && Math.abs(clock.offsetUs) > MAX_CLOCK_ERROR_US) {
        const by = secondsText(Math.abs(clock.offsetUs));
        const side = clock.offsetUs > 0 ? "behind" : "ahead of";
        return { message: `the clock is ${by} ${side} ${countText(clock.hosts, "peer")}`, fix };
      }
      const aheadUs = tipUs - nowUs;
      if (aheadUs <= TIMESTAMP_ERROR_US) return null;
      return {
        message: `the last block is dated ${secondsText(aheadUs)} ahead of the clock: no block can follow before`,
        fix: `${fix} If the clock is right now and was wrong before, wait, or undo the blocks dated ahead: chainnode data rewind.`,
      };
    },
  },
  {
    name: "chain",
    summary: "The chain has begun.",
    failAfterUs: 0,
    problem({ height, peers }) {
      if (height > 0) return null;
      const isJoining = peers !== null && peers.named > 0;
      return {
        message: "the chain has no block yet",
        fix: isJoining
          ? "Wait for the first blocks of the peers."
          : "Begin the network with chainnode genesis, or name a peer of an existing one with --peer.",
      };
    },
  },
  {
    name: "peers",
    summary: "At least one peer is connected, unless the node has none to connect to.",
    failAfterUs: 10 * SECOND_US,
    problem({ peers }) {
      if (peers === null || peers.named === 0 || peers.connected > 0) return null;
      return {
        message: `no peer is connected; ${countText(peers.named, "host")} configured`,
        fix: "See why with chainnode peer list.",
      };
    },
  },
  {
    name: "sync",
    summary: `The chain is at most ${MAX_BEHIND} blocks shorter than the longest of the neighbours.`,
    failAfterUs: 3 * SECOND_US,
    problem({ height, bestHeight }) {
      if (bestHeight - height <= MAX_BEHIND) return null;
      return {
        message: `catching up: block ${height} of ${bestHeight}`,
        fix: "Wait. chainnode status shows the rate and the time left.",
      };
    },
  },
  {
    name: "resource_chain",
    summary: "The resource chain is young enough that validators may seal blocks.",
    failAfterUs: 10 * SECOND_US,
    problem({ isStandingStill, height, bestHeight }) {
      // A node that catches up does not know the last resource blocks yet.
      if (!isStandingStill || height === 0 || bestHeight > height) return null;
      return {
        message: "the chain stands still: no resource block for a confirm interval",
        fix: "Mine a resource block on any node of the network: chainnode mining start.",
      };
    },
  },
  {
    name: "round",
    summary: `Transactions do not wait longer than ${MAX_WAIT_US / SECOND_US} s for the next block.`,
    failAfterUs: 0,
    problem({ waitingUs, pool }) {
      if (waitingUs <= MAX_WAIT_US) return null;
      return {
        message: `${countText(pool, "transaction")} waiting, but no block for ${secondsText(waitingUs)}`,
        fix: "Check that the validators run and reach each other: chainnode round, chainnode peer list.",
      };
    },
  },
];

function secondsText(us: number): string {
  return `${Math.round(us / SECOND_US)} s`;
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
