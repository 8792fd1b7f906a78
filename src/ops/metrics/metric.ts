type MetricType = "counter" | "gauge" | "histogram";

export interface Metric {
  /** The name in snake case with its unit, as Prometheus names metrics. */
  readonly name: string;
  readonly type: MetricType;
  /** One sentence. */
  readonly help: string;
  /** The names of its labels. Each has few values: never a host, an address or a hash. */
  readonly labels?: readonly string[];
  /** The values of the label, for a counter with one label. Each begins at 0, so that the first event is an increase. */
  readonly values?: readonly string[];
  /** The upper bounds of the buckets of a histogram, ascending. */
  readonly buckets?: readonly number[];
}

type Options = Pick<Metric, "labels" | "values" | "buckets">;

export function gauge(name: string, help: string, options: Options = {}): Metric {
  return { name, type: "gauge", help, ...options };
}

export function counter(name: string, help: string, options: Options = {}): Metric {
  return { name, type: "counter", help, ...options };
}

export function histogram(name: string, help: string, options: Options): Metric {
  return { name, type: "histogram", help, ...options };
}

/** One value of a metric: the values of its labels, in their order, and the number. */
export interface Sample {
  readonly labels: readonly string[];
  readonly value: number;
}

/** The counts of a histogram for one set of labels. */
interface Distribution {
  readonly labels: readonly string[];
  /** The number of values in each bucket. The last bucket has no upper bound. */
  readonly counts: number[];
  sum: number;
}

/** The counters and histograms of a running node. Gauges are read at each scrape. */
export class Meters {
  readonly #counts = new Map<string, Map<string, Sample>>();
  readonly #distributions = new Map<string, Map<string, Distribution>>();

  add({ name }: Metric, labels: readonly string[] = [], amount = 1): void {
    const samples = entryOf(this.#counts, name, () => new Map<string, Sample>());
    const key = labels.join("\0");
    samples.set(key, { labels, value: (samples.get(key)?.value ?? 0) + amount });
  }

  observe({ name, buckets = [] }: Metric, value: number, labels: readonly string[] = []): void {
    const all = entryOf(this.#distributions, name, () => new Map<string, Distribution>());
    const distribution = entryOf(all, labels.join("\0"), () => ({
      labels,
      counts: Array.from({ length: buckets.length + 1 }, () => 0),
      sum: 0,
    }));
    const bucket = buckets.findIndex((bound) => value <= bound);
    const index = bucket < 0 ? buckets.length : bucket;
    distribution.counts[index] = (distribution.counts[index] ?? 0) + 1;
    distribution.sum += value;
  }

  counts({ name }: Metric): readonly Sample[] {
    return [...(this.#counts.get(name)?.values() ?? [])];
  }

  distributions({ name }: Metric): readonly Readonly<Distribution>[] {
    return [...(this.#distributions.get(name)?.values() ?? [])];
  }
}

function entryOf<V>(map: Map<string, V>, key: string, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

/** A time in µs as a metric gives it. */
export function secondsOf(us: number | null): number | null {
  return us === null ? null : us / 1e6;
}
