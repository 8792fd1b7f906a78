import { counter, gauge, histogram, type Metric } from "./metric.js";

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The metrics that only a reader has (docs/scale.md). */
export const READER_METRICS = {
  readerLagBlocks: gauge(
    "chainnode_reader_lag_blocks",
    "How many main blocks the database of the reader lacks that the node behind it has.",
  ),
  readerLag: gauge(
    "chainnode_reader_lag_seconds",
    "For how long the node behind has had a main block that the database of the reader lacks, or has another one of.",
  ),
  readerWriter: gauge(
    "chainnode_reader_writer_up",
    "1 while the node behind the reader answers, otherwise 0.",
  ),
  readerDatabase: gauge(
    "chainnode_reader_database_up",
    "1 while a database of the reader answers, otherwise 0; numbered as --postgres lists them, from 1.",
    { labels: ["number"] },
  ),
  readerDatabaseUsed: gauge(
    "chainnode_reader_database_used",
    "1 for the database that answers, 0 for the others; numbered as --postgres lists them, from 1.",
    { labels: ["number"] },
  ),
  readerMoments: gauge(
    "chainnode_reader_moments",
    "Snapshots of the database that are open or awaited; each takes a connection of the pool.",
  ),
  readerMomentTime: histogram(
    "chainnode_reader_moment_seconds",
    "Time to open a snapshot of the database, with the wait for a connection.",
    { buckets: SECONDS },
  ),
  readerCache: counter(
    "chainnode_reader_cache_total",
    "Requests that were answered from the answers kept for the present state (hit), and those that were not (miss).",
    { labels: ["result"] },
  ),
  readerCompared: counter(
    "chainnode_reader_compared_total",
    "Random questions that the reader and the node behind were both asked: with equal answers (equal), with answers that differ (different), or not at one height (skipped).",
    { labels: ["result"], values: ["equal", "different", "skipped"] },
  ),
} as const satisfies Readonly<Record<string, Metric>>;
