import type { OperatorSpec } from "./operator.js";

const ALL_EVALUATED = "All arguments are evaluated, also behind the one that decides.";

/** Conditions, responses, branches and membership (PROTOCOL 7.3, 7.7, 7.10, 7.11, 7.22, 7.23, 7.24). */
export const LOGIC_SPECS = {
  condition: {
    parameters: [
      { name: "holds", type: "boolean" },
      { name: "message", type: "text", default: '""' },
    ],
    result: "boolean",
    summary: "stops the transaction with a message unless its first argument is exactly true",
    otherwise:
      "Anything but true stops the transaction. A message that is not text becomes `Conditional Error`.",
    cost: null,
    traps: [
      "A condition inside a branch that `$if` does not choose stops the transaction all the same.",
      "The execution that it stands in is evaluated to its end, and a later failing condition in it replaces the message.",
      '1, "1" and "true" are not true.',
    ],
    examples: [
      { expression: '{"$condition":[{"$gt":["2","1"]},"Too little."]}', prints: { value: "true" } },
      { expression: '{"$condition":[{"$gt":["1","2"]},"Too little."]}', prints: { error: "Too little." } },
      {
        expression: '{"$if":[true,"fine",{"$condition":[false,"Not taken, and yet it stops."]}]}',
        prints: { error: "Not taken, and yet it stops." },
      },
    ],
  },
  response: {
    parameters: [{ name: "value", type: "any" }],
    result: "null",
    summary: "ends the whole call with a value as its result",
    otherwise: "A missing value is null.",
    cost: "`walk` for each character of its arguments",
    traps: [
      "No execution behind it takes effect, and no write of the post-process, which takes the fee. Their conditions are checked all the same.",
    ],
    examples: [
      { expression: '{"$response":[{"total":{"$add":["1","2"]}}]}', prints: { value: '{"total":"3"}' } },
    ],
  },
  weight: {
    parameters: [],
    result: "integer",
    summary: "the weight that the call has reached so far",
    otherwise: "Arguments are ignored.",
    cost: null,
    traps: [
      "Only writes that are evaluated before it count: in the post-process that is all of the call's own.",
    ],
    examples: [{ expression: '{"$weight":[]}', parameters: ["size:=414"], prints: { value: "414" } }],
  },
  if: {
    parameters: [
      { name: "holds", type: "boolean" },
      { name: "then", type: "any" },
      { name: "else", type: "any" },
    ],
    result: "any",
    summary: "the second argument when the first is exactly true, else the third",
    otherwise: "Anything but true chooses the third argument.",
    cost: null,
    traps: [
      "Both branches are evaluated: a condition or a division in the branch that is not chosen happens.",
      "A write in the branch that is not chosen does not take effect, but it is weighed and paid for.",
    ],
    examples: [
      { expression: '{"$if":[{"$lt":["1","2"]},"less","more"]}', prints: { value: '"less"' } },
      { expression: '{"$if":["true","yes","no"]}', prints: { value: '"no"' } },
      {
        expression: '{"$if":[true,"1",{"$mul":[]}]}',
        prints: { error: "$mul and $div need at least one number." },
      },
    ],
  },
  and: {
    parameters: [{ name: "holds", type: "boolean" }],
    rest: { name: "holds", type: "boolean" },
    result: "boolean",
    summary: "whether all arguments are exactly true",
    otherwise: "An argument that is not true makes it false. Without arguments it is false.",
    cost: null,
    traps: [ALL_EVALUATED],
    examples: [
      { expression: '{"$and":[true,{"$lt":["1","2"]}]}', prints: { value: "true" } },
      { expression: '{"$and":[true,1]}', prints: { value: "false" } },
    ],
  },
  or: {
    parameters: [{ name: "holds", type: "boolean" }],
    rest: { name: "holds", type: "boolean" },
    result: "boolean",
    summary: "whether at least one argument is true",
    otherwise: "An argument that is not a boolean makes it false. Without arguments it is false.",
    cost: null,
    traps: [ALL_EVALUATED, "One argument of another type makes the whole false, even beside true."],
    examples: [
      { expression: '{"$or":[false,true]}', prints: { value: "true" } },
      { expression: '{"$or":[true,null]}', prints: { value: "false" } },
    ],
  },
  get: {
    parameters: [
      { name: "container", type: "container" },
      { name: "key", type: "any" },
    ],
    result: "any",
    summary: "the member of a list or map under a key",
    otherwise:
      "null when there is no such member, when the first argument is not a container, and for a key that is neither text nor a number. The whole part of a float is the key.",
    cost: null,
    examples: [
      { expression: '{"$get":[["a","b"],1]}', prints: { value: '"b"' } },
      { expression: '{"$get":[{"price":"5"},"price"]}', prints: { value: '"5"' } },
      { expression: '{"$get":[["a","b"],2]}', prints: { value: "null" } },
    ],
  },
  in: {
    parameters: [
      { name: "value", type: "any" },
      { name: "container", type: "container" },
    ],
    result: "boolean",
    summary: "whether a member of a list or map loosely equals a value",
    otherwise: "false when the second argument is not a container.",
    cost: "`digit` for the value once for each member and once more, and for the container",
    traps: [
      'The comparison is the loose one of PROTOCOL 7.21: `1e1` is `10`, null is the empty text, and true is every text but "" and "0".',
    ],
    examples: [
      { expression: '{"$in":["red",["red","green"]]}', prints: { value: "true" } },
      { expression: '{"$in":["1e1",["10"]]}', prints: { value: "true" } },
      { expression: '{"$in":[true,["red"]]}', prints: { value: "true" } },
    ],
  },
} as const satisfies Readonly<Record<string, OperatorSpec>>;
