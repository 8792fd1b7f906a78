import { gives, type OperatorSpec } from "./operator.js";

const VALUE = { name: "value", type: "any" } as const;
const TEST = { parameters: [VALUE], rest: VALUE, result: "boolean", cost: null } as const;
const OF_NONE = "Without arguments it is true.";

/** Types of values (PROTOCOL 7.28). */
export const TYPES_SPECS = {
  get_type: {
    parameters: [VALUE],
    result: "text",
    summary: "the type of a value: `NULL`, `boolean`, `integer`, `double`, `string` or `array`",
    otherwise: "A list and a map are both `array`.",
    cost: null,
    examples: [gives('{"$get_type":["5"]}', '"string"'), gives('{"$get_type":[{"a":1}]}', '"array"')],
  },
  is_numeric: {
    ...TEST,
    summary: "whether all arguments are integers, floats or numeric text",
    otherwise: OF_NONE,
    cost: "the length of each text",
    traps: [
      "It accepts an exponent and white space around a number, which arithmetic does not: ` 1` is numeric, and `$add` fails on it.",
    ],
    examples: [
      gives('{"$is_numeric":["5","-0.5",7]}', "true"),
      gives('{"$is_numeric":[" 1e3"]}', "true"),
      gives('{"$is_numeric":["five"]}', "false"),
    ],
  },
  is_int: {
    ...TEST,
    summary: "whether all arguments are integers",
    otherwise: OF_NONE,
    traps: ["Text is never an integer. For an amount in text, check that `$scale` of it is 0."],
    examples: [gives('{"$is_int":[5]}', "true"), gives('{"$is_int":["5"]}', "false")],
  },
  is_string: {
    ...TEST,
    summary: "whether all arguments are text",
    otherwise: OF_NONE,
    examples: [gives('{"$is_string":["a",""]}', "true")],
  },
  is_null: {
    ...TEST,
    summary: "whether all arguments are null",
    otherwise: OF_NONE,
    traps: [
      "A cell that does not exist reads as the default of the read, or as null when the read has no default.",
    ],
    examples: [
      gives('{"$is_null":[{"$read_universal":["owner","ab"]}]}', "true"),
      gives('{"$is_null":[""]}', "false"),
    ],
  },
  is_bool: {
    ...TEST,
    summary: "whether all arguments are true or false",
    otherwise: OF_NONE,
    examples: [gives('{"$is_bool":[true,false]}', "true")],
  },
  is_array: {
    ...TEST,
    summary: "whether all arguments are lists or maps",
    otherwise: OF_NONE,
    examples: [gives('{"$is_array":[["a"],{"b":1}]}', "true")],
  },
  is_double: {
    ...TEST,
    summary: "whether all arguments are floats",
    otherwise: OF_NONE,
    traps: [
      "A float without a fraction becomes an integer when a transaction is read: 1.0 is the integer 1.",
    ],
    examples: [gives('{"$is_double":[0.5]}', "true"), gives('{"$is_double":["0.5"]}', "false")],
  },
} as const satisfies Readonly<Record<string, OperatorSpec>>;
