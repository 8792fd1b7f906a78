import { Worker, type ResourceLimits } from "node:worker_threads";
import type { FromThread, Reply, ThreadStart } from "./asking.js";

export interface ThreadPoolLimits {
  /** Each takes about ten megabytes, and starts when it is first needed. */
  readonly threads: number;
  /** How many calls may wait while all threads are busy; further ones are refused. */
  readonly waiting: number;
  /** The most memory of a thread, in megabytes. A call that takes more ends it. */
  readonly memoryMb?: number;
  /** A thread without a call ends after this time, in milliseconds. */
  readonly idleMs?: number;
}

interface WorkerPoolOptions extends ThreadPoolLimits {
  readonly script: URL;
  readonly data?: unknown;
  /** The errors of calls: that too many wait, that one took too much memory, and that its thread ended. */
  readonly busy: () => Error;
  readonly outOfMemory: () => Error;
  readonly ended: (cause?: unknown) => Error;
}

/** The longest that a job takes, from its beginning on. */
interface TimeLimit {
  readonly ms: number;
  readonly error: () => Error;
}

const IDLE_MS = 10_000;

interface Waiting<Job, Question, Result> {
  readonly start: (thread: JobThread<Job, Question, Result>) => void;
  readonly refuse: (error: Error) => void;
}

/** A few threads that do jobs, first come, first served. */
export class WorkerPool<Job, Question, Result> {
  readonly #options: WorkerPoolOptions;
  readonly #idle: JobThread<Job, Question, Result>[] = [];
  readonly #threads = new Set<JobThread<Job, Question, Result>>();
  readonly #waiting: Waiting<Job, Question, Result>[] = [];
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Whether one more call would start or wait, rather than be refused. */
  get hasRoom(): boolean {
    const { threads, waiting } = this.#options;
    return this.#idle.length > 0 || this.size < threads || this.#waiting.length < waiting;
  }

  get size(): number {
    return this.#threads.size;
  }

  /**
   * Does a job and returns its result. Throws why a question could not be answered, and the errors of the options.
   *
   * @param begin makes the job, once a thread is free.
   */
  async run(
    begin: () => Job,
    respond: (question: Question) => unknown,
    limit: TimeLimit | null = null,
  ): Promise<Result> {
    const { busy, ended } = this.#options;
    if (this.#isClosed) throw ended();
    if (!this.hasRoom) throw busy();
    const thread = this.#freeThread() ?? (await this.#turn());
    const timer = limit === null ? undefined : setTimeout(() => thread.giveUp(limit.error()), limit.ms);
    try {
      return await thread.run(begin(), respond);
    } finally {
      clearTimeout(timer);
      this.#release(thread);
    }
  }

  /** Ends the threads. Waiting and later calls are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { refuse } of this.#waiting.splice(0)) refuse(this.#options.ended());
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  #freeThread(): JobThread<Job, Question, Result> | undefined {
    return this.#idle.pop() ?? (this.size < this.#options.threads ? this.#start() : undefined);
  }

  #turn(): Promise<JobThread<Job, Question, Result>> {
    return new Promise((start, refuse) => this.#waiting.push({ start, refuse }));
  }

  #release(thread: JobThread<Job, Question, Result>): void {
    if (!this.#threads.has(thread)) return;
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next.start(thread);
      return;
    }
    this.#idle.push(thread);
    thread.rest(this.#options.idleMs ?? IDLE_MS, () => this.#leaveIdle(thread));
  }

  #leaveIdle(thread: JobThread<Job, Question, Result>): void {
    const index = this.#idle.indexOf(thread);
    if (index >= 0) this.#idle.splice(index, 1);
  }

  #start(): JobThread<Job, Question, Result> {
    const thread: JobThread<Job, Question, Result> = new JobThread(this.#options, () => {
      this.#threads.delete(thread);
      this.#leaveIdle(thread);
      // A failed thread is replaced for the calls that wait.
      if (!this.#isClosed) this.#waiting.shift()?.start(this.#start());
    });
    this.#threads.add(thread);
    return thread;
  }
}

interface Current<Question, Result> {
  readonly respond: (question: Question) => unknown;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Why it could not be answered. */
  failure: unknown;
}

class JobThread<Job, Question, Result> {
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #worker: Worker;
  readonly #ended: WorkerPoolOptions["ended"];
  readonly #onEnd: () => void;
  #resting: NodeJS.Timeout | undefined;
  #current: Current<Question, Result> | null = null;
  #hasEnded = false;
  #failure: Error | undefined;

  /** @param onEnd called when the thread takes no more jobs. */
  constructor({ script, data, memoryMb, outOfMemory, ended }: WorkerPoolOptions, onEnd: () => void) {
    this.#ended = ended;
    this.#onEnd = onEnd;
    this.#worker = new Worker(script, {
      workerData: { answered: this.#answered, data } satisfies ThreadStart,
      resourceLimits: threadMemory(memoryMb),
    });
    this.#worker.on("message", (message: FromThread<Question, Result>) => {
      if ("result" in message) this.#finish(message.result);
      else void this.#answer(message.question);
    });
    this.#worker.on("error", (error) => {
      // Without a limit of its own it is this process that is short of memory.
      const isOverLimit = memoryMb !== undefined && isOutOfMemory(error);
      this.#failure = isOverLimit ? outOfMemory() : ended(error);
    });
    this.#worker.on("exit", () => this.#leave(this.#failure ?? ended()));
  }

  /** Does a job. No other may be under way. */
  run(job: Job, respond: (question: Question) => unknown): Promise<Result> {
    clearTimeout(this.#resting);
    if (this.#hasEnded) return Promise.reject(this.#failure ?? this.#ended());
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#current = { respond, resolve, reject, failure: undefined };
      this.#worker.postMessage(job);
    });
  }

  /** Ends the thread unless it gets a job within this time. Its memory is free then. */
  rest(ms: number, onEnd: () => void): void {
    this.#worker.unref();
    this.#resting = setTimeout(() => {
      onEnd();
      void this.end();
    }, ms).unref();
  }

  /** Rejects the present job with this error, and ends. */
  giveUp(error: Error): void {
    this.#leave(error);
    void this.end();
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #leave(reason: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
    this.#current?.reject(reason);
    this.#current = null;
  }

  async #answer(question: Question): Promise<void> {
    const current = this.#current;
    if (current === null) return;
    let reply: Reply = null;
    try {
      reply = { value: await current.respond(question) };
    } catch (error) {
      current.failure = error;
    }
    this.#worker.postMessage(reply);
    Atomics.add(this.#answered, 0, 1);
    Atomics.notify(this.#answered, 0);
  }

  #finish(result: Result | null): void {
    const current = this.#current;
    this.#current = null;
    if (result === null) current?.reject(current.failure);
    else current?.resolve(result);
  }
}

/** What a thread may hold before it collects garbage for the first time. By default that is 48 MB. */
const NEW_MB = 8;

/**
 * The memory of a thread. What strangers ask for gets a limit; a block is executed whatever it takes, because its validity
 * must not depend on this node.
 */
function threadMemory(mostMb?: number): ResourceLimits {
  const young = { maxYoungGenerationSizeMb: NEW_MB };
  return mostMb === undefined ? young : { ...young, maxOldGenerationSizeMb: mostMb };
}

/** Whether a thread ended because it took more memory than it may. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
