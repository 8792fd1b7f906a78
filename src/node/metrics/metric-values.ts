import type { Meters, Metric, Sample } from "./metric.js";
import { metricText } from "./metrics-text.js";
import { METRICS, type MetricKey } from "./table.js";

/** The values of gauges, and of counters that others count. */
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
