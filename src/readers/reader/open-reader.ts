import type { Client } from "../../client/create-client.js";
import { setTimeout as delay } from "node:timers/promises";
import { ChainError, messageOf } from "../../codec/chain-error.js";
import type { Clock } from "../../base/clock/clock.js";
import { isSealedBlock, type StoredSeal } from "../../ledger/stored-seal.js";
import { MachineThreads } from "../../ledger/machine/threaded-runner.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import type { StoreMoment } from "../../store/store.js";
import { networkIdentity } from "../../data/directory/open-store.js";
import { DEFINITION_NOTE, readNetworkText } from "../../data/directory/network-file.js";
import { ChainFeed } from "../../api/events/chain-feed.js";
import { EventHub } from "../../api/events/event-hub.js";
import type { Log } from "../../base/log.js";
import { Meters } from "../../ops/metrics/metric.js";
import { METRICS } from "../../ops/metrics/table.js";
import { ReplayThread } from "../../api/tracing/replay-thread.js";
import { Databases, type Database } from "./databases.js";
import { Views } from "./open-moment.js";
import { AnswerCache, ReaderEngine } from "./reader-engine.js";
import { failureLog } from "./guarded-moment.js";
import { ReaderHealth } from "./reader-health.js";
import { ReaderMetrics } from "./reader-metrics.js";
import { ReaderMoments, type SharedMoment } from "./reader-moments.js";
import { WriterWatch } from "./writer-watch.js";

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
  /** Ends the wait for a database with a chain. */
  readonly signal?: AbortSignal;
}

/** A running reader, as RPC and ops servers use it. */
export interface Reader {
  readonly definition: NetworkDefinition;
  readonly moments: ReaderMoments;
  readonly health: ReaderHealth;
  readonly metrics: ReaderMetrics;
  readonly meters: Meters;
  /** Whether validators of the chain have sealed a block. */
  isSealed(block: StoredSeal): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens a reader, which answers as a node does, from a copy of the chain in a database. It stores nothing itself. Waits until
 * a database holds a chain, as the projector waits for the database. Throws the errors that waiting does not resolve, and the
 * signal's reason.
 */
export async function openReader(options: OpenReaderOptions): Promise<Reader> {
  const { clock, log, maxLagSeconds } = options;
  const writer = new WriterWatch(options.writer, log);
  const databases = new Databases({
    ...options,
    isLate: (height) => writer.lagOf(height).seconds > maxLagSeconds,
  });
  let definition: NetworkDefinition;
  try {
    definition = await awaitDefinition(databases, options);
  } catch (error) {
    await databases.close();
    throw error;
  }
  databases.network = networkIdentity(definition);
  const network = createNetwork(definition);
  const machine = new MachineThreads();
  const meters = new Meters();
  const cache = new AnswerCache();
  let databaseFailure: string | null = null;
  const health = new ReaderHealth(
    () => ({
      databaseFailure,
      lag: writer.lagOf(moments.tip.height),
      partedSeconds: writer.partedSeconds,
    }),
    maxLagSeconds,
    () => clock.nowUs(),
  );
  const snapshot = <T>(body: (moment: StoreMoment) => Promise<T>): Promise<T> => snapshotOf(databases, body);
  const feed = new ChainFeed({ snapshot }, clock);
  const hub = new EventHub(feed);
  const onFailure = failureLog(log);
  const moments: ReaderMoments = new ReaderMoments({
    databases,
    views: new Views(network, machine.runners, onFailure),
    onFailure,
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
  await writer.start(async ({ height, blockhash }) => {
    const { tip } = moments;
    if (tip.height <= height) return tip.height < height ? null : tip.blockhash === blockhash;
    const block = await snapshot((moment) => moment.mainBlockSummary({ height }));
    return block === null ? null : block.blockhash === blockhash;
  });
  const metrics = new ReaderMetrics({ moments, databases, writer, cache, health, meters });
  return {
    definition,
    moments,
    health,
    metrics,
    meters,
    isSealed: (block) => snapshot((moment) => isSealedBlock(moment, network, block)),
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

async function snapshotOf<T>(databases: Databases, body: (moment: StoreMoment) => Promise<T>): Promise<T> {
  const lease = await databases.lease();
  try {
    return await body(lease.moment);
  } finally {
    lease.release();
  }
}

/** The errors that waiting does not resolve. */
const FINAL: ReadonlySet<string> = new Set(["POSTGRES_SCHEMA", "POSTGRES_ENCODING"]);
/** The pause between two looks for a chain. */
const AWAIT_MS = 200;

/** Waits until a database holds the definition of its network, which the projector notes before the first block. */
async function awaitDefinition(
  databases: Databases,
  { log, signal }: Pick<OpenReaderOptions, "log" | "signal">,
): Promise<NetworkDefinition> {
  for (let isSaid = false; ; isSaid = true) {
    signal?.throwIfAborted();
    try {
      const text = await snapshotOf(databases, (moment) => moment.readMeta(DEFINITION_NOTE));
      if (text !== null) return readNetworkText(text, DEFINITION_NOTE);
    } catch (error) {
      const cause = error instanceof ChainError ? (error.cause ?? error) : error;
      if (!(cause instanceof ChainError) || FINAL.has(cause.code)) throw cause;
    }
    if (!isSaid) log({ level: "warn", module: "reader", message: "waits for a database with a chain" });
    await delay(AWAIT_MS, undefined, { signal }).catch(() => undefined);
  }
}
