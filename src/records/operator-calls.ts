import { isContainer, isMap, valuesOf, type Value, type ValueList } from "../codec/value.js";

/** A call of an operator in a code: its name with the `$`, and its arguments. */
export type OperatorUse = readonly [operator: string, args: ValueList];

/** The call that a value is, null for any other value. */
export function operatorCallOf(value: Value | undefined): OperatorUse | null {
  if (!isMap(value) || value.size !== 1) return null;
  const [[name, args] = ["", null]] = value;
  return name.startsWith("$") && isContainer(args) ? [name, valuesOf(args)] : null;
}

/** Yields every call in some values, outer calls first. Does not recurse: records nest as deep as JSON may. */
export function* operatorCalls(values: ValueList): Generator<OperatorUse, void, undefined> {
  const open = values.toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isContainer(next)) continue;
    if (isMap(next))
      for (const [name, args] of next)
        if (name.startsWith("$") && isContainer(args)) yield [name, valuesOf(args)];
    open.push(...valuesOf(next).toReversed());
  }
}

/** The parameter that a value is, `{"$load_param": [name]}`; null for any other value. */
export function loadedParameter(value: Value | undefined): string | null {
  const [operator, args = []] = operatorCallOf(value) ?? [];
  const [name, ...path] = args;
  return operator === "$load_param" && typeof name === "string" && path.length === 0 ? name : null;
}
