import { repeat, type Clock } from "../consensus/clock.js";
import type { PoolLimits } from "../consensus/transaction-pool.js";
import { MachineThreads } from "../ledger/machine/threaded-runner.js";
import { SignatureThreads } from "../ledger/signatures/signature-threads.js";
import { confirmedHeight, selectValidators } from "../ledger/validators.js";
import { TIMESTAMP_ERROR_US } from "../records/limits.js";
import { createNetwork, type NetworkDefinition } from "../records/network.js";
import type { Store } from "../store/store.js";
import { createHttpConnect } from "../peers/transport/http-connect.js";
import type { PeerSettings } from "../peers/peer-network.js";
import type { DataDirectory } from "./directory/data-directory.js";
import { lossText } from "./directory/chain-loss.js";
import { readIdentity, type Identity } from "./directory/identity.js";
import { SigningEnd, endingMemory } from "./signing-end.js";
import type { Log } from "./log.js";
import type { MiningSettings } from "./mining.js";
import { Node } from "./node.js";
import { meteredStore } from "./metrics/metered-store.js";
import { Meters } from "./metrics/metric.js";
import { METRICS } from "./metrics/table.js";
import { NodeMetrics } from "./metrics/node-metrics.js";
import { SubmissionMeter } from "./metrics/submission-meter.js";
import { failedChecks, Health } from "./health/health.js";
import { openStore } from "./directory/open-store.js";
import { readBansFile, writeBansFile } from "./directory/bans-file.js";
import { PeersFile } from "./directory/peers-file.js";
import { Presence } from "./directory/presence.js";
import { PoolFile } from "./directory/pool-file.js";
import { SigningMemoryFile } from "./directory/signing-memory-file.js";
import * as errors from "./errors.js";

/** How long, in µs, a node that stops waits for accepted transactions dated in the near future. */
const FINISH_US = 2_000_000;
/** How often a node that signs nothing looks whether its data directory is still there, µs. */
const LOOK_US = 1_000_000;

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
}

export interface OpenPeers {
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
  /** The hosts at which it looks for the network. */
  readonly hosts: readonly string[];
  /** Stops the node and releases the data directory. */
  close(): Promise<void>;
}

/**
 * Opens the node of a data directory and locks the directory until the node is closed. Throws an error of kind "local"
 * when the directory is missing, in use, damaged or of another network.
 */
export async function openNode({
  directory,
  peers,
  mayLoseBlocks = false,
  ...options
}: OpenNodeOptions): Promise<OpenNode> {
  const warn = (message: string): void => options.log({ level: "warn", module: "node", message });
  const onNoteFailure = (reason: string): void => warn(`the last block cannot be recorded: ${reason}`);
  const { store, definition, lock, losses } = await openStore(directory, onNoteFailure);
  const peersFile = new PeersFile(directory.peersFile, options.log);
  const ending = new AbortController();
  const meters = new Meters();
  const verifier = new SignatureThreads();
  const machine = new MachineThreads();
  const peerSettings = async ({ allowPrivate, hosts, ...others }: OpenPeers): Promise<PeerSettings> => ({
    ...others,
    connect: createHttpConnect({ allowPrivate, signal: ending.signal }),
    hosts: [...new Set([...hosts, ...definition.peers])],
    remembered: await peersFile.read(),
    bans: await readBansFile(directory.bansFile),
    keepBans: (bans) => writeBansFile(directory.bansFile, bans),
    onChange: (hosts) => peersFile.write(hosts),
  });
  try {
    if (losses.loss !== null) {
      options.log({ level: "error", module: "node", message: lossText(losses.loss) });
      if (mayLoseBlocks) {
        await losses.accept();
        warn("the loss is accepted: the chain continues from its last block");
      }
    }
    const settings = peers === undefined ? null : await peerSettings(peers);
    const identity = await readIdentity(directory.identityFile);
    const signedBefore = await lastForgottenSecond({ store, definition, identity }, options.clock.nowUs());
    const signingEnd = new SigningEnd(options.log);
    const presence = await Presence.of(directory.databaseFile);
    const lookForDirectory = async (): Promise<void> => {
      if (!(await presence.isThere())) signingEnd.now(errors.directoryGone());
    };
    const signatures = await SigningMemoryFile.open(directory.signaturesFile, signedBefore);
    const signingMemory = endingMemory(signatures, signingEnd, lookForDirectory);
    const node = await Node.open({
      ...options,
      store: meteredStore(store, meters, {
        validator: identity.node.address,
        owner: identity.owner,
        network: createNetwork(definition),
        sinceUs: options.clock.nowUs(),
        onFailure: (reason) => warn(`slots cannot be counted: ${reason}`),
      }),
      observer: new SubmissionMeter(meters, options.clock),
      onTurn(result, seconds) {
        meters.add(METRICS.turns, [result]);
        if (result === "block") meters.observe(METRICS.turnTime, seconds);
      },
      onStep: (step, seconds) => meters.observe(METRICS.stepTime, seconds, [step]),
      onTried: (tries) => meters.add(METRICS.miningTries, [], tries),
      losses,
      signingEnd,
      network: definition,
      identity,
      signingMemory,
      poolMemory: new PoolFile(directory.poolFile),
      verifier,
      runners: machine.runners,
      ...(settings === null ? {} : { peers: settings }),
    });
    verifier.warmUp();
    const health = new Health(node, directory.path, options.log);
    health.turns.add((readiness) => node.eventHub.tellReady(readiness.isReady, failedChecks(readiness)));
    const endLooking = repeat(options.clock, LOOK_US, lookForDirectory);
    const { databaseFile } = directory;
    const metrics = new NodeMetrics({ node, health, meters, databaseFile, verifier });
    return {
      node,
      health,
      metrics,
      meters,
      definition,
      hosts: [...new Set([...(node.peers?.tracker.given ?? []), ...(settings?.remembered ?? [])])],
      async close() {
        ending.abort();
        endLooking();
        health.stop();
        metrics.close();
        // The node closes its store.
        await node.stop(FINISH_US);
        await verifier.close();
        await machine.close();
        await peersFile.settled();
        await losses.close();
        await lock.release();
      },
    };
  } catch (error) {
    await store.close();
    await losses.close();
    await lock.release();
    throw error;
  }
}

interface KeyOnChain {
  readonly store: Store;
  readonly definition: NetworkDefinition;
  readonly identity: Identity;
}

/**
 * Returns the latest s_timestamp, in µs, that this key can have signed before the start (PROTOCOL 9.15). The signing
 * memory may lack signatures: the data directory may be an old backup, or its keys may come from another machine. But a
 * validator signs no further ahead of its clock than other nodes accept (PROTOCOL 9.10), and one that holds all slots
 * not at all.
 */
export async function lastForgottenSecond(
  { store, definition, identity: { node } }: KeyOnChain,
  nowUs: number,
): Promise<number> {
  const network = createNetwork(definition);
  const validators = await selectValidators(store, network, await confirmedHeight(store, network, nowUs));
  const isAlone = validators.length > 0 && validators.every((address) => address === node.address);
  return isAlone ? nowUs : nowUs + TIMESTAMP_ERROR_US;
}
