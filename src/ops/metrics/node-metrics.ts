import type { DataDirectory } from "../../data/directory/data-directory.js";
import { stat } from "node:fs/promises";
import { padStateKey } from "../../codec/state-key.js";
import { valueToText } from "../../codec/text.js";
import type { SignatureThreads } from "../../ledger/signatures/signature-threads.js";
import { prunedUpTo } from "../../store/pruned.js";
import type { Health } from "../health/health.js";
import type { RunningNode } from "../running-node.js";
import { secondsOf, type Meters, type Sample } from "./metric.js";
import { metricsText, type MetricValues } from "./metrics-text.js";
import { ProcessValues } from "./process-values.js";
import { NODE_METRICS } from "./table.js";
import { type ToldStatus, PROJECTOR_STATES } from "../status/projector-status.js";

interface NodeMetricsOptions {
  readonly node: RunningNode;
  readonly health: Health;
  readonly meters: Meters;
  readonly directory: Pick<DataDirectory, "databaseFile" | "backupNote">;
  readonly verifier: Pick<SignatureThreads, "pending">;
  /** Returns the status of the node's projector; null without one. */
  readonly projection: () => ToldStatus | null;
}

const US_A_SECOND = 1e6;
const MS_A_SECOND = 1000;

/** The counters of a projector that does not run. */
const NO_PROJECTOR: MetricValues = {
  projectorConflicts: null,
  projectorUndone: null,
  projectorTransactions: null,
  projectorSeconds: null,
};

export class NodeMetrics {
  readonly #options: NodeMetricsOptions;
  readonly #process = new ProcessValues();

  constructor(options: NodeMetricsOptions) {
    this.#options = options;
  }

  close(): void {
    this.#process.close();
  }

  /** All metrics in the text format. The time to read them does not grow with the chain. */
  async text(version: string, isOpenMetrics: boolean): Promise<string> {
    const values = {
      ...this.#process.values(version),
      signatureQueue: this.#options.verifier.pending,
      ...this.#chainValues(),
      ...this.#peerValues(),
      ...this.#projectorValues(),
      database: await this.#databaseValues(),
      lastBackup: await this.#lastBackup(),
      slots: await this.#slotValues(),
      prunedHeight: await prunedUpTo(this.#options.node.ledger.store),
      ownerResource: await this.#ownerResource(),
    };
    return metricsText(NODE_METRICS, values, this.#options.meters, isOpenMetrics);
  }

  #chainValues(): MetricValues {
    const { node, health } = this.#options;
    const { ledger, pool, mining, clock } = node;
    const { facts } = health;
    const readiness = health.readiness();
    const { tip, resourceChain } = ledger;
    return {
      ready: Number(readiness.isReady),
      check: readiness.checks.map(({ name, isPassed }) => ({ labels: [name], value: Number(isPassed) })),
      mainHeight: tip.height,
      resourceHeight: resourceChain.tip?.height ?? 0,
      fixedHeight: resourceChain.fixedHeight,
      bestHeight: Math.max(tip.height, node.peers?.sync.bestHeight ?? 0),
      headAge: tip.height === 0 ? null : (clock.nowUs() - tip.s_timestamp) / US_A_SECOND,
      standingStill: facts === null ? null : Number(facts.isStandingStill),
      pool: pool.size,
      poolBytes: pool.bytes,
      poolWait: facts === null ? null : facts.waitingUs / US_A_SECOND,
      clockSilent: Number((facts?.clockRefusal ?? null) !== null),
      signerServes: node.signing.remote === null ? null : Number(node.signing.remote.isServing),
      diskFree: facts?.freeBytes ?? null,
      diskFull: secondsOf(facts?.diskFullUs ?? null),
      certificateEnd: secondsOf(facts?.certificateEndUs ?? null),
      miningRate: mining.isOn ? mining.status().hash_rate : 0,
    };
  }

  #peerValues(): MetricValues {
    const { peers, clock } = this.#options.node;
    if (peers === null) return { peers: 0, knownHosts: 0, setAside: 0, syncing: 0, peerFailures: [] };
    const { tracker, sync } = peers;
    const offset = tracker.clockOffset(clock.nowUs());
    return {
      peers: tracker.peers.size,
      knownHosts: tracker.knownHosts.length,
      setAside: [...tracker.records.values()].filter(({ setAside }) => setAside !== null).length,
      syncing: Number(sync.isFollowing),
      peerFailures: Array.from(tracker.failureCounts, ([kind, value]) => ({ labels: [kind], value })),
      clockOffset: offset === null ? null : offset.offsetUs / US_A_SECOND,
    };
  }

  #projectorValues(): MetricValues {
    const status = this.#options.projection();
    if (status === null) return NO_PROJECTOR;
    const { state, main, resource, source, seconds } = status;
    return {
      projectorState: PROJECTOR_STATES.map((each) => ({ labels: [each], value: Number(each === state) })),
      projectorHeight: [
        { labels: ["main"], value: main },
        { labels: ["resource"], value: resource },
      ],
      projectorLagBlocks: Math.max(0, Math.max(source.main, this.#options.node.ledger.tip.height) - main),
      projectorBehind: status.lagSeconds,
      projectorTerm: status.term,
      projectorConflicts: status.conflicts,
      projectorRivals: status.rivals.length,
      projectorUndone: status.undone,
      projectorTransactions: status.transactions,
      projectorSeconds: Object.entries(seconds).map(([step, value]) => ({ labels: [step], value })),
    };
  }

  /** When the note of the last backup was written, s; null before the first. */
  #lastBackup(): Promise<number | null> {
    return stat(this.#options.directory.backupNote).then(
      ({ mtimeMs }) => Math.floor(mtimeMs / MS_A_SECOND),
      () => null,
    );
  }

  async #databaseValues(): Promise<readonly Sample[]> {
    const { databaseFile } = this.#options.directory;
    const files = [
      ["main", databaseFile],
      ["wal", `${databaseFile}-wal`],
    ] as const;
    return Promise.all(
      files.map(async ([label, file]) => ({
        labels: [label],
        value: await stat(file).then(
          ({ size }) => size,
          () => 0,
        ),
      })),
    );
  }

  async #slotValues(): Promise<readonly Sample[]> {
    const { ledger, clock, identity } = this.#options.node;
    const holders = await ledger.validatorsAt(clock.nowUs());
    const own = holders.filter((address) => address === identity.node.address).length;
    return [
      { labels: ["own"], value: own },
      { labels: ["all"], value: holders.length },
    ];
  }

  /** For display only: a metric is a float. */
  async #ownerResource(): Promise<number> {
    const { node } = this.#options;
    const cell = padStateKey(node.ledger.network.prefixes.resource + node.identity.owner);
    return Number(valueToText((await node.ledger.store.readState("universal", [cell])).get(cell) ?? "0"));
  }
}
