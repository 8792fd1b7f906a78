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
 * What the condition pass leaves of a `$write_*` or `$response` for the execution pass (PROTOCOL 7).
 *
 * It is the value `{"$operator": arguments}` that the protocol has at this point, so every operator sees a map. Only
 * operators make one: data that looks the same is an ordinary map and is never executed (PROTOCOL 14).
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

/** A write, unless its value changes in the execution pass; or a response. */
export type Effect = StateWrite | "response";

/** Where the arguments of a write have its value. */
const WRITTEN_VALUE = 2;
const RESPONSE_VALUE = "0";

/** A write of a state cell. The key is the text that was written, not padded. */
export interface StateWrite {
  readonly kind: "universal" | "local";
  readonly key: string;
  readonly value: Value;
}

/** What the execution pass tells of, in order. */
export interface Effects {
  write(write: StateWrite): void;
  /** Ends the transaction after the top-level execution that it stands in; a later one in there replaces its value. */
  respond(value: Value): void;
}

/**
 * The execution pass over what the condition pass left of an execution, depth first. A write becomes true there and a
 * response null, so a call whose arguments were such a call itself has none any more and is data.
 */
export function settle(evaluated: Value, effects: Effects): Value {
  if (!isContainer(evaluated)) return evaluated;
  if (evaluated instanceof PendingCall) return settleCall(evaluated, effects);
  return replaceMembers(evaluated, settle, effects);
}

function settleCall(call: PendingCall, effects: Effects): Value {
  // Most arguments hold no calls, and stay what they are.
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

/** The value as data: pending calls in it are the plain maps they look like. */
export function toData(value: Value): Value {
  if (!isContainer(value)) return value;
  if (value instanceof PendingCall) return new Map([...value].map(([key, member]) => [key, toData(member)]));
  return replaceMembers(value, toData, null);
}

/** The same container when no member changes: most have no pending call. */
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
