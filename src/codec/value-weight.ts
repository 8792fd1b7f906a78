import { isList, type Value } from "./value.js";

/** The weight of a list or map, the same as in `JsonReader`. */
const CONTAINER_WEIGHT = 7;
/** The number of characters of a text that weigh as much as a number. */
const TEXT_UNIT = 16;

/**
 * Returns the weight of a value, a measure of the work that it takes: 1 for each value in it and each 16 characters, 7
 * for each list and map. Counting stops above `max`: a greater result only means "more than `max`".
 */
export function weightUpTo(value: Value, max: number): number {
  if (typeof value === "string") return 1 + Math.floor(value.length / TEXT_UNIT);
  if (typeof value !== "object" || value === null) return 1;
  let weight = CONTAINER_WEIGHT;
  if (isList(value)) {
    for (const member of value) {
      if (weight > max) return weight;
      weight += weightUpTo(member, max - weight);
    }
    return weight;
  }
  for (const [key, member] of value) {
    if (weight > max) return weight;
    weight += Math.floor(key.length / TEXT_UNIT) + weightUpTo(member, max - weight);
  }
  return weight;
}
