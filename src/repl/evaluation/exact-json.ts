import { types } from "node:util";
import { valueToJson } from "../../codec/readable-json.js";
import { toValue } from "../to-value.js";

type Stringify = typeof JSON.stringify;

/**
 * A `JSON.stringify` for values of the protocol: maps in their own order, integers of any size. Other values, and
 * calls with a replacer, go to JavaScript's own.
 */
export function createExactStringify(native: Stringify): Stringify {
  const stringify = (value: unknown, replacer?: unknown, space: string | number = ""): string | undefined => {
    const isOurs = (replacer === undefined || replacer === null) && holdsValue(value, new Set());
    if (!isOurs) return native(value, replacer as Parameters<Stringify>[1], space);
    return valueToJson(toValue(value), typeof space === "number" ? " ".repeat(space) : space);
  };
  return stringify as Stringify;
}

function holdsValue(value: unknown, above: ReadonlySet<unknown>): boolean {
  if (typeof value === "bigint" || types.isMap(value)) return true;
  if (typeof value !== "object" || value === null || above.has(value)) return false;
  const inside = new Set([...above, value]);
  return Object.values(value).some((member) => holdsValue(member, inside));
}
