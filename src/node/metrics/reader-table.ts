import type { Metric } from "./metric.js";

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The metrics that only a reader has (docs/scale.md). */
export const READER_METRICS = {
  readerLagBlocks: {
    name: "chainnode_reader_lag_blocks",
    type: "gauge",
    help: "How many main blocks the database of the reader lacks that the node behind it has.",
  },
  readerLag: {
    name: "chainnode_reader_lag_seconds",
    type: "gauge",
    help: "For how long the node behind has had a main block that the database of the reader lacks.",
  },
  readerWriter: {
    name: "chainnode_reader_writer_up",
    type: "gauge",
    help: "1 while the node behind the reader answers, otherwise 0.",
  },
  readerDatabase: {
    name: "chainnode_reader_database_up",
    type: "gauge",
    labels: ["number"],
    help: "1 while a database of the reader answers, otherwise 0; numbered as --postgres lists them, from 1.",
  },
  readerMoments: {
    name: "chainnode_reader_moments",
    type: "gauge",
    help: "Snapshots of the database that are open or awaited; each takes a connection of the pool.",
  },
  readerMomentTime: {
    name: "chainnode_reader_moment_seconds",
    type: "histogram",
    buckets: SECONDS,
    help: "Time to open a snapshot of the database, with the wait for a connection.",
  },
  readerCache: {
    name: "chainnode_reader_cache_total",
    type: "counter",
    labels: ["result"],
    help: "Requests that were answered from the answers kept for the present state (hit), and those that were not (miss).",
  },
  readerCompared: {
    name: "chainnode_reader_compared_total",
    type: "counter",
    labels: ["result"],
    values: ["equal", "different", "skipped"],
    help: "Random questions that the reader and the node behind were both asked: with equal answers (equal), with answers that differ (different), or not at one height (skipped).",
  },
} as const satisfies Readonly<Record<string, Metric>>;
