import { objectToMap, mapToValue, objectToValue, type Value } from "../../codec/value.js";
import type { ConflictingStatements } from "../../consensus/conflicting-statements.js";
import type { SyncProgress } from "../../peers/sync/sync-progress.js";
import type { ToldStatus } from "./projector-status.js";
import { readinessOf, verdictOf, type Health, type Readiness } from "../health/health.js";
import { prunedUpTo } from "../../store/pruned.js";
import type { RunningNode } from "../running-node.js";
import { hostsAbsent, hostsSetAside, refusedBlocks, waitingBranches } from "./peer-list.js";

/** The maximum number of hosts of a kind in a status; `peer list` lists all. */
const MAX_HOSTS = 16;

/** The maximum number of conflicting statements in a status. */
const MAX_CONFLICTS = 8;

export interface NodeProcess {
  /** The addresses that the RPC server listens on. */
  readonly rpc: readonly string[];
  /** The address of health checks and metrics, null when they are turned off. */
  readonly ops: string | null;
  readonly health: Health;
  readonly isServing: () => boolean;
  readonly version: string;
  /** What the projector of the node does; null without one. */
  readonly projection: () => ToldStatus | null;
}

/** The status of a node for its operator (admin route `GET /status`). */
export async function nodeStatus(
  node: RunningNode,
  { rpc, ops, health, isServing, version, projection }: NodeProcess,
): Promise<Value> {
  const { ledger, pool, mining, standstill, identity, peers, roundBook } = node;
  const progress = peers?.sync.progress() ?? null;
  const readiness = readinessOf({ health, isServing });
  const projected = projection();
  return objectToValue({
    ready: readiness.isReady,
    verdict: verdictOf(readiness),
    problems: problemsToValue(readiness),
    pid: BigInt(process.pid),
    version,
    uptime: BigInt(Math.floor(process.uptime())),
    network: ledger.network.network_name,
    rules: BigInt(ledger.network.ruleSet.number),
    address: identity.node.address,
    rpc: [...rpc],
    ops,
    height: BigInt(ledger.tip.height),
    resource_height: BigInt(ledger.resourceChain.tip?.height ?? 0),
    fixed_height: BigInt(ledger.resourceChain.fixedHeight),
    pruned_up_to: BigInt(await prunedUpTo(ledger.store)),
    syncing: progress === null ? null : progressToValue(progress),
    peers: BigInt(peers?.tracker.peers.size ?? 0),
    known_hosts: BigInt(peers?.tracker.knownHosts.length ?? 0),
    absent_peers: hostsAbsent(peers, MAX_HOSTS),
    set_aside: hostsSetAside(peers, MAX_HOSTS),
    refused_blocks: refusedBlocks(peers),
    waiting_branches: waitingBranches(peers),
    conflicting_statements: conflictsToValue(roundBook.conflicts),
    projection: projected === null ? null : projectionToValue(projected),
    round: await roundStatus(node),
    signer: signerToValue(node.signing),
    pool: BigInt(pool.size),
    mining: mining.isOn,
    disk_free: wholeOrNull(health.facts?.freeBytes),
    disk_full: wholeOrNull(health.facts?.diskFullUs),
    standing_still: await standstill.isStandingStill(),
    fault: node.fault,
  });
}

/** The open round and its current validators. `own_slots` are this node's slots in `validators`, counted from 1. */
async function roundStatus({ ledger, clock, identity, roundBook }: RunningNode): Promise<Value> {
  const validators = await ledger.validatorsAt(clock.nowUs());
  const own = validators.flatMap((address, index) =>
    address === identity.node.address ? [BigInt(index + 1)] : [],
  );
  return mapToValue(
    objectToMap({
      height: BigInt(ledger.tip.height + 1),
      validators: [...validators],
      own_slots: own,
      chunks: BigInt(roundBook.chunks.size),
      hypotheses: BigInt(roundBook.hypotheses.size),
    }),
  );
}

function wholeOrNull(known: number | null | undefined): Value {
  return typeof known === "number" ? BigInt(Math.round(known)) : null;
}

function problemsToValue({ checks }: Readiness): Value {
  return checks.flatMap(({ name, problem, sinceUs }) =>
    problem === null ? [] : [objectToValue({ name, since: BigInt(sinceUs), ...problem })],
  );
}

/** Null when the node itself holds the key. */
function signerToValue({ remote }: RunningNode["signing"]): Value {
  if (remote === null) return null;
  const { signer, isServing, holder, problem } = remote;
  return objectToValue({ signer, serving: isServing, holder, failure: problem?.message ?? null });
}

/** Statements in which validators contradict themselves (PROTOCOL 15.5): how many since the start, and the last ones. */
function conflictsToValue({ count, all }: ConflictingStatements): Value {
  return objectToValue({
    count: BigInt(count),
    last: all
      .slice(-MAX_CONFLICTS)
      .map(({ s_timestamp, hashes, ...rest }) =>
        objectToValue({ ...rest, s_timestamp: BigInt(s_timestamp), hashes: [...hashes] }),
      ),
  });
}

function projectionToValue({ state, main, resource, lagSeconds, failure }: ToldStatus): Value {
  return objectToValue({
    state,
    height: BigInt(main),
    resource_height: BigInt(resource),
    behind_seconds: BigInt(Math.floor(lagSeconds)),
    failure,
  });
}

function progressToValue({ height, target, blocksPerSecond, secondsLeft }: SyncProgress): Value {
  return objectToValue({
    height: BigInt(height),
    target: BigInt(target),
    blocks_per_second: BigInt(blocksPerSecond),
    seconds_left: BigInt(secondsLeft),
  });
}
