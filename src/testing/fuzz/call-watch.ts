import { valueToText } from "../../codec/text.js";
import type { Value, ValueList, ValueMap } from "../../codec/value.js";
import { noteDebugged, type Debugged, type DebugLabels } from "../../replay/trial/debugged.js";
import type { Tracer } from "../../vm/machine.js";

/** Both sides of a comparison that a call evaluated. */
export type Compared = readonly [left: Value, right: Value];

const COMPARISONS: ReadonlySet<string> = new Set(["eq", "ne", "gt", "gte", "lt", "lte"]);
const DECISIONS: ReadonlySet<string> = new Set([...COMPARISONS, "condition", "if", "and", "or", "is_null"]);
const HASHES: ReadonlySet<string> = new Set(["hash", "short_hash", "id_hash"]);

/** The places of all codes, as numbers. */
export class DecidingPlaces {
  readonly #numbers = new Map<ValueMap, number>();

  numberOf(place: ValueMap): number {
    const known = this.#numbers.get(place) ?? this.#numbers.size;
    this.#numbers.set(place, known);
    return known;
  }
}

/** Notes what a call decided, compared and hashed, for the calls that come after it. */
export class CallWatch implements Tracer {
  /** Each place that decided, with its outcome. */
  readonly decided: string[] = [];
  /** The comparisons of the execution that stopped the call; of all when none did. */
  compared: Compared[] = [];
  /** The texts that were hashed, by their hash. */
  readonly hashed = new Map<string, string>();
  /** What `debug` labels. */
  readonly debugged: Debugged[] = [];
  readonly #places: DecidingPlaces;
  readonly #labels: DebugLabels;
  readonly #open: { readonly operator: string; readonly place: ValueMap }[] = [];
  #isStopped = false;

  constructor(places: DecidingPlaces, labels: DebugLabels) {
    this.#places = places;
    this.#labels = labels;
  }

  begin(): void {
    // A contract has one pass that is traced.
  }

  enter(operator: string, place: ValueMap): void {
    if (this.#open.length === 0 && !this.#isStopped) this.compared = [];
    this.#open.push({ operator, place });
  }

  leave(args: ValueList, value: Value): void {
    const call = this.#open.pop();
    if (call === undefined) return;
    noteDebugged(this.debugged, this.#labels.get(call.place) ?? [], value);
    const [left = null, right = null] = args;
    if (HASHES.has(call.operator)) this.hashed.set(valueToText(value), valueToText(left));
    if (!DECISIONS.has(call.operator)) return;
    if (COMPARISONS.has(call.operator) && !this.#isStopped) this.compared.push([left, right]);
    const isEqual = COMPARISONS.has(call.operator) && valueToText(left) === valueToText(right);
    const outcome = call.operator === "if" ? left === true : value === true;
    this.decided.push(`${this.#places.numberOf(call.place)} ${outcome}${isEqual ? " =" : ""}`);
  }

  stop(): void {
    this.#isStopped = true;
  }

  fail(): void {
    this.#open.pop();
    this.#isStopped = true;
  }
}
