import type { ValueList, ValueMap, Value } from "../codec/value.js";

/** Receives every operator call: `enter`, then the calls in its arguments, then `leave` or `fail`. */
export interface Tracer {
  /** The calls that follow belong to this part and pass. */
  begin(part: TracePart, pass: string): void;
  /** `expression` is the very map of the method's executions that is the call. */
  enter(operator: string, expression: ValueMap): void;
  leave(args: ValueList, value: Value): void;
  /** The call that was entered last stops the transaction at the end of its top-level execution. */
  stop(message: string): void;
  /** The call threw an error; `args` is null when its arguments threw it. */
  fail(args: ValueList | null, message: string): void;
}

export type TracePart = "own" | "post-process";

/** An operator call and the calls in its arguments. */
export interface TraceCall {
  readonly operator: string;
  /** The very map of the method's executions that is the call. */
  readonly expression: ValueMap;
  readonly part: TracePart;
  readonly pass: string;
  readonly calls: readonly TraceCall[];
  readonly arguments: ValueList | null;
  /** Null when there is a `failure`. */
  readonly value: Value;
  /** Why the transaction stopped, on the call that stopped it and on all calls that contain it; else null. */
  readonly failure: string | null;
  /** A note for the reader of the trace, or null. */
  readonly note: string | null;
}

interface OpenCall {
  readonly operator: string;
  readonly expression: ValueMap;
  readonly calls: TraceCall[];
  failure: string | null;
}

/** Builds the tree of the calls of a run. */
export class TraceTree implements Tracer {
  readonly roots: TraceCall[] = [];
  readonly #open: OpenCall[] = [];
  #part: TracePart = "own";
  #pass = "";

  begin(part: TracePart, pass: string): void {
    // A request runs again with the answers to its chain queries. Only the last run counts.
    if (part === "own") this.roots.length = 0;
    this.#part = part;
    this.#pass = pass;
  }

  enter(operator: string, expression: ValueMap): void {
    this.#open.push({ operator, expression, calls: [], failure: null });
  }

  leave(args: ValueList, value: Value): void {
    this.#close(args, value);
  }

  stop(message: string): void {
    for (const call of this.#open) call.failure = message;
  }

  fail(args: ValueList | null, message: string): void {
    this.stop(message);
    this.#close(args, null);
  }

  #close(args: ValueList | null, given: Value): void {
    const call = this.#open.pop();
    if (call === undefined) return;
    const value = call.failure === null ? given : null;
    const siblings = this.#open.at(-1)?.calls ?? this.roots;
    siblings.push({ ...call, part: this.#part, pass: this.#pass, arguments: args, value, note: null });
  }
}
