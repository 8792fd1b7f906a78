import { padStateKey } from "../codec/state-key.js";
import { byteLength, valueToText } from "../codec/text.js";
import { isContainer, type Value, type ValueList, type ValueMap } from "../codec/value.js";
import { MAX_BLOCK_SIZE, MAX_STATE_VALUE_SIZE, PROTOCOL_VERSION } from "../records/limits.js";
import type { ChainQuery, ChainView } from "./chain-view.js";
import { conditionFailure, executionFailure, limitFailure } from "./failure.js";
import { jsonLength } from "./measure.js";
import { argument } from "./operator.js";
import { PendingCall, toData, type StateWrite } from "./pending.js";
import type { Program } from "./program.js";
import type { Cell } from "./scope.js";
import type { Tracer } from "./trace.js";
import { COSTS, type Work } from "./work.js";

export type StateKind = StateWrite["kind"];

/** The cells a run may read, by padded state key. A cell that is absent and one that holds null are the same. */
export interface StateView {
  read(kind: StateKind, paddedKey: string): Value | undefined;
}

/** What the node computed about a transaction; a sender's parameters of these names change nothing (PROTOCOL 14). */
export interface ImplicitValues {
  readonly from: string;
  readonly hash: string;
  readonly size: number;
}

/**
 * The passes in which expressions are evaluated (PROTOCOL 7). `read`: keys are collected and reads give null.
 * `condition`: reads are real, conditions checked, writes weighed and fixed. `eval`: as `condition`, but conditions
 * always hold; an execution pass over an expression that was never checked, for those who evaluate a single one.
 */
export type Pass = "read" | "condition" | "eval";

export interface RunInput {
  readonly pass: Pass;
  readonly parameters: ValueMap;
  /** Null for requests, which imply nothing but the version. */
  readonly implicit: ImplicitValues | null;
  /** Null in the read pass. */
  readonly state: StateView | null;
  readonly chain: ChainView | null;
  readonly tracer: Tracer | null;
  /** What may be worked through yet. */
  readonly work: Work;
}

/** A character of local state weighs as much as this many of universal state. */
export const LOCAL_WEIGHT = 1_000_000_000n;

/** What the operators of one call share: its parameters, the state as it sees it, its weight, what it asked for. */
export class Run {
  readonly pass: Pass;
  readonly tracer: Tracer | null;
  /** Padded keys in the order they were first named. */
  readonly collected: Readonly<Record<StateKind, Set<string>>> = { universal: new Set(), local: new Set() };
  /** What the chain was asked and had not loaded. */
  readonly missing: ChainQuery[] = [];
  readonly #input: RunInput;
  #isStopped = false;
  #message = "Conditional Error";
  readonly #ownWrites: StateWrite[] = [];
  /** Null for own executions, which read everything before they write anything; what a post-process sees, by cell. */
  #given: Readonly<Record<StateKind, Map<string, Value>>> | null = null;
  readonly #own: Program;
  #program: Program;
  #plainWeight: number;
  #localLength = 0;

  constructor(program: Program, input: RunInput) {
    this.#own = program;
    this.#program = program;
    this.#input = input;
    this.#plainWeight = input.implicit?.size ?? 0;
    this.pass = input.pass;
    this.tracer = input.tracer;
  }

  /** From here on the expressions are the post-process's: its state, and its defaults behind the method's. */
  enterPostProcess(program: Program): void {
    this.#program = program;
    this.#given = { universal: new Map(), local: new Map() };
    for (const { kind, key, value } of this.#ownWrites) {
      if (value !== null) this.#given[kind].set(padStateKey(key), value);
    }
  }

  /**
   * Stops the transaction after the top-level execution that is being evaluated; a later stop in there replaces the
   * message, unless it has none (PROTOCOL 7).
   */
  stop(message: string | null): void {
    this.#isStopped = true;
    if (message !== null) this.#message = message;
    this.tracer?.stop(this.#message);
  }

  /** Throws `CONDITION_FAILED` when the transaction was stopped. */
  assertNotStopped(): void {
    if (this.#isStopped) throw conditionFailure(this.#message);
  }

  /** The weight reached so far. */
  get weight(): bigint {
    return BigInt(this.#plainWeight) + BigInt(this.#localLength) * LOCAL_WEIGHT;
  }

  /** A parameter by name: implied by the node, given by the sender, or an optional one's default. */
  parameter(name: string): Value {
    const { implicit, parameters } = this.#input;
    if (name === "version") return PROTOCOL_VERSION;
    if (implicit !== null) {
      if (name === "from") return implicit.from;
      if (name === "hash") return implicit.hash;
      if (name === "size") return BigInt(implicit.size);
    }
    return parameters.get(name) ?? this.#own.defaults.get(name) ?? this.#program.defaults.get(name) ?? null;
  }

  /** `$read_*`: null in the read pass and for what is no key, the default for an absent cell. */
  readState(kind: StateKind, attribute: Value, key: Value, absent: Value): Value {
    const cell = this.#cell(attribute, key);
    if (cell === null) return null;
    const { paddedKey } = cell;
    if (this.#input.state === null) {
      this.collected[kind].add(paddedKey);
      return null;
    }
    return this.#given?.[kind].get(paddedKey) ?? this.#input.state.read(kind, paddedKey) ?? absent;
  }

  /** `$write_*`: collected, or weighed and left pending. Null when it is only collected, or dropped for its key. */
  writeState(kind: StateKind, args: ValueList): Value {
    const cell = this.#cell(argument(args, 0), argument(args, 1));
    if (cell === null) return null;
    if (this.pass === "read") {
      this.collected[kind].add(cell.paddedKey);
      return null;
    }
    const value = argument(args, 2);
    const length = this.measure(value);
    const write: StateWrite = { kind, key: cell.key, value: toData(value) };
    this.#weigh(write, length);
    // A write has three arguments: a missing one is null, and one too many is not part of it.
    const three = args.length === 3 ? args : [argument(args, 0), argument(args, 1), value];
    return new PendingCall(`$write_${kind}`, three, write);
  }

  /** The state prefix of an attribute in the running code's space. */
  statePrefix(attribute: string): string {
    this.charge(attribute.length);
    return this.#program.scope.prefix(attribute);
  }

  /** Answers a chain query, null while it is not loaded. */
  ask(query: ChainQuery): Value {
    const answer = this.#input.chain?.answer(query);
    if (answer === undefined) this.missing.push(query);
    return answer ?? null;
  }

  /** The length of `text(value)`, which an operator works through: counted. */
  measure(value: Value, cost = isContainer(value) ? COSTS.walk : 1): number {
    if (isContainer(value)) return this.measureJson(value, cost);
    const length = byteLength(valueToText(value));
    this.charge(length * cost);
    return length;
  }

  /**
   * The length of canonical JSON, counted. Measuring it takes time too, so it goes no further than may be counted. Fails
   * for what is longer than `max`.
   */
  measureJson(value: Value, cost: number, max = MAX_BLOCK_SIZE): number {
    const length = jsonLength(value, Math.min(max, this.#input.work.left / cost));
    this.charge(length * cost);
    if (length > max) throw limitFailure("Too long processing. ");
    return length;
  }

  /** Counts the characters an operator works through, before it does. */
  charge(characters: number): void {
    this.#input.work.charge(characters);
  }

  #cell(attribute: Value, key: Value): Cell | null {
    if (isContainer(attribute) || isContainer(key))
      throw executionFailure("An attribute or key is a list or map. ");
    if (typeof attribute === "string") this.charge(attribute.length);
    else this.measure(attribute);
    return this.#program.scope.cell(attribute, key);
  }

  /** Own writes have weight, a post-process's have none; both must keep the limit. */
  #weigh(write: StateWrite, length: number): void {
    if (this.#given === null) {
      this.#ownWrites.push(write);
      this.#plainWeight += write.key.length;
      if (write.kind === "local") this.#localLength += length;
      else this.#plainWeight += length;
    }
    if (length > MAX_STATE_VALUE_SIZE) {
      this.stop(`Too long status values. maximum size: ${MAX_STATE_VALUE_SIZE}`);
    }
  }
}
