import { gives, type OperatorSpec } from "./operator.js";

const READ = {
  parameters: [
    { name: "attribute", type: "text" },
    { name: "key", type: "key" },
    { name: "default", type: "any", default: "null" },
  ],
  result: "any",
  otherwise:
    "null, not the default, for a key that is not lower-case hexadecimal text of even length from 2 to 64. An attribute or key that is a container fails the transaction.",
  cost: "the length of the attribute",
} as const;
const WRITE = {
  parameters: [
    { name: "attribute", type: "text" },
    { name: "key", type: "key" },
    { name: "value", type: "any" },
  ],
  result: "any",
  only: "contract",
  otherwise:
    "A write under a key that is not lower-case hexadecimal text of even length from 2 to 64 is dropped. An attribute or key that is a container fails the transaction.",
  cost: "its attribute and its value: the length of a text, `walk` for each character of a container's JSON",
} as const;

const DEPENDENT_KEY =
  "On networks of rules 1 a key that is computed from a read is not loaded: the cell reads as absent, whatever it holds. Take the key as a parameter, and check in a condition that it equals the value of the read.";
const PADDED = "Keys that differ only in trailing zeros name the same cell: `ab` and `ab00` do.";
const BEFORE = "It gives the state before the call: a write of the same call is not seen.";
const LAST_WRITE =
  "Two writes of one cell do not add up: the last one counts. A transfer whose sender is also the recipient creates value unless a condition refuses it.";
const TOO_LONG = "A value whose text has more than 65,536 bytes stops the transaction.";
const EMPTY = "Writing null clears the cell.";

/** Parameters and state (PROTOCOL 2.5, 2.6, 2.7, 2.8, 7.5, 7.9, 7.17, 7.32, 7.33, 7.34). */
export const STATE_SPECS = {
  load_param: {
    parameters: [{ name: "name", type: "text" }],
    rest: { name: "key", type: "text" },
    result: "any",
    summary: "the parameter of a name, or the member of it under the further keys",
    otherwise:
      "null for a parameter that is not given and has no default, and for a key that is not text. The way ends at the first key that is missing: what was found so far is the result.",
    cost: null,
    traps: [
      "It also finds `from`, the signer's address; `hash` and `size` of the transaction; and `version` of the protocol. Requests have no `from`, `hash` and `size`.",
      "A missing member does not give null: the container that lacks it is the result. `$get` gives null.",
      "While nothing is found, each further key names a parameter.",
    ],
    examples: [
      gives('{"$load_param":["amount"]}', '"5"', { parameters: ["amount=5"] }),
      gives('{"$load_param":["order","price"]}', '"9"', { parameters: ['order:={"price":"9"}'] }),
      gives('{"$load_param":["order","weight"]}', '{"price":"9"}', { parameters: ['order:={"price":"9"}'] }),
    ],
  },
  read_universal: {
    ...READ,
    summary: "the universal cell of the code's own space, or the default when the cell holds nothing",
    traps: [DEPENDENT_KEY, PADDED, BEFORE],
    examples: [
      gives('{"$read_universal":["points","ab","0"]}', '"7"', { universal: '{"points":{"ab":"7"}}' }),
      gives('{"$read_universal":["points","ab00","0"]}', '"7"', { universal: '{"points":{"ab":"7"}}' }),
      gives('{"$read_universal":["points","cd","0"]}', '"0"'),
      gives('{"$read_universal":["points","Bob","0"]}', "null"),
    ],
  },
  read_local: {
    ...READ,
    summary: "the local cell of the code's own space, or the default when the cell holds nothing",
    traps: [DEPENDENT_KEY, PADDED, BEFORE],
    examples: [gives('{"$read_local":["config","00"]}', '"v1"', { local: '{"config":{"00":"v1"}}' })],
  },
  write_universal: {
    ...WRITE,
    summary: "writes a universal cell of the code's own space",
    traps: [LAST_WRITE, PADDED, EMPTY, TOO_LONG],
    examples: [
      gives('{"$write_universal":["points","ab","7"]}', "true"),
      gives('{"$write_universal":["points","Bob","7"]}', "null"),
    ],
  },
  write_local: {
    ...WRITE,
    summary: "writes a local cell of the code's own space",
    traps: [
      "Each byte of a local value weighs 10^9 times as much as one of a universal value, and the fee depends on the weight.",
      LAST_WRITE,
      PADDED,
      EMPTY,
      TOO_LONG,
    ],
    examples: [gives('{"$write_local":["config","00","v1"]}', "true")],
  },
} as const satisfies Readonly<Record<string, OperatorSpec>>;
