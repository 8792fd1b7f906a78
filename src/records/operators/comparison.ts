import { fails, gives, type OperatorSpec } from "./operator.js";

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
      gives('{"$eq":["1.0",1]}', "true"),
      gives('{"$eq":["ab","ab00"]}', "false"),
      gives('{"$eq":[null,""]}', "false"),
    ],
  },
  ne: {
    ...SIDES,
    summary: "whether two values are not equal",
    otherwise: IDENTITY,
    traps: [
      "Alone it does not keep a sender from sending to itself: an address that ends in 00 has a shorter spelling for the same cell. Check `$strlen` too.",
    ],
    examples: [gives('{"$ne":["a","b"]}', "true"), gives('{"$ne":["007","7"]}', "false")],
  },
  gt: {
    ...ORDERED,
    summary: "whether the left number is greater than the right one",
    otherwise: LOOSE,
    traps: [
      "Text that is not a number compares with a number as text, so a condition on an amount alone accepts words: `x` is greater than `0`. Check `$is_numeric` too.",
    ],
    examples: [gives('{"$gt":["10","9"]}', "true"), gives('{"$gt":["x","0"]}', "true")],
  },
  gte: {
    ...ORDERED,
    summary: "whether the left number is greater than the right one or equal to it",
    otherwise: LOOSE,
    traps: ['null and "0" are not equal numbers: give a read a default before you compare what it gives.'],
    examples: [gives('{"$gte":["1.50","1.5"]}', "true"), gives('{"$gte":[null,"0"]}', "false")],
  },
  lt: {
    ...ORDERED,
    summary: "whether the left number is less than the right one",
    otherwise: LOOSE,
    examples: [
      gives('{"$lt":["-1","0"]}', "true"),
      fails('{"$lt":["1e3","2"]}', "'1e3' is not decimal text."),
    ],
  },
  lte: {
    ...ORDERED,
    summary: "whether the left number is less than the right one or equal to it",
    otherwise: LOOSE,
    examples: [gives('{"$lte":["2","10"]}', "true")],
  },
} as const satisfies Readonly<Record<string, OperatorSpec>>;
