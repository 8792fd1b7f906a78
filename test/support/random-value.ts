import type { Value } from "../../src/codec/value.js";

const TEXTS = [
  "",
  "0",
  "1",
  "a",
  "/",
  "é",
  "😀",
  "\u0000",
  "\u007f",
  '"\\',
  "__proto__",
  "constructor",
  "1e5",
];
const FLOATS = [0, -0, 1, -1, 0.1, 1.5, 1e15, 1e16, 1e17, -1e17, 1e-5, 5e-324, 1.7976931348623157e308];

/** A value of any shape, nested at most `depth` levels. */
export function randomValue(random: () => number, depth: number): Value {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  switch (Math.floor(random() * (depth > 0 ? 8 : 6))) {
    case 0:
      return null;
    case 1:
      return random() < 0.5;
    case 2:
      return BigInt.asIntN(64, BigInt(Math.floor(random() * 2 ** 32)) << BigInt(Math.floor(random() * 33)));
    case 3:
      return random() < 0.5 ? pick(FLOATS) : (random() - 0.5) * 10 ** Math.floor(random() * 40 - 20);
    case 4:
      return pick(TEXTS);
    case 5:
      return pick(TEXTS) + pick(TEXTS) + pick(TEXTS);
    case 6:
      return members(random).map(() => randomValue(random, depth - 1));
    default:
      return new Map(
        members(random).map((index) => [
          random() < 0.3 ? String(index) : pick(TEXTS) + pick(TEXTS),
          randomValue(random, depth - 1),
        ]),
      );
  }
}

function members(random: () => number): readonly number[] {
  return Array.from({ length: Math.floor(random() * 5) }, (_, index) => index);
}
