import { fails, gives, type OperatorSpec } from "./operator.js";

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
      gives('{"$condition":[{"$gt":["2","1"]},"Too little."]}', "true"),
      fails('{"$condition":[{"$gt":["1","2"]},"Too little."]}', "Too little."),
      fails(
        '{"$if":[true,"fine",{"$condition":[false,"Not taken, and yet it stops."]}]}',
        "Not taken, and yet it stops.",
      ),
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
    examples: [gives('{"$response":[{"total":{"$add":["1","2"]}}]}', '{"total":"3"}')],
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
    examples: [gives('{"$weight":[]}', "414", { parameters: ["size:=414"] })],
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
      gives('{"$if":[{"$lt":["1","2"]},"less","more"]}', '"less"'),
      gives('{"$if":["true","yes","no"]}', '"no"'),
      fails('{"$if":[true,"1",{"$mul":[]}]}', "$mul and $div need at least one number."),
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
    examples: [gives('{"$and":[true,{"$lt":["1","2"]}]}', "true"), gives('{"$and":[true,1]}', "false")],
  },
  or: {
    parameters: [{ name: "holds", type: "boolean" }],
    rest: { name: "holds", type: "boolean" },
    result: "boolean",
    summary: "whether at least one argument is true",
    otherwise: "An argument that is not a boolean makes it false. Without arguments it is false.",
    cost: null,
    traps: [ALL_EVALUATED, "One argument of another type makes the whole false, even beside true."],
    examples: [gives('{"$or":[false,true]}', "true"), gives('{"$or":[true,null]}', "false")],
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
      gives('{"$get":[["a","b"],1]}', '"b"'),
      gives('{"$get":[{"price":"5"},"price"]}', '"5"'),
      gives('{"$get":[["a","b"],2]}', "null"),
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
      gives('{"$in":["red",["red","green"]]}', "true"),
      gives('{"$in":["1e1",["10"]]}', "true"),
      gives('{"$in":[true,["red"]]}', "true"),
    ],
  },
} as const satisfies Readonly<Record<string, OperatorSpec>>;
