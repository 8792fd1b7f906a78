import { stat } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { padStateKey } from "../../codec/state-key.js";
import { valueToText } from "../../codec/text.js";
import type { SignatureThreads } from "../../ledger/signatures/signature-threads.js";
import type { Health } from "../health/health.js";
import type { Node } from "../node.js";
import type { Meters, Metric, Sample } from "./metric.js";
import { metricText } from "./metrics-text.js";
import { METRICS, type MetricKey } from "./table.js";

export interface NodeMetricsOptions {
  readonly node: Node;
  readonly health: Health;
  readonly meters: Meters;
  readonly databaseFile: string;
  readonly verifier: Pick<SignatureThreads, "pending">;
}

/** The values of a gauge, or of a counter that others count. */
type Values = number | null | readonly Sample[];

const NS_A_SECOND = 1e9;
const US_A_SECOND = 1e6;
const LOOP_RESOLUTION_MS = 10;
const LOOP_WINDOW_MS = 15_000;
const LOOP_PERCENTILES = [
  ["p50", 50],
  ["p99", 99],
  ["max", 100],
] as const;

/** The metrics of a running node, for Prometheus. */
export class NodeMetrics {
  readonly #options: NodeMetricsOptions;
  readonly #loop = new LoopDelay();

  constructor(options: NodeMetricsOptions) {
    this.#options = options;
  }

  close(): void {
    this.#loop.close();
  }

  /** All metrics in the text format. Reads nothing that takes longer on a longer chain. */
  async text(version: string, isOpenMetrics: boolean): Promise<string> {
    const values: Partial<Record<MetricKey, Values>> = {
      build: [{ labels: [version, process.version], value: 1 }],
      ...this.#processValues(),
      ...this.#chainValues(),
      ...this.#peerValues(),
      database: await this.#databaseValues(),
      slots: await this.#slotValues(),
      ownerResource: await this.#ownerResource(),
    };
    const texts = (Object.keys(METRICS) as MetricKey[]).map((key) =>
      metricText(METRICS[key], this.#samples(METRICS[key], values[key]), isOpenMetrics),
    );
    return texts.join("") + (isOpenMetrics ? "# EOF\n" : "");
  }

  #samples(metric: Metric, values: Values | undefined): readonly Sample[] | Meters {
    if (values === undefined) return metric.type === "gauge" ? [] : this.#options.meters;
    if (values === null) return [];
    return typeof values === "number" ? [{ labels: [], value: values }] : values;
  }

  #processValues(): Partial<Record<MetricKey, Values>> {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return {
      uptime: Math.floor(process.uptime()),
      memory: rss,
      heap: heapUsed,
      cpu: (user + system) / US_A_SECOND,
      loopDelay: this.#loop.samples,
      signatureQueue: this.#options.verifier.pending,
    };
  }

  #chainValues(): Partial<Record<MetricKey, Values>> {
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
      diskFree: facts?.freeBytes ?? null,
      miningRate: mining.isOn ? mining.status().hash_rate : 0,
    };
  }

  #peerValues(): Partial<Record<MetricKey, Values>> {
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

  async #databaseValues(): Promise<readonly Sample[]> {
    const { databaseFile } = this.#options;
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

/**
 * The delay of the event loop in windows of one length. A scrape reads the last full one, so that several scrapers get
 * the same figures.
 */
class LoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  readonly #timer = setInterval(() => this.#turn(), LOOP_WINDOW_MS).unref();
  #samples: readonly Sample[] | null = null;

  constructor() {
    this.#histogram.enable();
  }

  /** Those of the window so far until one is full. */
  get samples(): readonly Sample[] {
    return this.#samples ?? this.#read();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #turn(): void {
    this.#samples = this.#read();
    this.#histogram.reset();
  }

  #read(): readonly Sample[] {
    return LOOP_PERCENTILES.map(([label, percentile]) => ({
      labels: [label],
      // The histogram holds the time between two looks, which is the resolution when nothing delays it.
      value: Math.max(0, this.#histogram.percentile(percentile) / NS_A_SECOND - LOOP_RESOLUTION_MS / 1000),
    }));
  }
}
