import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Log } from "../../base/log.js";
import type { Meters } from "../../ops/metrics/metric.js";
import { METRICS } from "../../ops/metrics/table.js";
import type { ToldStatus } from "../../ops/status/projector-status.js";
import type { FromProjection, ProjectionStart } from "./projection-messages.js";

/** The time in which the thread must end, and the pause before a failed one is started again. */
const END_MS = 3000;
const RESTART_MS = 30_000;

export interface ProjectionThreadOptions extends ProjectionStart {
  readonly log: Log;
  readonly meters: Meters;
}

/**
 * Copies the chain of a node into a PostgreSQL database, in a thread that reads the node's database itself. The node
 * neither waits for the thread nor informs it, and logs its state and failures.
 */
export class ProjectionThread {
  readonly #options: ProjectionThreadOptions;
  #worker: Worker | null = null;
  #restart: NodeJS.Timeout | undefined;
  #status: ToldStatus | null = null;
  /** The failure of the thread, with its time by the monotonic clock; null while the thread works. */
  #failed: { readonly reason: string; readonly sinceMs: number } | null = null;
  #isClosed = false;
  #said = "";

  constructor(options: ProjectionThreadOptions) {
    this.#options = options;
    this.#start();
  }

  /** The status of the projector; null before the first one. */
  get status(): ToldStatus | null {
    if (this.#status === null || this.#failed === null) return this.#status;
    const { reason, sinceMs } = this.#failed;
    const lagSeconds = (performance.now() - sinceMs) / 1000;
    return { ...this.#status, state: "connecting", failure: reason, lagSeconds };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    const worker = this.#worker;
    if (worker === null) return;
    const ended = once(worker, "exit");
    worker.postMessage("stop");
    const timer = setTimeout(() => void worker.terminate(), END_MS);
    await ended;
    clearTimeout(timer);
  }

  #start(): void {
    const { directory, urls, passwordFile } = this.#options;
    const worker = new Worker(new URL("projection-worker.js", import.meta.url), {
      workerData: { directory, urls, passwordFile } satisfies ProjectionStart,
    });
    this.#worker = worker;
    worker.on("message", (message: FromProjection) => this.#take(message));
    worker.on("error", (error) => this.#fail(error.message));
    worker.on("exit", () => {
      this.#worker = null;
      if (!this.#isClosed) this.#restart = setTimeout(() => this.#start(), RESTART_MS);
    });
  }

  #take(message: FromProjection): void {
    if ("failed" in message) this.#fail(message.failed);
    else if ("caughtUp" in message) this.#options.meters.observe(METRICS.projectorLag, message.caughtUp);
    else {
      this.#status = message.status;
      const { state, failure, rivals } = message.status;
      if (state !== "connecting") this.#failed = null;
      if (failure === null && rivals.length > 0)
        this.#say("warn", "several servers of the projection can be written", `also ${rivals.join(", ")}`);
      else if (failure === null) this.#say("info", `the projection is ${state}`);
      else this.#say("warn", "the projection waits", failure);
    }
  }

  #fail(reason: string): void {
    this.#failed = { reason, sinceMs: this.#failed?.sinceMs ?? performance.now() };
    this.#say("error", "the projection has failed", reason);
  }

  /** Logs a message, unless it repeats the last one. */
  #say(level: "info" | "warn" | "error", message: string, reason?: string): void {
    const said = `${message} ${reason}`;
    if (said === this.#said) return;
    this.#said = said;
    this.#options.log({
      level,
      module: "node",
      message,
      ...(reason === undefined ? {} : { fields: { reason } }),
    });
  }
}
