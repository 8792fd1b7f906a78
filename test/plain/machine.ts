/**
 * The contract machine (PROTOCOL 7): expressions are evaluated, in three passes.
 *
 * This is the slow and plain one. It shares no code with the node's machine and was written from the protocol's text
 * and its recordings alone, so that the two can be compared; and it is meant to be read by someone who writes a third.
 * `operators.ts` has the operators that compute. Chain operators (`$get_block` and the like) are left out.
 */
import { cell, stateKey, type Owner } from "./hashes.js";
import { writeJson } from "./json.js";
import { OPERATORS, type Arguments } from "./operators.js";
import type { Kind } from "./parameters.js";
import type { Area, WorkingState } from "./state.js";
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
/** A byte of a value in local state weighs this much more than one in universal state. */
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
  /** What `$load_param` finds, in the method and in the post-process. */
  readonly parameters: Dictionary;
  readonly postParameters: Dictionary;
  /** Where the weight starts: the size of a transaction, 0 for a request. */
  readonly size: bigint;
}

export interface Outcome {
  readonly ok: boolean;
  /** The response, or null; the message when the run failed. */
  readonly result: Value;
  readonly weight: bigint;
}

/**
 * A write or a response that waits for the execution pass. For every operator it is the map that it was written as,
 * `{"$write_universal": [attribute, key, value]}`; only the machine makes one, so a value that merely looks like it
 * is data (PROTOCOL 14.2).
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
  /** Whether the post-process is at work, rather than the method. */
  #inPostProcess = false;
  /** The message of the failed condition that stops the run at the end of this top-level execution. */
  #stopped: string | undefined;
  #response: { value: Value } | undefined;
  /** By area and cell, the last value but null that the method's writes were given: the post-process reads it. */
  readonly #written = new Map<string, Value>();

  constructor(run: Run, state: WorkingState) {
    this.#run = run;
    this.#state = state;
    this.#weight = run.size;
  }

  /**
   * The read pass: names the cells that the run will need, and loads them. A read gives null here, also where it has
   * a default, so a key that depends on another read is named as it comes out with null.
   */
  read(): void {
    this.#pass = "read";
    this.#evaluateAll();
  }

  /** The condition and execution passes: on the state that the transactions before have left. */
  execute(): Outcome {
    this.#pass = "condition";
    const ready = this.#evaluateAll();
    if (this.#stopped !== undefined) return { ok: false, result: this.#stopped, weight: this.#weight };
    // The first response ends the run: what stands behind it, the post-process included, does not run.
    this.#performEach(ready.own, false);
    this.#performEach(ready.post, true);
    return { ok: true, result: this.#response?.value ?? null, weight: this.#weight };
  }

  /** The method's executions, then the post-process's; a failed condition ends it behind the execution it stands in. */
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
   * The value of an expression. The members of a map are evaluated in key order, each value first; as soon as a key
   * is `$` and the name of an operator and its value is a list or map, the call's result is the value of the whole
   * map and later keys are not looked at.
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
        // It stays as it is, its arguments with their keys, until the execution pass.
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
   * It is checked in the condition pass only, where it holds for exactly true. A missing or null message is "". One that is no string keeps the message of an earlier
   * condition that failed, and is `Conditional Error` when there is none.
   */
  #condition(args: Arguments): Value {
    if (this.#pass === "read" || member(args, "0") === true) return true;
    const message = member(args, "1") ?? "";
    this.#stopped = typeof message === "string" ? message : (this.#stopped ?? "Conditional Error");
    return false;
  }

  /**
   * Starting from null, for each key in turn: while the value is null, take the parameter of that name; if the value
   * holds the key with something other than null, go in; else stop and keep what one has.
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

  /** What a cell holds, else the third argument. A key that names no cell gives null, never the default. */
  #read(area: Area, args: Arguments): Value {
    const key = this.#key(args);
    if (key === undefined) return null;
    if (this.#pass === "read") {
      this.#state.load(area, key);
      return null;
    }
    // The post-process sees what the transaction is about to write, and none of its own writes.
    const written = this.#inPostProcess ? this.#written.get(area + cell(key)) : undefined;
    return written ?? this.#state.read(area, key) ?? member(args, "2");
  }

  /** The value is fixed and weighed here, whether or not `$if` will choose it; the execution pass writes it. */
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
   * The execution pass over one evaluated execution: carries out the instructions in it, inner ones first, and gives
   * the value with what came of them in their places: true for a write, null for a response.
   */
  #perform(value: Value): Value {
    if (!isContainer(value)) return value;
    if (!(value instanceof Instruction))
      return container(entries(value).map(([key, one]) => [key, this.#perform(one)]));
    const args = this.#perform(member(value, `$${value.operator}`));
    // Its argument was itself an instruction: what came of that is neither list nor map, so this is data.
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

/** The operators of this file. */
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

/** A value as data, without the instructions in it. */
function plainData(value: Value): Value {
  return isContainer(value) ? container(entries(value).map(([key, one]) => [key, plainData(one)])) : value;
}
