import { isList, type Value } from "./value.js";

/** As `JsonReader` weighs them: what a list or map takes in memory, in what a number takes. */
const CONTAINER_WEIGHT = 7;
/** Characters of a text that weigh as much as a number. */
const TEXT_UNIT = 16;

/**
 * How much there is to do about a value, looked at no further than `max`: 1 for each value in it and each 16 characters, 7
 * for each list and map. What is above `max` says only that it is more.
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
