import { deserialize } from "node:v8";
import type { Value } from "../../codec/value.js";
import {
  MAX_REQUEST_WORK,
  within,
  type Budget,
  type ProgramCall,
  type RequestSource,
  type StateKeys,
  type StateView,
  type StateWrite,
} from "../../vm/machine.js";
import { forEachSliced } from "../../base/yield-to-loop.js";
import type { ContractOutcome, RequestOutcome } from "./runner.js";
import {
  callToSend,
  type Job,
  type Question,
  type Result,
  type SentAnswer,
  type SentOutcome,
} from "./machine-job.js";
import { fetching } from "./fetching.js";
import { WorkerPool, type ThreadPoolLimits } from "./worker-pool.js";
import * as errors from "../errors.js";

type Respond = (question: Question) => unknown;

/**
 * A few threads that run the contract machine, first come, first served. Calls throw `MACHINE_BUSY` when too many wait,
 * `MACHINE_MEMORY` when they take too much, and `MACHINE_THREAD` when their thread ends.
 */
export class ThreadPool {
  readonly #workers: WorkerPool<Job, Question, Result>;

  constructor(limits: ThreadPoolLimits) {
    this.#workers = new WorkerPool({
      ...limits,
      script: new URL("machine-worker.js", import.meta.url),
      busy: () => errors.machineBusy(),
      outOfMemory: () => errors.machineMemory(),
      ended: (cause) => errors.machineThread({}, { cause }),
    });
  }

  /** Whether one more call would start or wait, rather than be refused. */
  get hasRoom(): boolean {
    return this.#workers.hasRoom;
  }

  get size(): number {
    return this.#workers.size;
  }

  async collect(call: ProgramCall, budget: Budget): Promise<StateKeys> {
    const job: Job = { kind: "collect", call: callToSend(call), budget };
    return (await this.#workers.run(
      () => job,
      () => undefined,
    )) as StateKeys;
  }

  async execute(call: ProgramCall, state: StateView, budget: Budget): Promise<ContractOutcome> {
    return this.executeOn(call, async () => state, budget);
  }

  /** @param load called once a thread is free. */
  async executeOn(
    call: ProgramCall,
    load: () => Promise<StateView>,
    budget: Budget,
  ): Promise<ContractOutcome> {
    const job: Job = { kind: "execute", call: callToSend(call), budget };
    let state: StateView | undefined;
    const result = await this.#workers.run(
      () => job,
      async (question) => readCell((state ??= await load()), question),
    );
    return receiveOutcome(result as SentOutcome);
  }

  async answer(call: ProgramCall, source: RequestSource): Promise<RequestOutcome> {
    const job: Job = { kind: "answer", call: callToSend(call), budget: within(MAX_REQUEST_WORK) };
    const answer = (await this.#workers.run(() => job, responderTo(source))) as SentAnswer;
    return answer.ok ? { ok: true, answer: { json: answer.json } } : answer;
  }

  /** Ends the threads. Waiting and later calls are rejected with `MACHINE_THREAD`. */
  close(): Promise<void> {
    return this.#workers.close();
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
