import type { ValueList, Value } from "../codec/value.js";

/** Told about every operator call, nested as the calls are: `enter`, the calls in its arguments, then one of the others. */
export interface Tracer {
  /** The calls that follow belong to this part and pass. */
  begin(part: TracePart, pass: string): void;
  enter(operator: string): void;
  leave(args: ValueList, value: Value): void;
  /** The call that was entered last stops the transaction once its top-level execution is evaluated. */
  stop(message: string): void;
  /** The call stopped the run; `args` is null when its arguments did. */
  fail(args: ValueList | null, message: string): void;
}

export type TracePart = "own" | "post-process";

/** An operator call and the calls in its arguments. */
export interface TraceCall {
  readonly operator: string;
  readonly part: TracePart;
  readonly pass: string;
  readonly calls: readonly TraceCall[];
  readonly arguments: ValueList | null;
  /** Null when the call stopped the run. */
  readonly value: Value;
  /** Why it stopped the run; on the call that did and on all that contain it. */
  readonly failure: string | null;
  /** What whoever reads the trace must know of the call, null where there is nothing. */
  readonly note: string | null;
}

interface OpenCall {
  readonly operator: string;
  readonly calls: TraceCall[];
  failure: string | null;
}

/** Builds the tree of a run's calls. */
export class TraceTree implements Tracer {
  readonly roots: TraceCall[] = [];
  readonly #open: OpenCall[] = [];
  #part: TracePart = "own";
  #pass = "";

  begin(part: TracePart, pass: string): void {
    // A request runs again with what it had asked the chain: only its last run counts.
    if (part === "own") this.roots.length = 0;
    this.#part = part;
    this.#pass = pass;
  }

  enter(operator: string): void {
    this.#open.push({ operator, calls: [], failure: null });
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
