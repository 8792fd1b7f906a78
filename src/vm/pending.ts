import { isContainer, valuesOf, type Value, type ValueList } from "../codec/value.js";

/**
 * What the condition pass leaves of a `$write_*` or `$response` for the execution pass (PROTOCOL 7).
 *
 * It is the value `{"$operator": [arguments]}` that the protocol has at this point, so every operator sees a map. Only
 * operators make one: data that looks the same is an ordinary map and is never executed (PROTOCOL 14).
 */
export class PendingCall extends Map<string, Value> {
  readonly args: ValueList;
  readonly effect: Effect;

  constructor(operator: string, args: ValueList, effect: Effect) {
    super();
    this.set(operator, args);
    this.args = args;
    this.effect = effect;
  }
}

export type Effect = StateWrite | { readonly kind: "response"; readonly value: Value };

/** A write of a state cell. The key is the text that was written, not padded. */
export interface StateWrite {
  readonly kind: "universal" | "local";
  readonly key: string;
  readonly value: Value;
}

/**
 * The execution pass over one evaluated execution: its effects in order, depth first. False as soon as a response ended
 * the pass.
 */
export function settle(evaluated: Value, apply: (effect: Effect) => boolean): boolean {
  if (!isContainer(evaluated)) return true;
  if (evaluated instanceof PendingCall) return settle(evaluated.args, apply) && apply(evaluated.effect);
  for (const member of evaluated.values()) if (!settle(member, apply)) return false;
  return true;
}

/** The value as data: pending calls in it are the plain maps they look like. */
export function toData(value: Value): Value {
  if (!isContainer(value) || !holdsPending(value)) return value;
  if (!(value instanceof Map)) return valuesOf(value).map(toData);
  const map = new Map<string, Value>();
  for (const [key, member] of value) map.set(key, toData(member as Value));
  return map;
}

function holdsPending(value: Value): boolean {
  if (!isContainer(value)) return false;
  if (value instanceof PendingCall) return true;
  for (const member of value.values()) if (holdsPending(member)) return true;
  return false;
}
