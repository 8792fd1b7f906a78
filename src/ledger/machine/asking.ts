import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";

/** The protocol of a thread that does jobs, one at a time, and blocks while it asks the thread that gave it the job. */

export interface ThreadStart {
  /** Grows by one with every reply. */
  readonly answered: Int32Array;
  /** What the thread is told when it starts. */
  readonly data: unknown;
}

export type FromThread<Question, Result> =
  /** The result is null when the job was given up. */
  { readonly question: Question } | { readonly result: Result | null };

/** The reply to a question; null when it could not be answered and the job must be given up. */
export type Reply = { readonly value: unknown } | null;

/** Thrown in the thread when a question could not be answered, to stop the job. */
export class GivenUp extends Error {}

/** Does the jobs that this thread is given. Returns what it was told when it started. */
export function serveJobs(resultOf: (job: never) => Promise<unknown>): unknown {
  if (parentPort === null) throw new TypeError("The worker runs as a worker thread only. ");
  parentPort.on("message", (job: unknown) => {
    void resultOf(job as never)
      .catch((error: unknown) => {
        if (error instanceof GivenUp) return null;
        throw error;
      })
      .then((result) => send({ result }));
  });
  return (workerData as ThreadStart).data;
}

/** Asks the thread that gave the job, and blocks until the reply comes. */
export function ask(question: unknown): unknown {
  const { answered } = workerData as ThreadStart;
  const before = Atomics.load(answered, 0);
  send({ question });
  // The notification of the reply before may come as late as this: it is not that of this one.
  while (Atomics.load(answered, 0) === before) Atomics.wait(answered, 0, before);
  const received = parentPort === null ? undefined : receiveMessageOnPort(parentPort);
  const reply = (received?.message ?? null) as Reply;
  if (reply === null) throw new GivenUp();
  return reply.value;
}

function send(message: FromThread<unknown, unknown>): void {
  parentPort?.postMessage(message);
}
