import { metricsText, type MetricValues } from "../../ops/metrics/metrics-text.js";
import { secondsOf, type Meters } from "../../ops/metrics/metric.js";
import { ProcessValues } from "../../ops/metrics/process-values.js";
import { READER_METRICS } from "../../ops/metrics/reader-table.js";
import type { MetricKey } from "../../ops/metrics/table.js";
import type { Databases } from "./databases.js";
import type { AnswerCache } from "./reader-engine.js";
import type { ReaderHealth } from "./reader-health.js";
import type { ReaderMoments } from "./reader-moments.js";
import type { WriterWatch } from "./writer-watch.js";

interface ReaderMetricsOptions {
  readonly moments: ReaderMoments;
  readonly databases: Databases;
  readonly writer: WriterWatch;
  readonly cache: AnswerCache;
  readonly health: ReaderHealth;
  readonly meters: Meters;
}

const SHARED: readonly MetricKey[] = [
  "build",
  "startTime",
  "ready",
  "check",
  "mainHeight",
  "resourceHeight",
  "fixedHeight",
  "bestHeight",
  "requests",
  "loopDelay",
  "memory",
  "heap",
  "cacheBytes",
  "cpu",
  "certificateEnd",
  "openFiles",
  "maxFiles",
  "threads",
];
const KEYS: readonly MetricKey[] = [...SHARED, ...(Object.keys(READER_METRICS) as MetricKey[])];

export class ReaderMetrics {
  readonly #options: ReaderMetricsOptions;
  readonly #process = new ProcessValues();

  constructor(options: ReaderMetricsOptions) {
    this.#options = options;
  }

  close(): void {
    this.#process.close();
  }

  /** All metrics in the text format. The database is not read. */
  text(version: string, isOpenMetrics: boolean): string {
    const values = { ...this.#process.values(version), ...this.#values() };
    return metricsText(KEYS, values, this.#options.meters, isOpenMetrics);
  }

  #values(): MetricValues {
    const { moments, databases, writer, cache, health } = this.#options;
    const { height } = moments.tip;
    const readiness = health.readiness();
    const lag = writer.lagOf(height);
    return {
      ready: Number(readiness.isReady),
      check: readiness.checks.map(({ name, isPassed }) => ({ labels: [name], value: Number(isPassed) })),
      mainHeight: height,
      resourceHeight: moments.last?.resourceHeight ?? 0,
      fixedHeight: moments.last?.ledger.resourceChain.fixedHeight ?? 0,
      bestHeight: Math.max(height, writer.height ?? 0),
      certificateEnd: secondsOf(health.certificateEndUs),
      readerLagBlocks: lag.blocks,
      readerLag: Math.max(lag.seconds, writer.partedSeconds),
      readerWriter: Number(writer.height !== null),
      readerDatabase: databases.states.map((isUp, index) => ({
        labels: [String(index + 1)],
        value: Number(isUp),
      })),
      readerDatabaseUsed: databases.states.map((_, index) => ({
        labels: [String(index + 1)],
        value: Number(index === databases.used),
      })),
      readerMoments: databases.open,
      readerCache: [
        { labels: ["hit"], value: cache.hits },
        { labels: ["miss"], value: cache.misses },
      ],
    };
  }
}
