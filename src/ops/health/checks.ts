import { peerOtherChain } from "../../peers/errors.js";
import type { ClockOffset } from "../../peers/tracking/clock-offsets.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { certificateProblem } from "./certificate.js";
import { dateText } from "../../base/text/time-text.js";
import type { HealthFacts, Problem } from "./facts.js";

export interface Check {
  /** Names the check in answers and metrics. */
  readonly name: string;
  /** One sentence for the documentation. */
  readonly summary: string;
  /** Returns null while the condition holds. */
  readonly problem: (facts: HealthFacts) => Problem | null;
  /** Whether the log says when the check begins to fail and when it passes again; else another part of the node logs it. */
  readonly isLogged?: true;
  /** For how long the problem must last before the node counts as not ready, µs. */
  readonly failAfterUs: number;
}

const SECOND_US = 1_000_000;
/** A peer may be this many blocks ahead: they are on their way. */
const MAX_BEHIND = 8;
/** Below this, the next blocks may not fit. */
export const MIN_FREE_BYTES = 256 * 1024 * 1024;
/** The node's clock may differ this much from its peers'. They refuse what is dated 5 s ahead (PROTOCOL 9.10). */
const MAX_CLOCK_ERROR_US = 2 * SECOND_US;
/** The command after which a validator whose clock was ahead can go on at once. */
const WAY_BACK = "chainnode data rewind --dated-ahead";
/** So few lost transactions are no sign of a fault: a single machine that pauses may lose them. */
const FEW_LOST = 10;
/** One lost transaction in so many accepted ones is still right. */
const LOSS_PARTS = 100;
/** A round in which no hypothesis wins lasts 15 s (PROTOCOL 9.3). */
const MAX_WAIT_US = 30 * SECOND_US;

/** The conditions of readiness, the most fundamental first: a problem is often the cause of those after it. */
export const CHECKS: readonly Check[] = [
  {
    name: "store",
    summary: "The database and its disk answer within a second, and no fault stops the rounds.",
    // A single look may be late on a busy machine.
    failAfterUs: 3 * SECOND_US,
    problem({ isStoreAnswering, directory, fault }) {
      if (!isStoreAnswering)
        return {
          message: "the database does not answer",
          fix: "See whether other programs use up the processor. If not, check the disk of the data directory, then restart the node.",
        };
      if (directory === "silent")
        return {
          message: "the disk of the data directory does not answer",
          fix: "Check the disk, its permissions and its connection.",
        };
      if (fault === null) return null;
      return {
        message: fault.trim(),
        fix: "Remove the cause; the log names it. The node retries by itself.",
      };
    },
  },
  {
    name: "signing",
    summary:
      "A validator may sign: nothing has ended its signing, it signed nothing dated ahead, its clock is not surely wrong, and its signer answers, if it has one.",
    failAfterUs: 0,
    isLogged: true,
    problem({ signingEnd, clockRefusal, signerProblem, isTakingOver, isValidator, silentUntilUs, nowUs }) {
      const problem = signingEnd ?? clockRefusal ?? signerProblem;
      if (problem !== null) return problem;
      if (isTakingOver)
        return {
          message: "the node signs nothing until its key has been quiet for two rounds",
          fix: "Wait: it takes half a minute with a connected peer, and longer while the node catches up. If the node has all blocks and this lasts, look for another process with the key, and stop that one.",
        };
      const silentUs = silentUntilUs - nowUs;
      // After a start, a validator beside others is silent for that long.
      if (!isValidator || silentUs <= TIMESTAMP_ERROR_US) return null;
      return {
        message: `this validator signs nothing until ${dateText(silentUntilUs)}, for ${secondsText(silentUs)}: its clock was ahead`,
        fix: `Check the clock. Then wait, or stop the node and run: ${WAY_BACK}`,
      };
    },
  },
  {
    name: "disk",
    summary: `The disk of the data directory has ${MIN_FREE_BYTES / 1024 / 1024} MiB free.`,
    failAfterUs: 0,
    isLogged: true,
    problem({ directory, signingEnd, freeBytes }) {
      const isGone = directory === "gone";
      // The check signing says so.
      if (isGone && signingEnd !== null) return null;
      if (isGone) return { message: "the data directory is gone", fix: "Put it back, or restore a backup." };
      if (freeBytes === null || freeBytes >= MIN_FREE_BYTES) return null;
      const free = Math.floor(freeBytes / 1024 / 1024);
      return {
        message: `the disk of the data directory is full: ${free} MiB are free`,
        fix: "Free some space, or move the data directory to a larger disk.",
      };
    },
  },
  {
    name: "certificate",
    summary: "The certificate of the RPC interface is valid, if there is one.",
    failAfterUs: 0,
    isLogged: true,
    problem: ({ certificateEndUs, nowUs }) => certificateProblem(certificateEndUs, nowUs),
  },
  {
    name: "clock",
    summary: "The clock agrees with the peers' clocks within 2 s, and the last block is not in the future.",
    failAfterUs: 0,
    isLogged: true,
    problem({ clock, tipUs, nowUs }) {
      const fix = "Synchronize the clock, for example with chrony or systemd-timesyncd.";
      if (clock !== null && isWrong(clock)) {
        const by = secondsText(Math.abs(clock.offsetUs));
        const side = clock.offsetUs > 0 ? "behind" : "ahead of";
        return { message: `the clock is ${by} ${side} ${countText(clock.hosts, "peer")}`, fix };
      }
      const aheadUs = tipUs - nowUs;
      if (aheadUs <= TIMESTAMP_ERROR_US) return null;
      return {
        message: `the last block is dated ${secondsText(aheadUs)} ahead of the clock: no block follows until ${dateText(tipUs)}`,
        fix: `${fix} If the clock is right now and was ahead before, wait, or stop the node and run: ${WAY_BACK}`,
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
      if (!isAlone(peers)) return null;
      if (peers.onOtherChain > 0)
        return {
          message: `no peer is connected: ${countText(peers.onOtherChain, "host")} with another chain`,
          fix: peerOtherChain().advice ?? "",
        };
      return {
        message: `no peer is connected: ${countText(peers.named, "host")} configured`,
        fix: "See why with chainnode peer list.",
      };
    },
  },
  {
    name: "sync",
    summary: `The chains are at most ${MAX_BEHIND} blocks shorter than those of most neighbours, and no named peer, nor one that gave blocks before, stays ahead for 10 s.`,
    failAfterUs: 3 * SECOND_US,
    problem(facts) {
      const { height, networkHeight, resourceHeight, networkResourceHeight, isStandingStill, ahead } = facts;
      if (!facts.isNetworkHeard)
        return {
          message: "no peer has told its blocks yet",
          fix: "Wait some seconds. If this lasts, see why with chainnode peer list.",
        };
      const fix = "Wait. chainnode status shows the rate and the time left.";
      if (networkHeight - height > MAX_BEHIND)
        return { message: `catching up: block ${height} of ${networkHeight}`, fix };
      if (networkResourceHeight - resourceHeight > (isStandingStill ? 0 : MAX_BEHIND))
        return { message: `catching up: resource block ${resourceHeight} of ${networkResourceHeight}`, fix };
      if (ahead === null) return null;
      return {
        message: `${ahead.host} has been ahead with block ${ahead.height} for ${secondsText(ahead.lagUs)}; this node has block ${height}`,
        fix: "See with chainnode peer check and chainnode status whether it has another chain. If its blocks do not arrive, restart the node.",
      };
    },
  },
  {
    name: "resource_chain",
    summary: "The resource chain is young enough that validators may seal blocks.",
    failAfterUs: 10 * SECOND_US,
    problem({ isStandingStill, height, networkHeight, resourceHeight, networkResourceHeight, clock, peers }) {
      // By a wrong clock no block has the right age.
      if (!isStandingStill || height === 0 || (clock !== null && isWrong(clock))) return null;
      // A node that lacks blocks does not know the last resource blocks yet.
      if (networkHeight > height || networkResourceHeight > resourceHeight) return null;
      return {
        message: "the chain stands still: no resource block for a confirm interval",
        fix: isAlone(peers)
          ? "Reach the other nodes first: chainnode peer list. If none of them mines: chainnode mining start."
          : "Mine a resource block on any node of the network: chainnode mining start.",
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
        fix: "Check that the validators run, and reach each other and this node at its --public-host: chainnode round, chainnode peer list.",
      };
    },
  },
  {
    name: "losses",
    summary: `Of the transactions that the node accepted in the last minute, at most one in a hundred, or fewer than ${FEW_LOST}, came into no block in time; those that take up more than a 64th of a block do not count.`,
    failAfterUs: 0,
    isLogged: true,
    problem({ losses: { accepted, lost } }) {
      if (lost < FEW_LOST || lost * LOSS_PARTS <= accepted) return null;
      return {
        message: `${lost} transactions came into no block in time in the last minute, ${accepted} were accepted`,
        fix: "Send less until this ends. Check that the validators reach this node and each other, and that no machine is overloaded: chainnode round, chainnode peer list.",
      };
    },
  },
];

function isWrong({ offsetUs }: ClockOffset): boolean {
  return Math.abs(offsetUs) > MAX_CLOCK_ERROR_US;
}

/** Whether a node has lost all peers, or all that it was told of to another chain. */
function isAlone(peers: HealthFacts["peers"]): peers is NonNullable<HealthFacts["peers"]> {
  if (peers === null || peers.named === 0) return false;
  // Strangers may be of a false chain.
  return peers.connected === 0 || (peers.namedConnected === 0 && peers.onOtherChain > 0);
}

function secondsText(us: number): string {
  return `${Math.round(us / SECOND_US)} s`;
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
