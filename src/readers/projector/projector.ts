import { setTimeout as delay } from "node:timers/promises";
import { ChainError } from "../../codec/chain-error.js";
import type { Network } from "../../records/network.js";
import type { DatabaseAddress } from "../../store/postgres/address.js";
import { PostgresWriter } from "../../store/postgres/postgres-writer.js";
import { projectionOutranked } from "../../store/errors.js";
import { ChainCopier, type CopyStep } from "./copy-chains.js";
import type {
  CopyStepName,
  ProjectorStatus,
  ProjectorState,
  SourceHeights,
} from "../../ops/status/projector-status.js";
import { chooseServer, RivalWatch } from "./servers.js";
import type { ProjectionSource } from "./source.js";

export interface ProjectorOptions {
  readonly source: ProjectionSource;
  readonly network: Pick<Network, "prefixes">;
  /** The network's identity, which the database stores. */
  readonly identity: string;
  /** Further notes about the network for the database, by name. */
  readonly notes?: ReadonlyMap<string, string>;
  /** The servers of the database. The writable one with the highest term, then the highest blocks, is used. */
  readonly addresses: readonly DatabaseAddress[];
  readonly schema: string;
  /** The longest that the server works on a statement, in milliseconds. Default: 60,000. */
  readonly statementTimeoutMs?: number;
  /** Called after each step, and whenever the state changes. */
  readonly onStatus?: (status: ProjectorStatus) => void;
  /** Called when the database equals the source, with the seconds for which it did not. */
  readonly onCaughtUp?: (seconds: number) => void;
}

/** The pause after which an idle projector renews its lease and looks at the source. It is a fraction of the lease. */
const RENEW_MS = 2000;
/** The pauses after failures. They grow with each failure, up to the last one. */
const WAITS_MS = [100, 250, 500, 1000, 2000];
/** The errors that a retry does not resolve. */
const FINAL = new Set(["POSTGRES_NETWORK", "POSTGRES_SCHEMA", "POSTGRES_ENCODING"]);
const FOR_PRUNED =
  "Copy the chains of a node that keeps all blocks: chainnode project --from URL. Once the database has the blocks up to the first one named, this node can continue.";

/**
 * Keeps a projection equal to its source (docs/adr/0019). It never writes to the source. When the database fails, it waits,
 * connects again, and continues from the tip that it finds there.
 */
export class Projector {
  readonly #options: ProjectorOptions;
  readonly #seconds = { read: 0, write: 0, undo: 0 };
  readonly #counts = { conflicts: 0, undone: 0, blocks: 0, transactions: 0 };
  #state: ProjectorState = "connecting";
  #failure: ChainError | null = null;
  #writer: PostgresWriter | null = null;
  /** The server that it last wrote to. */
  #address: DatabaseAddress | null = null;
  #rivals: readonly string[] = [];
  /** Whether another server has a later term. */
  #isOutranked = false;
  #held = { main: 0, resource: 0, term: 0 };
  #heights: SourceHeights = { main: 0, resource: 0 };
  /** The time since which the source has had more than the database, by the monotonic clock. */
  #behindSinceMs: number | null = null;
  /** Whether a block was copied since the database last equalled the source. */
  #isCopied = false;
  /** Aborted when the source has changed. */
  #change = new AbortController();

  constructor(options: ProjectorOptions) {
    this.#options = options;
  }

  /** The server that was written last; null before the first write. */
  get address(): DatabaseAddress | null {
    return this.#address;
  }

  get status(): ProjectorStatus {
    const { main, resource, term } = this.#held;
    const since = this.#behindSinceMs;
    return {
      state: this.#state,
      main,
      resource,
      source: this.#heights,
      term,
      lagSeconds: since === null ? 0 : (performance.now() - since) / 1000,
      ...this.#counts,
      rivals: this.#rivals,
      seconds: this.#seconds,
      failure: this.#failure,
    };
  }

  /**
   * Works until the signal is aborted or, with `once`, until the database equals the source. Throws the errors that a retry
   * does not resolve: a database of another network, schema or encoding, and a source that is pruned above the database. With `once`, it also throws every failure of the
   * first connection.
   */
  async run(signal: AbortSignal, { once = false }: { readonly once?: boolean } = {}): Promise<void> {
    const endWatch = this.#options.source.watch(() => this.#noteChange());
    const end = (): void => this.#change.abort();
    signal.addEventListener("abort", end);
    try {
      for (let failures = 0; !signal.aborted;) {
        try {
          await this.#work(signal, once, () => (failures = 0));
          if (once) return;
        } catch (error) {
          if (!(error instanceof ChainError) || FINAL.has(error.code)) throw error;
          if (error.kind === "gone") throw error.with({ advice: FOR_PRUNED });
          if (once && this.#held.term === 0) throw error;
          this.#noteFailure(error);
          await passed(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0, signal);
          failures += 1;
        } finally {
          await this.#closeWriter();
        }
      }
    } finally {
      signal.removeEventListener("abort", end);
      endWatch();
    }
  }

  /** Connects and copies until the signal is aborted or something fails. */
  async #work(signal: AbortSignal, once: boolean, onSuccess: () => void): Promise<void> {
    const writer = await this.#connect();
    this.#writer = writer;
    this.#failure = null;
    this.#show("copying");
    const { source, network, addresses, schema } = this.#options;
    const onTime = (step: CopyStepName, seconds: number): void => {
      this.#seconds[step] += seconds;
    };
    const copier = new ChainCopier({ source, network, writer, onTime });
    const watch = new RivalWatch(addresses, schema, ({ term, rivals }) => {
      this.#rivals = rivals;
      this.#isOutranked = term > writer.term;
      this.#show(this.#state);
    });
    try {
      while (!signal.aborted) {
        this.#change = new AbortController();
        if (this.#isOutranked) throw projectionOutranked({ server: this.#address?.name ?? "" });
        const done = await copier.step();
        onSuccess();
        if (done !== null) {
          this.#noteStep(done);
          continue;
        }
        this.#noteCaughtUp();
        if (once) return;
        if (!(await passed(RENEW_MS, this.#change.signal))) continue;
        await writer.commit({ main: [], resource: [] });
      }
    } finally {
      watch.close();
    }
  }

  /** Opens the server that was written last, in a term above those of all servers. */
  async #connect(): Promise<PostgresWriter> {
    const { addresses, schema, identity: network, notes, statementTimeoutMs } = this.#options;
    const { address, term, rivals } = await chooseServer(addresses, schema);
    const writer = await PostgresWriter.open({
      address,
      schema,
      network,
      notes,
      statementTimeoutMs,
      aboveTerm: Math.max(term, this.#held.term),
    });
    this.#address = address;
    this.#rivals = rivals;
    this.#isOutranked = false;
    return writer;
  }

  #noteChange(): void {
    this.#behindSinceMs ??= performance.now();
    this.#change.abort();
  }

  #noteStep({ undone, main, resource, transactions, heights }: CopyStep): void {
    this.#isCopied = true;
    this.#counts.undone += undone;
    this.#counts.blocks += main + resource;
    this.#counts.transactions += transactions;
    this.#heights = heights;
    this.#show(this.#state);
  }

  #noteCaughtUp(): void {
    const { lagSeconds } = this.status;
    if (this.#isCopied) this.#options.onCaughtUp?.(lagSeconds);
    this.#isCopied = false;
    this.#behindSinceMs = null;
    this.#show("following");
  }

  #noteFailure(error: ChainError): void {
    if (error.code === "PROJECTION_LOST") this.#counts.conflicts += 1;
    this.#behindSinceMs ??= performance.now();
    this.#failure = error;
    this.#show(error.code === "PROJECTION_TAKEN" ? "standby" : "connecting");
  }

  #show(state: ProjectorState): void {
    this.#state = state;
    if (this.#writer !== null) {
      const { ends, term } = this.#writer;
      this.#held = { main: ends.main.height, resource: ends.resource.height, term };
    }
    this.#options.onStatus?.(this.status);
  }

  async #closeWriter(): Promise<void> {
    const writer = this.#writer;
    this.#writer = null;
    // A connection that fails while it closes is closed too.
    await writer?.close().catch(() => undefined);
  }
}

/** Waits. Returns false when the signal was aborted before. */
function passed(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal }).catch(() => false);
}
