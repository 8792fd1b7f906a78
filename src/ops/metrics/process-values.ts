import { readdirSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { keptProgramBytes } from "../../ledger/code-registry.js";
import { keptTextBytes } from "../../ledger/code-texts.js";
import { readFileLimit } from "../../base/file-limit.js";
import { keptPatternBytes } from "../../vm/pattern.js";
import { keptKeyBytes } from "../../vm/scope.js";
import type { Sample } from "./metric.js";
import type { MetricValues } from "./metrics-text.js";

const MS_A_SECOND = 1000;
const US_A_SECOND = 1e6;
const NS_A_SECOND = 1e9;
/** Each sample wakes the process: at 10 ms they were half of what an idle node costs. */
const LOOP_RESOLUTION_MS = 100;
const LOOP_WINDOW_MS = 15_000;
const LOOP_PERCENTILES = [
  ["p50", 50],
  ["p99", 99],
  ["max", 100],
] as const;

export class ProcessValues {
  readonly #loop = new LoopDelay();
  readonly #maxFiles = readFileLimit();
  readonly #startTime = Math.round(Date.now() / MS_A_SECOND - process.uptime());

  values(version: string): MetricValues {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return {
      build: [{ labels: [version, process.version], value: 1 }],
      startTime: this.#startTime,
      memory: rss,
      maxFiles: this.#maxFiles,
      ...systemValues(),
      heap: heapUsed,
      cacheBytes: [
        { labels: ["codes"], value: keptProgramBytes() },
        { labels: ["texts"], value: keptTextBytes() },
        { labels: ["patterns"], value: keptPatternBytes() },
        { labels: ["keys"], value: keptKeyBytes() },
      ],
      cpu: (user + system) / US_A_SECOND,
      loopDelay: this.#loop.samples,
    };
  }

  close(): void {
    this.#loop.close();
  }
}

/** What Linux tells of this process; null elsewhere. The files of /proc are in memory: to read them does not wait. */
function systemValues(): Pick<MetricValues, "openFiles" | "threads"> {
  try {
    const [, threads] = /^Threads:\s+([0-9]+)/m.exec(readFileSync("/proc/self/status", "latin1")) ?? [];
    return {
      openFiles: readdirSync("/proc/self/fd").length,
      threads: threads === undefined ? null : Number(threads),
    };
  } catch {
    return { openFiles: null, threads: null };
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

  /** The delays of the last full window; before the first, those of the present window. */
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
      // The histogram holds the time between two samples, which equals the resolution without a delay.
      value: Math.max(0, this.#histogram.percentile(percentile) / NS_A_SECOND - LOOP_RESOLUTION_MS / 1000),
    }));
  }
}
