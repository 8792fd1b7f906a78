/**
 * The contract machine (PROTOCOL 7): evaluates expressions in three passes.
 *
 * This machine is slow and simple. It shares no code with the node's machine and was written only from the protocol's
 * text and its recordings, so that the two can be compared. Read it if you write a third. `operators.ts` has the
 * operators that compute. The chain operators of requests, such as `$get_block`, are left out.
 */
import { cell, stateKey, type Owner } from "./hashes.js";
import { writeJson } from "./json.js";
import { OPERATORS, type Arguments } from "./operators.js";
import type { Kind } from "./parameters.js";
import type { Area, Rules, WorkingState } from "./state.js";
import { byteLength, text } from "./text.js";
import {
  container,
  entries,
  isContainer,
  isMap,
  MachineFailure,
  member,
  members,
  type Dictionary,
  type Value,
} from "./value.js";

const STATE_VALUE_LIMIT = 65_536;
const TRANSACTION_LIMIT = 1_048_576;
const BLOCK_LIMIT = 16_777_216;
/** A byte of a local value weighs this many times as much as a byte of a universal value (PROTOCOL 7.13). */
const LOCAL_FACTOR = 1_000_000_000n;

/** The part of a registered code that the machine runs. */
export interface Method extends Owner {
  readonly executions: readonly Value[];
}

/** One run of a method: a transaction with its post-process, or a request. */
export interface Run {
  readonly kind: Kind;
  readonly method: Method;
  readonly postProcess?: Method;
  /** The parameters of `$load_param`, for the method and for the post-process (PROTOCOL 7.17). */
  readonly parameters: Dictionary;
  readonly postParameters: Dictionary;
  /** The initial weight: the size of a transaction, 0 for a request (PROTOCOL 7.13). */
  readonly size: bigint;
  /** Default: 1. */
  readonly rules?: Rules;
}

export interface Outcome {
  readonly ok: boolean;
  /** The response, or null; the message when the run failed. */
  readonly result: Value;
  readonly weight: bigint;
}

/**
 * A write or a response that waits for the execution pass. Operators see the map that the code has,
 * `{"$write_universal": [attribute, key, value]}`. Only the machine creates one; a value that looks like it is data
 * (PROTOCOL 14.2).
 */
class Instruction extends Map<string, Value> {
  readonly operator: string;
  constructor(operator: string, args: Arguments) {
    super([[`$${operator}`, args]]);
    this.operator = operator;
  }
}

type Pass = "read" | "condition";

export class Machine {
  readonly #run: Run;
  readonly #state: WorkingState;
  #weight: bigint;
  #pass: Pass = "read";
  /** Whether the post-process runs, not the method. */
  #inPostProcess = false;
  /** The message of the failed condition that stops the run after this top-level execution (PROTOCOL 7.11). */
  #stopped: string | undefined;
  #response: { value: Value } | undefined;
  /** By area and cell, the last non-null value of the method's writes, which the post-process reads (PROTOCOL 7.9). */
  readonly #written = new Map<string, Value>();

  constructor(run: Run, state: WorkingState) {
    this.#run = run;
    this.#state = state;
    this.#weight = run.size;
  }

  /**
   * The read pass: collects the cells of the run and loads them (PROTOCOL 7.5). A read gives null here, even with a
   * default, so a key that depends on another read is computed from null.
   */
  read(): void {
    this.#pass = "read";
    this.#evaluateAll();
  }

  /** The condition and execution passes, on the state after the earlier transactions (PROTOCOL 7.6, 7.7, 7.8). */
  execute(): Outcome {
    this.#pass = "condition";
    const ready = this.#evaluateAll();
    if (this.#stopped !== undefined) return { ok: false, result: this.#stopped, weight: this.#weight };
    // The first response ends the run: no later execution runs, nor the post-process (PROTOCOL 7.7).
    this.#performEach(ready.own, false);
    const response = this.#response;
    // In rules 2 the post-process always runs (PROTOCOL 16.7).
    if (this.#run.rules === 2) this.#response = undefined;
    this.#performEach(ready.post, true);
    this.#response = response ?? this.#response;
    return { ok: true, result: this.#response?.value ?? null, weight: this.#weight };
  }

  /** Evaluates the method, then the post-process. A failed condition ends it after the current execution. */
  #evaluateAll(): { own: Value[]; post: Value[] } {
    const own = this.#evaluateEach(this.#run.method, false);
    const limit = this.#run.kind === "transaction" ? TRANSACTION_LIMIT : BLOCK_LIMIT;
    if (this.#pass === "condition" && this.#stopped === undefined && byteLength(writeJson(own)) > limit)
      this.#stopped = "Too long processing. ";
    const post = this.#run.postProcess === undefined ? [] : this.#evaluateEach(this.#run.postProcess, true);
    return { own, post };
  }

  #evaluateEach(method: Method, inPostProcess: boolean): Value[] {
    this.#inPostProcess = inPostProcess;
    const values: Value[] = [];
    for (const execution of method.executions) {
      if (this.#stopped !== undefined) break;
      values.push(this.#evaluate(execution));
    }
    return values;
  }

  /**
   * Evaluates an expression (PROTOCOL 7.1, 7.2). The members of a map are evaluated in key order, each value first; as
   * soon as a key is `$` and the name of an operator and its value is a list or map, the call's result is the value of
   * the whole map and later keys are ignored.
   */
  #evaluate(expression: Value): Value {
    if (!isContainer(expression)) return expression;
    const evaluated: [string, Value][] = [];
    for (const [key, inner] of entries(expression)) {
      const value = this.#evaluate(inner);
      const operator = key.startsWith("$") ? key.slice(1) : "";
      if (isMap(expression) && isContainer(value) && this.#knows(operator))
        return this.#call(operator, value);
      evaluated.push([key, value]);
    }
    return container(evaluated);
  }

  #knows(operator: string): boolean {
    if (operator === "write_universal" || operator === "write_local") return this.#run.kind === "transaction";
    return STATEFUL.has(operator) || Object.hasOwn(OPERATORS, operator);
  }

  #call(operator: string, args: Arguments): Value {
    switch (operator) {
      case "condition":
        return this.#condition(args);
      case "response":
        // It stays pending, with the keys of its arguments, until the execution pass (PROTOCOL 7.23).
        return new Instruction(operator, args);
      case "weight":
        return this.#weight;
      case "load_param":
        return this.#loadParameter(args);
      case "read_universal":
        return this.#read("universal", args);
      case "read_local":
        return this.#read("local", args);
      case "write_universal":
        return this.#write("universal", args);
      case "write_local":
        return this.#write("local", args);
      default:
        return OPERATORS[operator]?.(args) ?? null;
    }
  }

  /**
   * `$condition` is checked in the condition pass only, where it holds for exactly true (PROTOCOL 7.22). A missing or
   * null message is "". A message that is not a string keeps the message of an earlier failed condition, else it is
   * `Conditional Error` (PROTOCOL 7.10, 7.11).
   */
  #condition(args: Arguments): Value {
    if (this.#pass === "read" || member(args, "0") === true) return true;
    const message = member(args, "1") ?? "";
    this.#stopped = typeof message === "string" ? message : (this.#stopped ?? "Conditional Error");
    return false;
  }

  /**
   * `$load_param` (PROTOCOL 7.32). The value starts as null. For each key in turn: while the value is null, it becomes
   * the parameter of that name. Otherwise it becomes its own member under the key, or the lookup ends when that is
   * null.
   */
  #loadParameter(args: Arguments): Value {
    const parameters = this.#inPostProcess ? this.#run.postParameters : this.#run.parameters;
    let value: Value = null;
    for (const key of members(args)) {
      if (typeof key !== "string") return null;
      if (value === null) value = parameters.get(key) ?? null;
      else {
        const inner: Value = isContainer(value) ? member(value, key) : null;
        if (inner === null) break;
        value = inner;
      }
    }
    return value;
  }

  #key(args: Arguments): string | undefined {
    const owner = this.#inPostProcess ? (this.#run.postProcess ?? this.#run.method) : this.#run.method;
    return stateKey(owner, member(args, "0"), member(args, "1"));
  }

  /**
   * `$read_*`: the value of a cell, else the third argument. An invalid key gives null, never the default
   * (PROTOCOL 2.6, 7.33).
   */
  #read(area: Area, args: Arguments): Value {
    const key = this.#key(args);
    if (key === undefined) return null;
    if (this.#pass === "read") {
      this.#state.load(area, key);
      return null;
    }
    // The post-process reads the writes of the transaction and none of its own (PROTOCOL 7.9).
    const written = this.#inPostProcess ? this.#written.get(area + cell(key)) : undefined;
    return written ?? this.#state.read(area, key) ?? member(args, "2");
  }

  /**
   * `$write_*`: fixes and weighs the value, whether or not `$if` chooses it (PROTOCOL 7.13, 7.34). The execution pass
   * writes it.
   */
  #write(area: Area, args: Arguments): Value {
    const key = this.#key(args);
    if (key === undefined) return null;
    if (this.#pass === "read") {
      this.#state.load(area, key);
      return null;
    }
    const value = member(args, "2");
    const length = byteLength(text(value));
    if (!this.#inPostProcess) {
      this.#weight += BigInt(byteLength(key)) + BigInt(length) * (area === "local" ? LOCAL_FACTOR : 1n);
      if (value !== null) this.#written.set(area + cell(key), plainData(value));
    }
    if (length > STATE_VALUE_LIMIT)
      this.#stopped = `Too long status values. maximum size: ${STATE_VALUE_LIMIT}`;
    return new Instruction(`write_${area}`, [member(args, "0"), member(args, "1"), value]);
  }

  #performEach(evaluated: readonly Value[], inPostProcess: boolean): void {
    this.#inPostProcess = inPostProcess;
    for (const execution of evaluated) {
      if (this.#response !== undefined) break;
      this.#perform(execution);
    }
  }

  /**
   * The execution pass over one evaluated execution (PROTOCOL 7.7): executes the pending calls in it, inner ones first,
   * and returns the value with their results in their places: true for a write, null for a response.
   */
  #perform(value: Value): Value {
    if (!isContainer(value)) return value;
    if (!(value instanceof Instruction))
      return container(entries(value).map(([key, one]) => [key, this.#perform(one)]));
    const args = this.#perform(member(value, `$${value.operator}`));
    // Its argument was itself a pending call, whose result is neither list nor map, so this call is data.
    if (!isContainer(args)) return new Map([[`$${value.operator}`, args]]);
    if (value.operator === "response") {
      this.#response = { value: member(args, "0") };
      return null;
    }
    const key = this.#key(args);
    if (key === undefined) throw new MachineFailure("the condition pass let no such key through");
    this.#state.write(value.operator === "write_local" ? "local" : "universal", key, member(args, "2"));
    return true;
  }
}

/** The operators that this file implements. */
const STATEFUL = new Set([
  "condition",
  "response",
  "weight",
  "load_param",
  "read_universal",
  "read_local",
  "write_universal",
  "write_local",
]);

/** Returns the value as data, without pending calls. */
function plainData(value: Value): Value {
  return isContainer(value) ? container(entries(value).map(([key, one]) => [key, plainData(one)])) : value;
}
