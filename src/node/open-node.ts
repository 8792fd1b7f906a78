import { systemClock } from "../base/clock/system-clock.js";
import { repeat, type Clock } from "../base/clock/clock.js";
import type { PoolLimits } from "../consensus/transaction-pool.js";
import { MachineThreads } from "../ledger/machine/threaded-runner.js";
import { SignatureThreads } from "../ledger/signatures/signature-threads.js";
import { createNetwork, type NetworkDefinition } from "../records/network.js";
import { HostAddresses } from "../peers/transport/host-addresses.js";
import { createHttpConnect, isPeerAddress } from "../peers/transport/http-connect.js";
import type { PeerSettings } from "../peers/peer-network.js";
import type { DataDirectory } from "../data/directory/data-directory.js";
import { lossText } from "../data/directory/chain-loss.js";
import { readIdentity } from "../data/directory/identity.js";
import type { Log } from "../base/log.js";
import type { MiningSettings } from "./mining.js";
import { Node } from "./node.js";
import type { ToldStatus } from "../ops/status/projector-status.js";
import type { PostgresServers } from "../readers/projection/projection-messages.js";
import type { ProjectionThread, ProjectionThreadOptions } from "../readers/projection/projection-thread.js";
import type { Keep } from "../ledger/pruning.js";
import type { NodeOptions } from "./node-options.js";
import type { RemoteSignerOptions } from "../signer/remote-key.js";
import { identityWith, openRemoteKey } from "./open-remote-key.js";
import { startPruner } from "./pruner.js";
import { lastForgottenSecond, openSigning } from "./open-signing.js";
import { meteredStore } from "../ops/metrics/metered-store.js";
import { Meters } from "../ops/metrics/metric.js";
import { METRICS } from "../ops/metrics/table.js";
import { NodeMetrics } from "../ops/metrics/node-metrics.js";
import { submissionMeter } from "../ops/metrics/submission-meter.js";
import { failedChecks, Health } from "../ops/health/health.js";
import { openStore, type OpenStore } from "../data/directory/open-store.js";
import { readBansFile, writeBansFile } from "../data/directory/bans-file.js";
import { PeersFile } from "../data/directory/peers-file.js";
import { poolFile } from "../data/directory/pool-file.js";

/** How long, in µs, a node that stops waits for accepted transactions dated in the near future. */
const FINISH_US = 2_000_000;
/** How often a node that signs nothing looks whether its data directory is still there, µs. */
const LOOK_US = 1_000_000;

const KEY_STILL_HERE = {
  message: "the validator's key is still in identity.json of this node",
  fields: { fix: "Give the node new keys, or a thief needs no signer: docs/signer.md" },
};

export interface OpenNodeOptions {
  readonly directory: DataDirectory;
  readonly clock: Clock;
  readonly log: Log;
  readonly poolLimits?: PoolLimits;
  readonly mining?: MiningSettings;
  /** Left out: the node works without peers. */
  readonly peers?: OpenPeers;
  /** Accepts the loss of blocks and continues without them. */
  readonly mayLoseBlocks?: boolean;
  /** Whether no block waits for the disk: those of the last moments may be lost with the machine, but not with the process. */
  readonly isVolatile?: boolean;
  /** The signer that holds the validator's key. */
  readonly signer?: Omit<RemoteSignerOptions, "clock" | "log">;
  /** The last main blocks that stay whole; by default all. */
  readonly keep?: Keep;
  /** A PostgreSQL database into which the chains are copied. */
  readonly postgres?: PostgresServers;
}

interface OpenPeers {
  /** Hosts to try first. */
  readonly hosts: readonly string[];
  /** Whether peers may be at private addresses. */
  readonly allowPrivate: boolean;
  /** The public host of this node. Without it, the node does not offer itself to others. */
  readonly publicHost?: string;
}

export interface OpenNode {
  readonly node: Node;
  readonly definition: NetworkDefinition;
  /** Its health; `start` begins to watch. */
  readonly health: Health;
  readonly metrics: NodeMetrics;
  /** The counters of its metrics, for those who serve its operations. */
  readonly meters: Meters;
  /** What its projector does; null without one. */
  readonly projection: () => ToldStatus | null;
  /** The hosts at which it looks for the network. */
  readonly hosts: readonly string[];
  /** Stops the node and releases the data directory. */
  close(): Promise<void>;
}

/**
 * Opens the node of a data directory and locks the directory until the node is closed. Throws an error of kind "local"
 * when the directory is missing, in use, damaged or of another network.
 */
export async function openNode({ mayLoseBlocks = false, ...options }: OpenNodeOptions): Promise<OpenNode> {
  const warn = (message: string): void => options.log({ level: "warn", module: "node", message });
  const opened = await openStore(
    options.directory,
    (reason) => warn(`the last block cannot be recorded: ${reason}`),
    options.isVolatile,
  );
  try {
    const { losses } = opened;
    if (losses.loss !== null) options.log({ level: "error", module: "node", message: lossText(losses.loss) });
    if (losses.loss !== null && mayLoseBlocks) {
      await losses.accept();
      warn("the loss is accepted: the chain continues from its last block");
    }
    return await openOver(opened, options);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openOver(
  { store, definition, lock, losses }: OpenStore,
  { directory, peers, postgres, keep = "all", signer, ...options }: Omit<OpenNodeOptions, "mayLoseBlocks">,
): Promise<OpenNode> {
  const { clock, log } = options;
  const peersFile = new PeersFile(directory.peersFile, log);
  const ending = new AbortController();
  const meters = new Meters();
  const verifier = new SignatureThreads();
  const machine = new MachineThreads();
  const settings =
    peers === undefined
      ? null
      : await peerSettings(peers, { definition, directory, peersFile, signal: ending.signal });
  const own = await readIdentity(directory.identityFile);
  const remoteKey = signer === undefined ? null : await openRemoteKey(directory, { ...signer, clock, log });
  if (remoteKey?.address === own.node.address) log({ level: "warn", module: "signer", ...KEY_STILL_HERE });
  const identity = remoteKey === null ? own : identityWith(remoteKey, own);
  const signedBefore = await lastForgottenSecond({ store, definition, identity }, clock.nowUs());
  const isVolatile = remoteKey !== null || options.isVolatile;
  const signing = await openSigning(directory, signedBefore, { log, isVolatile });
  const node = await Node.open({
    ...options,
    ...observers(meters, clock),
    // That of a chain under the user's control may stand still.
    pace: systemClock,
    store: meteredStore(store, meters, {
      validator: identity.node.address,
      owner: identity.owner,
      network: createNetwork(definition),
      sinceUs: clock.nowUs(),
      onFailure: (reason) =>
        log({ level: "warn", module: "node", message: `slots cannot be counted: ${reason}` }),
    }),
    losses,
    network: definition,
    identity,
    signingEnd: signing.end,
    signingMemory: signing.memory,
    poolMemory: poolFile(directory.poolFile),
    verifier,
    runners: machine.runners,
    ...(settings === null ? {} : { peers: settings }),
    ...(remoteKey === null ? {} : { remoteKey }),
  });
  verifier.warmUp();
  const health = new Health(node, directory.path, log);
  health.turns.add((readiness) => node.eventHub.tellReady(readiness.isReady, failedChecks(readiness)));
  const endLooking = repeat(clock, LOOK_US, signing.look);
  const projection =
    postgres === undefined
      ? null
      : await openProjection({ directory: directory.path, ...postgres, log, meters });
  const projected = (): ToldStatus | null => projection?.status ?? null;
  const endPruning = startPruner({
    ledger: node.ledger,
    keep,
    clock,
    pace: systemClock,
    log,
    projected: () => projected()?.main ?? null,
  });
  const metrics = new NodeMetrics({ node, health, meters, directory, verifier, projection: projected });
  return {
    node,
    health,
    metrics,
    meters,
    definition,
    projection: projected,
    hosts: [...new Set([...(node.peers?.tracker.given ?? []), ...(settings?.remembered ?? [])])],
    async close() {
      ending.abort();
      endLooking();
      await endPruning();
      health.stop();
      metrics.close();
      await projection?.close();
      await machine.endCallers();
      // The node closes its store.
      await node.stop(FINISH_US);
      remoteKey?.close();
      await verifier.close();
      await machine.close();
      await peersFile.settled();
      await losses.close();
      await lock.release();
    },
  };
}

/** Starts the thread that copies the chains; its code is loaded when it is wanted. */
async function openProjection(options: ProjectionThreadOptions): Promise<ProjectionThread> {
  const { ProjectionThread } = await import("../readers/projection/projection-thread.js");
  return new ProjectionThread(options);
}

/** The settings of the peers, and what is known of them from the last run. */
async function peerSettings(
  { allowPrivate, hosts, ...others }: OpenPeers,
  { definition, directory: { bansFile }, peersFile, signal }: PeerParts,
): Promise<PeerSettings> {
  const addresses = new HostAddresses();
  const publicAddressOf = (hostname: string): string | undefined =>
    addresses.known(hostname).find((address) => isPeerAddress(address, false));
  return {
    ...others,
    connect: createHttpConnect({
      allowPrivate,
      signal,
      resolve: (hostname, isNamed) => addresses.resolve(hostname, isNamed),
    }),
    // The hosts of a private network share few addresses.
    ...(allowPrivate ? {} : { addressOf: publicAddressOf }),
    hosts: [...new Set([...hosts, ...definition.peers])],
    remembered: await peersFile.read(),
    bans: await readBansFile(bansFile),
    keepBans: (bans) => writeBansFile(bansFile, bans),
    onChange: (hosts) => peersFile.write(hosts),
  };
}

interface PeerParts {
  readonly definition: NetworkDefinition;
  readonly directory: DataDirectory;
  readonly peersFile: PeersFile;
  /** Ends the calls of peers. */
  readonly signal: AbortSignal;
}

/** What counts and times the work of a node. */
function observers(meters: Meters, clock: Clock) {
  return {
    observer: submissionMeter(meters, clock),
    onTurn(result, seconds) {
      meters.add(METRICS.turns, [result]);
      if (result === "block") meters.observe(METRICS.turnTime, seconds);
    },
    onStep: (step, seconds) => meters.observe(METRICS.stepTime, seconds, [step]),
    onTried: (tries) => meters.add(METRICS.miningTries, [], tries),
  } satisfies Partial<NodeOptions>;
}
