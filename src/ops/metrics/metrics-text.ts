import { Meters, type Metric, type Sample } from "./metric.js";
import { METRICS, type MetricKey } from "./table.js";

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
export const OPENMETRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** The values of gauges, and of counters that are counted elsewhere. */
export type MetricValues = Readonly<Partial<Record<MetricKey, number | null | readonly Sample[]>>>;

/** Metrics in the text format. A counter or histogram that has no value here is read from the meters. */
export function metricsText(
  keys: readonly MetricKey[],
  values: MetricValues,
  meters: Meters,
  isOpenMetrics: boolean,
): string {
  const samplesOf = (key: MetricKey): readonly Sample[] | Meters => {
    const value = values[key];
    const { type }: Metric = METRICS[key];
    if (value === undefined) return type === "gauge" ? [] : meters;
    if (value === null) return [];
    return typeof value === "number" ? [{ labels: [], value }] : value;
  };
  const texts = keys.map((key) => metricText(METRICS[key], samplesOf(key), isOpenMetrics));
  return texts.join("") + (isOpenMetrics ? "# EOF\n" : "");
}

/** One metric with its values in the text format of Prometheus, or of OpenMetrics. */
export function metricText(
  metric: Metric,
  values: readonly Sample[] | Meters,
  isOpenMetrics: boolean,
): string {
  const { name, type, help } = metric;
  // OpenMetrics names the family of a counter without its suffix.
  const family = isOpenMetrics && type === "counter" ? name.replace(/_total$/, "") : name;
  const lines = [`# HELP ${family} ${escapeHelp(help)}`, `# TYPE ${family} ${type}`];
  if (type === "histogram") lines.push(...(values instanceof Meters ? histogramLines(metric, values) : []));
  else {
    const samples = values instanceof Meters ? countsOf(metric, values) : values;
    for (const { labels, value } of samples)
      lines.push(`${name}${labelsText(metric.labels ?? [], labels)} ${value}`);
  }
  return `${lines.join("\n")}\n`;
}

/** The counts of a counter, with 0 for known labels: Prometheus sees no increase in the first value of a label. */
function countsOf(metric: Metric, meters: Meters): readonly Sample[] {
  const counts = meters.counts(metric);
  const known = metric.labels === undefined ? [[]] : (metric.values ?? []).map((value) => [value]);
  const absent = known.filter(([value]) => !counts.some(({ labels }) => labels[0] === value));
  return [...counts, ...absent.map((labels) => ({ labels, value: 0 }))];
}

function histogramLines(metric: Metric, meters: Meters): readonly string[] {
  const { name, labels: names = [], buckets = [] } = metric;
  const lines: string[] = [];
  for (const { labels, counts, sum } of meters.distributions(metric)) {
    let count = 0;
    for (const [index, inBucket] of counts.entries()) {
      count += inBucket;
      const bound = String(buckets[index] ?? "+Inf");
      lines.push(`${name}_bucket${labelsText([...names, "le"], [...labels, bound])} ${count}`);
    }
    const text = labelsText(names, labels);
    lines.push(`${name}_sum${text} ${sum}`, `${name}_count${text} ${count}`);
  }
  return lines;
}

function labelsText(names: readonly string[], values: readonly string[]): string {
  if (names.length === 0) return "";
  return `{${names.map((name, index) => `${name}="${escapeLabel(values[index] ?? "")}"`).join(",")}}`;
}

function escapeHelp(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}
