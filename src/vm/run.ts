import { padStateKey, type StateKind } from "../codec/state-key.js";
import { byteLength, valueToText } from "../codec/text.js";
import { isContainer, type Value, type ValueList, type ValueMap } from "../codec/value.js";
import { MAX_BLOCK_SIZE, MAX_STATE_VALUE_SIZE, PROTOCOL_VERSION } from "../records/limits.js";
import type { RuleSet } from "../records/rules.js";
import type { ChainQuery, ChainView } from "./chain-view.js";
import { conditionFailed, executionFailed, limitExceeded } from "./errors.js";
import { jsonLength } from "./measure.js";
import { PendingCall, toData, type StateWrite } from "./pending.js";
import type { CellKey, Scope } from "./scope.js";
import type { Tracer } from "./trace.js";
import { COSTS, SURCHARGES, type Work } from "./work.js";

/** The cells that a run may read, by padded state key. A cell that holds null reads as absent (PROTOCOL 2.8). */
export interface StateView {
  /** Throws `UnreadCell` for a cell that must be fetched first (PROTOCOL 16.6). */
  read(kind: StateKind, paddedKey: string): Value | undefined;
  /** Fetches a cell of which `read` throws. A view without this method never throws. */
  fetch?(kind: StateKind, paddedKey: string): Promise<void>;
}

/** Stops a run that reads a cell which is not fetched yet. The run is repeated once it is. */
export class UnreadCell extends Error {
  readonly kind: StateKind;
  readonly paddedKey: string;

  constructor(kind: StateKind, paddedKey: string) {
    super("The cell is not fetched yet. ");
    this.kind = kind;
    this.paddedKey = paddedKey;
  }
}

/** The values that the node computes for a transaction. Parameters of these names change nothing (PROTOCOL 14.1). */
export interface ImplicitValues {
  readonly from: string;
  readonly hash: string;
  readonly size: number;
}

/**
 * The passes in which expressions are evaluated (PROTOCOL 7.5, 7.6). `read` collects keys, and reads give null.
 * `condition` reads real values, checks conditions, and weighs and fixes writes. `eval` is like `condition`, but every
 * condition holds; `evaluateExpression` uses it for the execution pass of a single expression.
 */
export type Pass = "read" | "condition" | "eval";

export interface RunInput {
  readonly pass: Pass;
  readonly parameters: ValueMap;
  /** Null for requests, whose only implicit parameter is the version. */
  readonly implicit: ImplicitValues | null;
  /** Null in the read pass. */
  readonly state: StateView | null;
  readonly chain: ChainView | null;
  readonly tracer: Tracer | null;
  readonly work: Work;
  /** The rules of the network. Default: rules 1. */
  readonly rules?: RuleSet | undefined;
}

/** The part of compiled code that its run uses. */
export interface RunningCode {
  readonly scope: Scope;
  /** The defaults of optional parameters. The default of a required one serves its check only (PROTOCOL 7.17). */
  readonly defaults: ReadonlyMap<string, Value>;
}

/** The weight of one byte of a local value; a byte of a universal value weighs 1 (PROTOCOL 7.13). */
export const LOCAL_WEIGHT = 1_000_000_000n;

/** The context of one call, which its operators share: parameters, state, weight, work, and chain queries. */
export class Run {
  readonly pass: Pass;
  readonly tracer: Tracer | null;
  /** Padded keys in the order of first use. */
  readonly collected: Readonly<Record<StateKind, Set<string>>> = { universal: new Set(), local: new Set() };
  /** The chain queries whose answers are not loaded. */
  readonly missing: ChainQuery[] = [];
  readonly #input: RunInput;
  #isStopped = false;
  #message = "Conditional Error";
  readonly #ownWrites: StateWrite[] = [];
  /** The attributes used so far. */
  readonly #attributes = new Set<string>();
  /** The own writes that the post-process reads, by padded key (PROTOCOL 7.9). Null during own executions. */
  #given: Readonly<Record<StateKind, Map<string, Value>>> | null = null;
  readonly #own: RunningCode;
  #code: RunningCode;
  #plainWeight: number;
  #localLength = 0;
  #decoded: { readonly text: string; readonly value: Value } | null = null;

  constructor(code: RunningCode, input: RunInput) {
    this.#own = code;
    this.#code = code;
    this.#input = input;
    this.#plainWeight = input.implicit?.size ?? 0;
    this.pass = input.pass;
    this.tracer = input.tracer;
  }

  /** Switches to the post-process: to its state, and to its defaults after those of the method. */
  enterPostProcess(code: RunningCode): void {
    this.#code = code;
    this.#given = { universal: new Map(), local: new Map() };
    for (const { kind, key, value } of this.#ownWrites) {
      if (value !== null) this.#given[kind].set(padStateKey(key), value);
    }
  }

  /**
   * Stops the transaction after the current top-level execution. A later stop in that execution replaces the message,
   * unless its message is null (PROTOCOL 7.11).
   */
  stop(message: string | null): void {
    this.#isStopped = true;
    if (message !== null) this.#message = message;
    this.tracer?.stop(this.#message);
  }

  /** Throws `CONDITION_FAILED` when the transaction was stopped. */
  assertNotStopped(): void {
    if (this.#isStopped) throw conditionFailed({ message: this.#message });
  }

  /** The weight reached so far. */
  get weight(): bigint {
    return BigInt(this.#plainWeight) + BigInt(this.#localLength) * LOCAL_WEIGHT;
  }

  /** A parameter: the implicit value, else the sender's value, else an optional default, else null (PROTOCOL 7.17). */
  parameter(name: string): Value {
    const { implicit, parameters } = this.#input;
    if (name === "version") return PROTOCOL_VERSION;
    if (implicit !== null) {
      if (name === "from") return implicit.from;
      if (name === "hash") return implicit.hash;
      if (name === "size") return BigInt(implicit.size);
    }
    return parameters.get(name) ?? this.#own.defaults.get(name) ?? this.#code.defaults.get(name) ?? null;
  }

  /** `$read_*`: null in the read pass and for an invalid key, the default for an absent cell (PROTOCOL 7.33). */
  readState(kind: StateKind, attribute: Value, key: Value, absent: Value): Value {
    const cell = this.#cell(attribute, key);
    if (cell === null) return null;
    const { paddedKey } = cell;
    if (this.#input.state === null) {
      this.collected[kind].add(paddedKey);
      return null;
    }
    const value = this.#given?.[kind].get(paddedKey) ?? this.#input.state.read(kind, paddedKey);
    this.#chargeRead(value ?? null);
    return value ?? absent;
  }

  /** In rules 2 every read is work (PROTOCOL 16.6). */
  #chargeRead(value: Value): void {
    if (this.#input.rules?.countsReads !== true) return;
    this.charge(COSTS.read);
    if (value !== null) this.measureJson(value, COSTS.json);
  }

  /**
   * `$write_*`: collects the key in the read pass, else weighs the write and returns it pending (PROTOCOL 7.34). Null
   * in the read pass and for an invalid key.
   */
  writeState(kind: StateKind, args: ValueList): Value {
    const attribute = args[0] ?? null;
    const cellKey = args[1] ?? null;
    const cell = this.#cell(attribute, cellKey);
    if (cell === null) return null;
    if (this.pass === "read") {
      this.collected[kind].add(cell.paddedKey);
      return null;
    }
    const value = args[2] ?? null;
    const length = this.measure(value);
    const write: StateWrite = { kind, key: cell.key, value: toData(value) };
    this.#weigh(write, length);
    // A pending write has three arguments: a missing one is null, an extra one is dropped.
    const three = args.length === 3 ? args : [attribute, cellKey, value];
    return new PendingCall(`$write_${kind}`, three, write);
  }

  /** The state prefix of an attribute in the space of the running code (PROTOCOL 2.1). */
  statePrefix(attribute: string): string {
    this.charge(attribute.length);
    this.#surchargeAttribute(attribute);
    return this.#code.scope.prefix(attribute);
  }

  /** Returns the answer to a chain query. An answer that is not loaded is null, and the query is added to `missing`. */
  ask(query: ChainQuery): Value {
    const answer = this.#input.chain?.answer(query);
    if (answer === undefined) this.missing.push(query);
    return answer ?? null;
  }

  /** Returns the length of `text(value)` in bytes and charges it as work. */
  measure(value: Value, cost = isContainer(value) ? COSTS.walk : 1): number {
    if (isContainer(value)) return this.measureJson(value, cost);
    const length = byteLength(valueToText(value));
    this.charge(length * cost);
    return length;
  }

  /**
   * Returns the length of the canonical JSON in bytes and charges it as work. Measuring takes time too, so it stops at
   * the work that is left. Throws `LIMIT_EXCEEDED` when the text is longer than `max`.
   */
  measureJson(value: Value, cost: number, max = MAX_BLOCK_SIZE): number {
    const seen = { containers: 0 };
    const length = jsonLength(value, Math.min(max, this.#input.work.left / cost), seen);
    this.charge(length * cost);
    this.surcharge(seen.containers * SURCHARGES.container);
    if (length > max) throw limitExceeded({ message: "Too long processing. " });
    return length;
  }

  /** Decodes a text, or takes the last value when the text is the same: a registration asks for each member of one text. */
  decode(text: string, decoder: (text: string) => Value): Value {
    if (this.#decoded?.text !== text) this.#decoded = { text, value: decoder(text) };
    return this.#decoded.value;
  }

  /** Counts the characters that an operator is about to process (PROTOCOL 7.16). */
  charge(characters: number): void {
    this.#input.work.charge(characters);
  }

  /** Like `charge`, for what the second table of costs alone counts. */
  surcharge(characters: number): void {
    this.#input.work.surcharge(characters);
  }

  #cell(attribute: Value, key: Value): CellKey | null {
    if (isContainer(attribute) || isContainer(key))
      throw executionFailed({ message: "An attribute or key is a list or map. " });
    if (typeof attribute === "string") this.charge(attribute.length);
    else this.measure(attribute);
    this.#surchargeAttribute(valueToText(attribute));
    this.surcharge(SURCHARGES.cell);
    return this.#code.scope.cell(attribute, key);
  }

  #surchargeAttribute(name: string): void {
    if (this.#attributes.has(name)) return;
    this.#attributes.add(name);
    this.surcharge(SURCHARGES.attribute);
  }

  /**
   * Adds the weight of an own write (PROTOCOL 7.13). The size limit also holds for the post-process (PROTOCOL 7.14).
   */
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
