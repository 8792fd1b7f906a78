import { setTimeout } from "node:timers/promises";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import type { StateKind } from "../../../src/codec/state-key.js";
import { EMPTY, type Value } from "../../../src/codec/value.js";
import type {
  Answer,
  AnswerWait,
  BroadcastQuery,
  Engine,
  HistoryQuery,
  PeerAnswer,
  PeerQuery,
  RequestInput,
  RoundQuery,
  AwaitedAnswer,
  SignedInput,
  StateQuery,
} from "../../../src/api/engine.js";
import type { Exploration } from "../../../src/api/exploring/explorations.js";
import type { ReplayJob } from "../../../src/api/tracing/replay-job.js";
import type { EventQuery } from "../../../src/api/events/event-hub.js";
import { SYSTEM_REQUESTS } from "../../../src/records/operations/system-requests.js";
import { readRequest } from "../../../src/records/request.js";
import { assertSigned, readSignedTransaction } from "../../../src/records/transaction.js";

/**
 * An engine without a chain: it reads transactions and requests with the protocol's own records, and returns the
 * answers that a test sets. It records the queries that it gets.
 */
export class ScriptedEngine implements Engine {
  readonly queries: unknown[] = [];
  answer: Answer = { value: EMPTY };
  /** Thrown by every method while it is set. */
  failure: unknown = null;

  async sendTransaction(input: SignedInput): Promise<string> {
    this.#note(input);
    const transaction = readSignedTransaction(input);
    assertSigned(transaction);
    return transaction.hash;
  }

  /** Waits until the caller has left, or the time is up. */
  async sendAndWait(input: SignedInput, { waitMs, signal }: AnswerWait): Promise<AwaitedAnswer> {
    const hash = await this.sendTransaction(input);
    this.queries.push({ waitMs });
    const ending = signal === undefined ? {} : { signal };
    if (waitMs > 0) await setTimeout(waitMs, undefined, ending).catch(() => this.queries.push("left"));
    return { hash, fate: new Map([["state", "pooled"]]) };
  }

  async weight(input: SignedInput): Promise<bigint> {
    this.#note(input);
    return BigInt(readSignedTransaction(input).size);
  }

  async request(input: RequestInput): Promise<Answer> {
    this.#note(input);
    const { type } = readRequest(input.request);
    return { ...this.answer, isSystemRequest: SYSTEM_REQUESTS.has(type) };
  }

  async info(): Promise<Value> {
    this.#note("info");
    return this.#value();
  }

  async round(query: RoundQuery): Promise<Value> {
    this.#note(query);
    return this.#value();
  }

  async broadcast(query: BroadcastQuery): Promise<Answer> {
    this.#note(query);
    return { value: this.#value() };
  }

  async peer(query: PeerQuery): Promise<PeerAnswer> {
    this.#note(query);
    const { register, authentication } = query;
    return { data: this.#value(), register, registerResult: false, authentication };
  }

  async inspect(kind: StateKind, key: string): Promise<Value> {
    this.#note({ kind, key });
    return this.#value();
  }

  async stateAt(query: StateQuery): Promise<Value> {
    this.#note(query);
    return this.#value();
  }

  async replay(job: ReplayJob): Promise<string> {
    this.#note(job);
    return canonicalJson(this.#value());
  }

  async history(query: HistoryQuery): Promise<Value> {
    this.#note(query);
    return this.#value();
  }

  async explore<Given>(question: Exploration<Given>): Promise<Value> {
    this.#note(question);
    return this.#value();
  }

  async *events(query: EventQuery): AsyncGenerator<string> {
    this.#note(query);
    yield ": no events\n\n";
  }

  #note(query: unknown): void {
    this.queries.push(query);
    if (this.failure !== null) throw this.failure;
  }

  #value(): Value {
    return "value" in this.answer ? this.answer.value : EMPTY;
  }
}
