import type { Client } from "../../client/create-client.js";
import { messageOf } from "../../codec/chain-error.js";
import type { Clock } from "../../consensus/clock.js";
import { MachineThreads } from "../../ledger/machine/threaded-runner.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import { networkIdentity } from "../directory/open-store.js";
import { DEFINITION_NOTE, readNetworkText } from "../directory/network-file.js";
import { ChainFeed } from "../events/chain-feed.js";
import { EventHub } from "../events/event-hub.js";
import type { Log } from "../log.js";
import { Meters } from "../metrics/metric.js";
import { METRICS } from "../metrics/table.js";
import { ReplayThread } from "../tracing/replay-thread.js";
import { Databases, type Database } from "./databases.js";
import { Views } from "./open-moment.js";
import { AnswerCache, ReaderEngine } from "./reader-engine.js";
import { ReaderHealth } from "./reader-health.js";
import { ReaderMetrics } from "./reader-metrics.js";
import { ReaderMoments, type SharedMoment } from "./reader-moments.js";
import { WriterWatch } from "./writer-watch.js";
import * as errors from "../errors.js";

/** The pause between two looks for a new block in the database, in milliseconds. */
const LOOK_MS = 100;
/** Lower than a node's limits, because each execution holds a moment of the database. */
const REPLAY_LIMITS = { waiting: 4, waitingPerCaller: 2, timeMs: 5000 };

interface OpenReaderOptions {
  /** The preferred one first. */
  readonly databases: readonly Database[];
  /** The node behind, asked without retries. */
  readonly writer: Pick<Client, "info" | "send">;
  readonly clock: Clock;
  readonly log: Log;
  /** The longest that the database may lack a block of the node while the reader is ready. */
  readonly maxLagSeconds: number;
  /** The most moments of a database that are open at a time. */
  readonly connections?: number;
  /** See `DatabasesOptions.patienceMs`. */
  readonly patienceMs?: number;
}

/** A running reader, as RPC and ops servers use it. */
export interface Reader {
  readonly definition: NetworkDefinition;
  readonly moments: ReaderMoments;
  readonly health: ReaderHealth;
  readonly metrics: ReaderMetrics;
  readonly meters: Meters;
  close(): Promise<void>;
}

/**
 * Opens a reader, which answers as a node does, from a copy of the chain in a database. It stores nothing itself. Throws
 * `READER_DATABASE` when no database answers, and `READER_DEFINITION` when the database has no network definition.
 */
export async function openReader(options: OpenReaderOptions): Promise<Reader> {
  const { clock, log, maxLagSeconds } = options;
  const databases = new Databases(options);
  let definition: NetworkDefinition;
  try {
    definition = await readDefinition(databases);
  } catch (error) {
    await databases.close();
    throw error;
  }
  databases.network = networkIdentity(definition);
  const machine = new MachineThreads();
  const meters = new Meters();
  const cache = new AnswerCache();
  const writer = new WriterWatch(options.writer, log);
  let databaseFailure: string | null = null;
  const health = new ReaderHealth(
    () => ({ databaseFailure, lag: writer.lagOf(moments.tip.height) }),
    maxLagSeconds,
    () => clock.nowUs(),
  );
  const feed = new ChainFeed({
    async snapshot(body) {
      const lease = await databases.lease();
      try {
        return await body(lease.moment);
      } finally {
        lease.release();
      }
    },
  });
  const hub = new EventHub(feed);
  const moments: ReaderMoments = new ReaderMoments({
    databases,
    views: new Views(createNetwork(definition), machine.runners),
    lagSeconds: () => health.lagSeconds,
    onOpened: (seconds) => meters.observe(METRICS.readerMomentTime, seconds),
    events: (query, signal) => hub.stream(query, signal),
    engineAt: (shared, use) => new ReaderEngine(shared, use, parts),
  });
  let replays: ReplayThread | null = null;
  const parts = {
    clock,
    cache,
    policies: () => writer.policies,
    fateOf: (hash: string) => writer.fateOf(hash),
    replay(shared: SharedMoment, job: Parameters<ReplayThread["run"]>[0], caller?: string) {
      const { store } = shared.ledger;
      replays ??= new ReplayThread({ store, definition, clock, limits: REPLAY_LIMITS });
      return replays.run(job, caller, store);
    },
  };
  moments.changes.add(() => feed.noteChange());
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    try {
      await moments.look();
      databaseFailure = null;
    } catch (error) {
      databaseFailure = messageOf(error);
    }
    if (!isClosed) timer = setTimeout(() => void look(), LOOK_MS);
  };
  await look();
  await writer.start(() => moments.tip.height);
  const metrics = new ReaderMetrics({ moments, databases, writer, cache, health, meters });
  return {
    definition,
    moments,
    health,
    metrics,
    meters,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      writer.close();
      hub.close();
      metrics.close();
      await replays?.close();
      await machine.close();
      await databases.close();
    },
  };
}

async function readDefinition(databases: Databases): Promise<NetworkDefinition> {
  const lease = await databases.lease();
  try {
    const text = await lease.moment.readMeta(DEFINITION_NOTE);
    if (text === null) throw errors.readerDefinition();
    return readNetworkText(text, DEFINITION_NOTE);
  } finally {
    lease.release();
  }
}
