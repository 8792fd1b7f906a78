import { fails, gives, type OperatorSpec } from "./operator.js";

/** Text and containers (PROTOCOL 7.29, 7.30). */
export const TEXT_SPECS = {
  concat: {
    parameters: [{ name: "text", type: "text" }],
    rest: { name: "text", type: "text" },
    result: "text",
    summary: "all texts joined",
    otherwise: "An argument that is not text is skipped.",
    cost: "the length of each text",
    traps: ["An integer is skipped, not converted: write a number as text."],
    examples: [gives('{"$concat":["a","b","c"]}', '"abc"'), gives('{"$concat":["a",1,"c"]}', '"ac"')],
  },
  count: {
    parameters: [{ name: "container", type: "container" }],
    result: "integer",
    summary: "the number of members of a list or map",
    otherwise: "0 for anything else.",
    cost: null,
    examples: [gives('{"$count":[["a","b"]]}', "2"), gives('{"$count":["ab"]}', "0")],
  },
  strlen: {
    parameters: [{ name: "text", type: "text" }],
    result: "integer",
    summary: "the number of bytes of a text",
    otherwise: "0 for anything else.",
    cost: "the length of the text",
    traps: ["It counts bytes of UTF-8, not characters.", "An integer has no length: 12345 gives 0."],
    examples: [
      gives('{"$strlen":["abc"]}', "3"),
      gives('{"$strlen":["é"]}', "2"),
      gives('{"$strlen":[12345]}', "0"),
    ],
  },
  reg_match: {
    parameters: [
      { name: "pattern", type: "text" },
      { name: "text", type: "text" },
    ],
    result: "boolean",
    summary: "whether a delimited pattern, `/…/flags`, matches somewhere in a text",
    otherwise: "false when an argument is not text, and for a malformed pattern.",
    cost: "`patternCharacter` for each character and `patternStep` for each step of the pattern, and `matchStep` for each step and each character of the text; by the second table more for classes of Unicode and ranges that ignore case",
    traps: [
      "A pattern that could take more than linear time, such as one with a back reference, never matches. `chainnode code check` finds it.",
      "A pattern without `^` and `$` matches a part of the text.",
      "`$` also matches before a final newline: with the flag `D` it does not.",
      "It works on bytes unless the flag `u` is given.",
    ],
    examples: [
      gives('{"$reg_match":["/^[a-z]+$/D","abc"]}', "true"),
      gives('{"$reg_match":["/^[a-z]+$/","abc\\n"]}', "true"),
      gives('{"$reg_match":["/(a)\\\\1/","aa"]}', "false"),
    ],
  },
  encode_json: {
    parameters: [{ name: "value", type: "any" }],
    result: "text",
    summary: "the canonical JSON of a value",
    otherwise: "A value that nests deeper than 512 levels fails the transaction.",
    cost: "`json` for each character",
    traps: ["Canonical JSON writes `/` as `\\/`, and the empty map as `[]`."],
    examples: [
      gives('{"$encode_json":[{"a":[1,"x"]}]}', '"{\\"a\\":[1,\\"x\\"]}"'),
      gives('{"$encode_json":[{}]}', '"[]"'),
    ],
  },
  decode_json: {
    parameters: [{ name: "text", type: "text" }],
    result: "container",
    summary: "the list or map that a JSON text holds",
    otherwise:
      "The empty container for what is not text, for text that is not JSON, and for null. Any other value, such as a number, fails the transaction.",
    cost: "`json` for each character",
    traps: [
      "Text from a sender that is the JSON of a number or a text fails the transaction without a message of yours.",
    ],
    examples: [
      gives('{"$decode_json":["{\\"a\\":1}"]}', '{"a":1}'),
      gives('{"$decode_json":["{"]}', "[]"),
      fails('{"$decode_json":["5"]}', "$decode_json gives a list or map; its text is neither."),
    ],
  },
} as const satisfies Readonly<Record<string, OperatorSpec>>;
