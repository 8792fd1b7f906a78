import { fails, gives, type OperatorSpec } from "./operator.js";

const NUMBER = { name: "number", type: "number" } as const;
const CHAINED = { parameters: [NUMBER], rest: NUMBER, result: "decimal" } as const;
const PRECISE = {
  parameters: [
    { name: "left", type: "number" },
    { name: "right", type: "number" },
    { name: "scale", type: "integer", default: "0" },
  ],
  result: "decimal",
} as const;

const NOT_A_NUMBER = "An argument that is not a number counts as 0.";
const NOT_DECIMAL = "A number that is not decimal text, such as `1e3` or ` 1`, fails the transaction.";
const SCALE =
  'A scale that is not from 0 to 10 counts as 0. The result is "0" when an argument is not a number. A number that is not decimal text fails the transaction.';
const LONGEST =
  "`digit` after each number for the digits of the longest so far, and one more each time; for a single number, its digits";
const TOGETHER =
  "`digit` after each number for the digits of all so far together; for a single number, its digits";
const AS_IT_IS = "A single number is given back as its text: `007` stays `007`.";

/** Decimal arithmetic (PROTOCOL 7.18, 7.19, 7.25, 7.26, 7.27). Results are text, truncated, never rounded. */
export const ARITHMETIC_SPECS = {
  add: {
    ...CHAINED,
    summary: "the sum of all numbers",
    otherwise: `${NOT_A_NUMBER} ${NOT_DECIMAL} Without arguments it is "0".`,
    cost: LONGEST,
    traps: [
      "Two cells that are the same cell do not add up: writing the sender's cell and then the recipient's keeps only the last write when both are one account.",
    ],
    examples: [
      gives('{"$add":["1","2.50"]}', '"3.50"'),
      gives('{"$add":["5","five"]}', '"5"'),
      fails('{"$add":["1e3","1"]}', "'1e3' is not decimal text."),
    ],
  },
  sub: {
    ...CHAINED,
    summary: "the first number less all others, from left to right",
    otherwise: `${NOT_A_NUMBER} ${NOT_DECIMAL} Without arguments it is "0".`,
    cost: LONGEST,
    traps: ["The result may be negative. Check in a condition that there is enough.", AS_IT_IS],
    examples: [gives('{"$sub":["10","3","0.5"]}', '"6.5"'), gives('{"$sub":["3","10"]}', '"-7"')],
  },
  mul: {
    ...CHAINED,
    summary: "the product of all numbers, each step truncated to the larger scale of its two numbers",
    otherwise: `${NOT_A_NUMBER} ${NOT_DECIMAL} Without arguments it fails.`,
    cost: TOGETHER,
    traps: [
      "The product has the digits after the point of the more precise number, not of both together: half of a half is 0.2. `$precise_mul` has as many as you name.",
      AS_IT_IS,
    ],
    examples: [gives('{"$mul":["1000","0.05"]}', '"50.00"'), gives('{"$mul":["0.5","0.5"]}', '"0.2"')],
  },
  div: {
    ...CHAINED,
    summary:
      "the first number divided by all others, from left to right, each step truncated to the larger scale of its two numbers",
    otherwise: `${NOT_A_NUMBER} ${NOT_DECIMAL} Division by zero gives "0". Without arguments it fails.`,
    cost: TOGETHER,
    traps: [
      "Of two whole numbers the quotient is a whole number: a third of 1 is 0. `$precise_div` has as many digits as you name.",
      "Division by zero does not fail: check the divisor in a condition.",
      AS_IT_IS,
    ],
    examples: [
      gives('{"$div":["10","4"]}', '"2"'),
      gives('{"$div":["10.00","4"]}', '"2.50"'),
      gives('{"$div":["10","0"]}', '"0"'),
    ],
  },
  precise_add: {
    ...PRECISE,
    summary: "the sum of two numbers, truncated to a scale",
    otherwise: SCALE,
    cost: "`digit` for the digits of the longer number, and one more",
    examples: [
      gives('{"$precise_add":["1.25","2.5",1]}', '"3.7"'),
      gives('{"$precise_add":["1.25","two",1]}', '"0"'),
    ],
  },
  precise_sub: {
    ...PRECISE,
    summary: "the difference of two numbers, truncated to a scale",
    otherwise: SCALE,
    cost: "`digit` for the digits of the longer number, and one more",
    examples: [gives('{"$precise_sub":["10","0.005",2]}', '"9.99"')],
  },
  precise_mul: {
    ...PRECISE,
    summary: "the product of two numbers, truncated or padded to a scale",
    otherwise: SCALE,
    cost: "`digit` for the digits of both numbers together",
    examples: [
      gives('{"$precise_mul":["0.5","0.5",2]}', '"0.25"'),
      gives('{"$precise_mul":["3","0.999",0]}', '"2"'),
    ],
  },
  precise_div: {
    ...PRECISE,
    summary: "the quotient of two numbers, truncated to a scale",
    otherwise: `${SCALE} Division by zero gives "0".`,
    cost: "`digit` for the digits of both numbers together",
    traps: ["A scale above 10 counts as 0, not as 10.", "Division by zero does not fail."],
    examples: [
      gives('{"$precise_div":["1","3",10]}', '"0.3333333333"'),
      gives('{"$precise_div":["1","3",11]}', '"0"'),
    ],
  },
  scale: {
    parameters: [NUMBER],
    result: "integer",
    summary: "the number of digits after the point",
    otherwise: "0 for an argument that is not decimal text.",
    cost: "`digit` for each digit",
    traps: ["It counts digits as they are written: `1.50` has two."],
    examples: [gives('{"$scale":["1.50"]}', "2"), gives('{"$scale":["15"]}', "0")],
  },
} as const satisfies Readonly<Record<string, OperatorSpec>>;
