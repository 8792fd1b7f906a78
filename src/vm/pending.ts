import type { StateKind } from "../codec/state-key.js";
import {
  isContainer,
  isList,
  memberOf,
  valuesOf,
  type Value,
  type ValueList,
  type ValueMap,
} from "../codec/value.js";

/**
 * A `$write_*` or `$response` between the condition pass and the execution pass (PROTOCOL 7.6, 7.23, 7.34).
 *
 * Operators see the value `{"$operator": arguments}`, a map. Only the operators themselves create pending calls: data
 * that looks the same is an ordinary map and is never executed (PROTOCOL 14.2).
 */
export class PendingCall extends Map<string, Value> {
  readonly args: ValueList | ValueMap;
  readonly effect: Effect;

  constructor(operator: string, args: ValueList | ValueMap, effect: Effect) {
    super();
    this.set(operator, args);
    this.args = args;
    this.effect = effect;
  }
}

/** The write, as it is if the execution pass does not change its value; or a response. */
export type Effect = StateWrite | "response";

/** The position of the value in the arguments of a write. */
const WRITTEN_VALUE = 2;
const RESPONSE_VALUE = "0";

/** A write of a state cell. The key is as the code wrote it, not padded (PROTOCOL 2.7). */
export interface StateWrite {
  readonly kind: StateKind;
  readonly key: string;
  readonly value: Value;
}

/** Receives the effects of the execution pass, in order. */
export interface Effects {
  write(write: StateWrite): void;
  /**
   * Ends the transaction after the current top-level execution. A later response in that execution replaces the value.
   */
  respond(value: Value): void;
}

/**
 * Runs the execution pass over one evaluated execution, depth first (PROTOCOL 7.7). A write becomes true and a response
 * null. A pending call whose arguments were themselves a pending call therefore has no container left and becomes data.
 */
export function settle(evaluated: Value, effects: Effects): Value {
  if (!isContainer(evaluated)) return evaluated;
  if (evaluated instanceof PendingCall) return settleCall(evaluated, effects);
  return replaceMembers(evaluated, settle, effects);
}

function settleCall(call: PendingCall, effects: Effects): Value {
  // Most arguments hold no calls and stay unchanged.
  const args = holdsContainers(call.args) ? settle(call.args, effects) : call.args;
  if (!isContainer(args)) return toData(replaceMembers(call, () => args, effects));
  const { effect } = call;
  if (effect === "response") {
    effects.respond(memberOf(args, RESPONSE_VALUE) ?? null);
    return null;
  }
  if (args === call.args) effects.write(effect);
  else effects.write({ ...effect, value: valuesOf(args)[WRITTEN_VALUE] ?? null });
  return true;
}

function holdsContainers(args: ValueList | ValueMap): boolean {
  if (!isList(args)) return true;
  for (let index = 0; index < args.length; index += 1) if (isContainer(args[index])) return true;
  return false;
}

/** Returns the value with each pending call replaced by the plain map that it looks like (PROTOCOL 14.2). */
export function toData(value: Value): Value {
  if (!isContainer(value)) return value;
  if (value instanceof PendingCall) return new Map([...value].map(([key, member]) => [key, toData(member)]));
  return replaceMembers(value, toData, null);
}

/** Replaces members. Returns the same container when none changes, as most have no pending call. */
function replaceMembers<T>(
  container: ValueList | ValueMap,
  replace: (member: Value, context: T) => Value,
  context: T,
): Value {
  const members = valuesOf(container);
  let replaced: Value[] | null = null;
  for (let index = 0; index < members.length; index += 1) {
    const member = members[index] ?? null;
    const next = isContainer(member) ? replace(member, context) : member;
    if (next !== member) replaced ??= members.slice(0, index);
    replaced?.push(next);
  }
  if (replaced === null) return container;
  if (!(container instanceof Map)) return replaced;
  const map = new Map<string, Value>();
  for (const key of (container as ValueMap).keys()) map.set(key, replaced[map.size] ?? null);
  return map;
}
