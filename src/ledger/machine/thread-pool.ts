import { deserialize } from "node:v8";
import type { ChainError } from "../../codec/chain-error.js";
import type { Value } from "../../codec/value.js";
import {
  MAX_REQUEST_WORK,
  type ProgramCall,
  type RequestSource,
  type StateKeys,
  type StateView,
  type StateWrite,
} from "../../vm/machine.js";
import { forEachSliced } from "../yield-to-loop.js";
import type { ContractOutcome, RequestOutcome } from "./runner.js";
import {
  callToSend,
  type Job,
  type Question,
  type Result,
  type SentAnswer,
  type SentOutcome,
  type Reply,
  type ThreadMessage,
} from "./machine-job.js";
import { fetching } from "./fetching.js";
import * as errors from "../errors.js";
import { Worker } from "node:worker_threads";

export interface ThreadPoolLimits {
  /** Each takes about ten megabytes, and starts when it is first needed. */
  readonly threads: number;
  /** How many calls may wait while all threads are busy; further ones are refused. */
  readonly waiting: number;
}

interface Waiting {
  readonly start: (thread: MachineThread) => void;
  readonly refuse: (error: ChainError) => void;
}

/**
 * A few threads that run the contract machine, first come, first served. Calls throw `MACHINE_BUSY` when too many wait.
 */
export class ThreadPool {
  readonly #limits: ThreadPoolLimits;
  readonly #idle: MachineThread[] = [];
  readonly #threads = new Set<MachineThread>();
  readonly #waiting: Waiting[] = [];
  #isClosed = false;

  constructor(limits: ThreadPoolLimits) {
    this.#limits = limits;
  }

  /** Whether one more call would start or wait, rather than be refused. */
  get hasRoom(): boolean {
    const { threads, waiting } = this.#limits;
    return this.#idle.length > 0 || this.#threads.size < threads || this.#waiting.length < waiting;
  }

  async collect(call: ProgramCall, maxWork: number): Promise<StateKeys> {
    const job: Job = { kind: "collect", call: callToSend(call), maxWork };
    return (await this.#run(job, () => undefined)) as StateKeys;
  }

  async execute(call: ProgramCall, state: StateView, maxWork: number): Promise<ContractOutcome> {
    return this.executeOn(call, async () => state, maxWork);
  }

  /** @param load called once a thread is free. */
  async executeOn(
    call: ProgramCall,
    load: () => Promise<StateView>,
    maxWork: number,
  ): Promise<ContractOutcome> {
    const job: Job = { kind: "execute", call: callToSend(call), maxWork };
    let state: StateView | undefined;
    const result = await this.#run(job, async (question) => readCell((state ??= await load()), question));
    return receiveOutcome(result as SentOutcome);
  }

  async answer(call: ProgramCall, source: RequestSource): Promise<RequestOutcome> {
    const job: Job = { kind: "answer", call: callToSend(call), maxWork: MAX_REQUEST_WORK };
    const answer = (await this.#run(job, responderTo(source))) as SentAnswer;
    return answer.ok ? { ok: true, answer: { json: answer.json } } : answer;
  }

  /** Ends the threads. Waiting and later calls are rejected with `MACHINE_THREAD`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { refuse } of this.#waiting.splice(0)) refuse(machineThreadEnded());
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  async #run(job: Job, respond: Respond): Promise<Result> {
    const thread = await this.#freeThread();
    try {
      return await thread.run(job, respond);
    } finally {
      this.#release(thread);
    }
  }

  #freeThread(): Promise<MachineThread> {
    if (this.#isClosed) return Promise.reject(machineThreadEnded());
    if (!this.hasRoom) return Promise.reject(errors.machineBusy());
    const idle = this.#idle.pop();
    if (idle !== undefined) return Promise.resolve(idle);
    if (this.#threads.size < this.#limits.threads) return Promise.resolve(this.#start());
    return new Promise((start, refuse) => this.#waiting.push({ start, refuse }));
  }

  #release(thread: MachineThread): void {
    if (!this.#threads.has(thread)) return;
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(thread);
    else next.start(thread);
  }

  #start(): MachineThread {
    const thread: MachineThread = new MachineThread(() => {
      this.#threads.delete(thread);
      const index = this.#idle.indexOf(thread);
      if (index >= 0) this.#idle.splice(index, 1);
      // A failed thread is replaced for the calls that wait.
      if (!this.#isClosed) this.#waiting.shift()?.start(this.#start());
    });
    this.#threads.add(thread);
    return thread;
  }
}

async function readCell(state: StateView, question: Question): Promise<Value | undefined> {
  if (question.ask !== "cell") return undefined;
  const { kind, key } = question;
  return fetching(state, () => state.read(kind, key));
}

/** Answers a request's questions: its cells are those that it loaded last. */
function responderTo(source: RequestSource): Respond {
  let state: StateView = { read: () => undefined };
  return async (question) => {
    if (question.ask === "chain") return source.answer(question.query);
    if (question.ask === "cell") return state.read(question.kind, question.key);
    const { view, length } = await source.loadState(question.keys, question.maxLength);
    state = view;
    return length;
  };
}

async function receiveOutcome(sent: SentOutcome): Promise<ContractOutcome> {
  if (!sent.ok) return sent;
  const writes: StateWrite[] = [];
  await forEachSliced(sent.writes, ({ kind, key, value }) => {
    writes.push({ kind, key, value: deserialize(value) as Value });
  });
  return { ...sent, writes };
}

/** Answers the questions that a thread asks during a job. */
type Respond = (question: Question) => unknown;

interface Current {
  readonly respond: Respond;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Why it could not be answered. */
  failure: unknown;
}

/** One thread that runs the contract machine, and its present job. */
class MachineThread {
  readonly #answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #worker = new Worker(new URL("machine-worker.js", import.meta.url), {
    workerData: this.#answered,
  });
  #current: Current | null = null;
  #hasEnded = false;
  #failure: unknown;

  /** @param onEnd called when the thread takes no more jobs. */
  constructor(onEnd: () => void) {
    this.#worker.on("message", (message: ThreadMessage) => {
      if ("result" in message) this.#finish(message.result);
      else void this.#answer(message);
    });
    this.#worker.on("error", (error) => {
      this.#failure = error;
    });
    this.#worker.on("exit", () => {
      this.#hasEnded = true;
      onEnd();
      this.#current?.reject(machineThreadEnded(this.#failure));
      this.#current = null;
    });
  }

  /** Does a job. No other may be under way. */
  run(job: Job, respond: Respond): Promise<Result> {
    if (this.#hasEnded) return Promise.reject(machineThreadEnded(this.#failure));
    return new Promise((resolve, reject) => {
      this.#current = { respond, resolve, reject, failure: undefined };
      this.#worker.postMessage(job);
    });
  }

  /** Rejects the present job. */
  async end(): Promise<void> {
    await this.#worker.terminate();
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

  #finish(result: Result): void {
    const current = this.#current;
    this.#current = null;
    if (result === null) current?.reject(current.failure);
    else current?.resolve(result);
  }
}

function machineThreadEnded(cause?: unknown): ChainError {
  return errors.machineThread({}, { cause });
}
