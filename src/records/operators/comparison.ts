import type { OperatorSpec } from "./operator.js";

const SIDES = {
  parameters: [
    { name: "left", type: "any" },
    { name: "right", type: "any" },
  ],
  result: "boolean",
  cost: "`digit` for each digit of both, and for each character of a container",
} as const;
const ORDERED = {
  parameters: [
    { name: "left", type: "number" },
    { name: "right", type: "number" },
  ],
  result: "boolean",
  cost: SIDES.cost,
} as const;

const NOT_DECIMAL = "Two numbers of which one is not decimal text, such as `1e3`, fail the transaction.";
const IDENTITY = `Two numbers compare as numbers, anything else by type and value, containers with the order of their keys. ${NOT_DECIMAL}`;
const LOOSE = `Two numbers compare as numbers, anything else in the loose order of PROTOCOL 7.21. ${NOT_DECIMAL}`;

/** Comparison (PROTOCOL 7.18, 7.20, 7.21). */
export const COMPARISON_SPECS = {
  eq: {
    ...SIDES,
    summary: "whether two values are equal",
    otherwise: IDENTITY,
    traps: [
      "An amount in text and an integer are equal when they are the same number: `1.0` and `1` are.",
      "Two spellings of one account, with and without trailing zeros, are different texts.",
    ],
    examples: [
      { expression: '{"$eq":["1.0",1]}', prints: { value: "true" } },
      { expression: '{"$eq":["ab","ab00"]}', prints: { value: "false" } },
      { expression: '{"$eq":[null,""]}', prints: { value: "false" } },
    ],
  },
  ne: {
    ...SIDES,
    summary: "whether two values are not equal",
    otherwise: IDENTITY,
    traps: [
      "Alone it does not keep a sender from sending to itself: an address that ends in 00 has a shorter spelling for the same cell. Check `$strlen` too.",
    ],
    examples: [
      { expression: '{"$ne":["a","b"]}', prints: { value: "true" } },
      { expression: '{"$ne":["007","7"]}', prints: { value: "false" } },
    ],
  },
  gt: {
    ...ORDERED,
    summary: "whether the left number is greater than the right one",
    otherwise: LOOSE,
    traps: [
      "Text that is not a number compares with a number as text, so a condition on an amount alone accepts words: `x` is greater than `0`. Check `$is_numeric` too.",
    ],
    examples: [
      { expression: '{"$gt":["10","9"]}', prints: { value: "true" } },
      { expression: '{"$gt":["x","0"]}', prints: { value: "true" } },
    ],
  },
  gte: {
    ...ORDERED,
    summary: "whether the left number is greater than the right one or equal to it",
    otherwise: LOOSE,
    traps: ['null and "0" are not equal numbers: give a read a default before you compare what it gives.'],
    examples: [
      { expression: '{"$gte":["1.50","1.5"]}', prints: { value: "true" } },
      { expression: '{"$gte":[null,"0"]}', prints: { value: "false" } },
    ],
  },
  lt: {
    ...ORDERED,
    summary: "whether the left number is less than the right one",
    otherwise: LOOSE,
    examples: [
      { expression: '{"$lt":["-1","0"]}', prints: { value: "true" } },
      { expression: '{"$lt":["1e3","2"]}', prints: { error: "'1e3' is not decimal text." } },
    ],
  },
  lte: {
    ...ORDERED,
    summary: "whether the left number is less than the right one or equal to it",
    otherwise: LOOSE,
    examples: [{ expression: '{"$lte":["2","10"]}', prints: { value: "true" } }],
  },
} as const satisfies Readonly<Record<string, OperatorSpec>>;
