import {
  entriesOf,
  isContainer,
  isList,
  isMap,
  mapToValue,
  valuesOf,
  type Value,
  type ValueList,
  type ValueMap,
} from "../codec/value.js";
import { layoutOf } from "../records/code-layout.js";
import { MOST_SCALE, scaleAbove } from "./check-numbers.js";
import { intendedMember } from "./check-parameters.js";

/** Mends the fixable findings. Returns the same map when it has none. */
export function fixCode(record: ValueMap): ValueMap {
  const { parameters, format, kind } = layoutOf(record);
  const ignored = record.get(kind) === "request" ? "updates" : "response";
  const definitions = record.get(parameters) ?? null;
  const isIgnored = format === "classic" && record.has(ignored);
  const mended = [...record]
    .filter(([name]) => format === "method" || name !== ignored)
    .map(([name, member]): [string, Value] => {
      if (name !== parameters) return [name, fixScales(member)];
      return [name, isContainer(definitions) ? fixDefinitions(definitions) : definitions];
    });
  return isIgnored || mended.some(([name, member]) => record.get(name) !== member) ? new Map(mended) : record;
}

/** Scales above the greatest one, as that one. Otherwise the same value. */
function fixScales(value: Value): Value {
  if (!isContainer(value)) return value;
  const entries = [...entriesOf(value)].map(([key, member]): [string, Value] => {
    const fixed = fixScales(member);
    const isLarge = key.startsWith("$") && isList(fixed) && scaleAbove(key.slice(1), fixed) !== null;
    return [key, isLarge ? fixed.with(2, MOST_SCALE) : fixed];
  });
  const members = entries.map(([, member]) => member);
  if (members.every((member, index) => member === valuesOf(value)[index])) return value;
  return isList(value) ? members : mapToValue(new Map(entries));
}

function fixDefinitions(definitions: ValueList | ValueMap): Value {
  if (!isMap(definitions)) {
    const mended = definitions.map(fixDefinition);
    return mended.every((each, index) => each === definitions[index]) ? definitions : mended;
  }
  const entries = [...definitions].map(([key, definition]) => {
    const mended = fixDefinition(definition);
    const name = isMap(mended) ? mended.get("name") : undefined;
    return [typeof name === "string" ? name : key, mended] as const;
  });
  const isSame = [...definitions].every(
    ([key, each], index) => entries[index]?.[0] === key && entries[index][1] === each,
  );
  // Two parameters of one name would become one.
  const isUnique = new Set(entries.map(([key]) => key)).size === entries.length;
  return isSame || !isUnique ? definitions : mapToValue(new Map(entries));
}

function fixDefinition(definition: Value): Value {
  if (!isMap(definition)) return definition;
  const entries = [...definition].map(([member, value]) => {
    const meant = intendedMember(member);
    return [meant === undefined || definition.has(meant) ? member : meant, value] as const;
  });
  const isSame = entries.every(([member]) => definition.has(member));
  return isSame ? definition : new Map(entries);
}
