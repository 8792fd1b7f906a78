import type { RuleSet } from "./rules.js";

/** A rule of `chainnode code check`: what it finds in a code, why that matters, and what to write instead. */
export interface LintRule {
  /** error: the chain refuses the code or the machine does not run it as written. warning: it is most likely wrong. */
  readonly severity: "error" | "warning";
  /** What it finds: a fragment without its full stop. */
  readonly summary: string;
  /** Why that is wrong: whole sentences. */
  readonly explanation: string;
  /** What to write instead: whole sentences. */
  readonly advice: string;
  /** Whether `code check --fix` mends it: the code does the same afterwards, or what it was meant to do. */
  readonly isFixable?: true;
  /** Whether it holds for networks of some rules (PROTOCOL 16). Default: for all. */
  readonly isOf?: (rules: RuleSet) => boolean;
}

/** Every rule by its code. A code is stable: `--allow` and scripts name it. */
export const LINT_RULES = {
  UNREADABLE: {
    severity: "error",
    summary: "text that is not a code",
    explanation: "A code is a JSON map with a kind, a name, a version, a writer and a space (PROTOCOL 6.1).",
    advice: "Correct the JSON.",
  },
  CODE_TOO_LARGE: {
    severity: "error",
    summary: "a code of more than 65,536 bytes",
    explanation: "A code is stored in one cell, and a cell holds at most 65,536 bytes (PROTOCOL 4.3).",
    advice: "Divide it into several codes of one space: they share their state.",
  },
  HEADER: {
    severity: "error",
    summary: "a kind, name, version, space or writer that the chain refuses",
    explanation: "Register and Publish check these members (PROTOCOL 6.13, 6.17).",
    advice: "Correct the member.",
  },
  FORMAT_VERSION: {
    severity: "error",
    summary: "a format version that no network has",
    explanation: 'The member `m` of the method format is "0.2.0" on every network (PROTOCOL 6.1).',
    advice: 'Write "m": "0.2.0".',
  },
  PARAMETER_DEFINITION: {
    severity: "error",
    summary: "a parameter definition that the machine cannot read",
    explanation: "One malformed definition makes every call of the code invalid (PROTOCOL 5.8).",
    advice:
      "Write a map with name, type, maxlength, requirements, default and cases. maxlength is a number and requirements a boolean.",
  },
  PARAMETER_MEMBER: {
    severity: "error",
    summary: "a member of a parameter definition that means nothing",
    explanation:
      "The machine ignores it. A parameter with `required` in place of `requirements`, for example, is optional, and its type is not checked.",
    advice: "Correct its name or remove it.",
    isFixable: true,
  },
  PARAMETER_TYPE: {
    severity: "error",
    summary: "an unknown parameter type",
    explanation: "Values of an unknown type are not checked (PROTOCOL 5.10).",
    advice: "Use string, int, double, bool or array; any for values of every type.",
  },
  PARAMETER_MAXLENGTH: {
    severity: "error",
    summary: "a parameter without a maximum length",
    explanation:
      "maxlength is 0 when it is missing: every value with at least one byte is refused (PROTOCOL 5.8).",
    advice: "Give maxlength in bytes.",
  },
  PARAMETER_KEY: {
    severity: "error",
    summary: "a parameter whose name differs from its key",
    explanation:
      "Only the member `name` counts: calls must give the parameter under that name, which a reader of the keys does not expect.",
    advice: "Make the key the name.",
    isFixable: true,
  },
  PARAMETER_IMPLIED: {
    severity: "warning",
    summary: "a parameter that the node computes itself",
    explanation:
      "from, hash, size and version are those of the transaction; a value from the sender has no effect (PROTOCOL 14.1).",
    advice: "Choose another name.",
  },
  PARAMETER_UNDECLARED: {
    severity: "error",
    summary: "a parameter that is loaded and not declared",
    explanation: "No check limits its type and length, and it is null unless the sender adds it.",
    advice: "Declare it, or correct the name.",
  },
  PARAMETER_UNUSED: {
    severity: "warning",
    summary: "a parameter that is declared and never loaded",
    explanation: "Callers must give a value that changes nothing.",
    advice: "Use it or remove it.",
  },
  EXECUTIONS: {
    severity: "error",
    summary: "conditions, updates or executions that are not a list",
    explanation:
      "The machine runs a list of expressions; a condition is a pair of expression and message (PROTOCOL 6.3).",
    advice: "Write a list.",
  },
  MEMBER_IGNORED: {
    severity: "warning",
    summary: "a member that the machine ignores",
    explanation:
      "A contract has no response of the classic format and a request no updates. The first operator of a map is the value of the whole map.",
    advice: "Remove it.",
    isFixable: true,
  },
  NOTHING_DONE: {
    severity: "warning",
    summary: "a contract without updates, or a request without a response",
    explanation: "A call of it changes and answers nothing.",
    advice: "Add the missing member.",
  },
  OPERATOR_UNKNOWN: {
    severity: "error",
    summary: "a $name that is not an operator of this kind of code",
    explanation: "It is data to the machine and is not run (PROTOCOL 7.2, 7.34, 7.35).",
    advice: "Correct the name. chainnode help operators lists all.",
  },
  ARGUMENT_COUNT: {
    severity: "error",
    summary: "too few or too many arguments",
    explanation: "A missing argument is null and an extra one is ignored (PROTOCOL 7.4).",
    advice: "See the operator's page, for example chainnode help '$if'.",
  },
  ARGUMENTS_ARE_DATA: {
    severity: "warning",
    summary: "an operator without a list of arguments",
    explanation: "An operator whose arguments are neither a list nor a map is data (PROTOCOL 7.2).",
    advice: "Put the argument into a list.",
  },
  NUMBER: {
    severity: "error",
    summary: "a constant number that arithmetic cannot read",
    explanation:
      "Arithmetic takes decimal text without exponent or white space; anything else fails every call (PROTOCOL 7.18).",
    advice: "Write the number in digits.",
  },
  PATTERN: {
    severity: "error",
    summary: "a regular expression that is malformed or not linear",
    explanation:
      "It never matches: the machine runs only patterns that need no backtracking (PROTOCOL 7.30).",
    advice: "Leave out back references and nested repetitions.",
  },
  CELL_NAME: {
    severity: "error",
    summary: "an attribute or key that no cell has",
    explanation:
      "A key is lower-case hexadecimal text of even length from 2 to 64. A read under any other key gives null, a write is dropped, and a list fails every call (PROTOCOL 2.6).",
    advice: "Use an address, $hash or $id_hash as the key.",
  },
  DEPENDENT_KEY: {
    severity: "error",
    summary: "a key that is computed from a read, on networks of rules 1",
    explanation:
      "On a network of rules 1 the machine loads cells before it reads any, so the cell is not loaded: it reads as absent, and a write replaces its value unread (PROTOCOL 7.5). On a network of rules 2 a read gives what the cell holds, and this rule does not apply (PROTOCOL 16.6).",
    advice: "Take the key as a parameter, and check in a condition that it equals the value of the read.",
    isOf: ({ readsAnyCell }) => !readsAnyCell,
  },
  SENDER_UNCHECKED: {
    severity: "warning",
    summary: "a write of a cell that is not the signer's, without a condition on the signer",
    explanation:
      "Anyone can call a contract. When no condition or branch depends on `from` or on a signature, anyone can write this cell.",
    advice: "Compare from with the owner in a condition, or use from as the key.",
  },
  SELF_TRANSFER: {
    severity: "warning",
    summary: "two cells of one attribute that are changed by amounts, without a condition that they differ",
    explanation:
      "A read gives the state before the call and the last write of a cell counts. When both keys are the same, the amount that was added stays and the one that was taken is lost: a transfer to oneself creates value.",
    advice: "Require with $ne that the two keys differ.",
  },
  ADDRESS_LENGTH: {
    severity: "warning",
    summary: "an address whose length is not checked",
    explanation:
      "Keys that differ only in trailing zeros name one cell. An address that ends in 00, spelled without it, passes a comparison with the same address.",
    advice: 'Require that {"$strlen":[address]} equals 44.',
  },
  AMOUNT_UNCHECKED: {
    severity: "warning",
    summary: "an amount that is never compared with a constant",
    explanation: "A negative amount turns a transfer around: the recipient pays.",
    advice: 'Require that it is greater than "0".',
  },
  BRANCH_UNREACHABLE: {
    severity: "warning",
    summary: "a condition or branch that is always decided the same way, or an execution behind the response",
    explanation: "A part of the code never takes effect.",
    advice: "Remove it, or correct the comparison.",
  },
  CELL_WRITTEN_TWICE: {
    severity: "warning",
    summary: "two writes of one cell in one call",
    explanation: "The last write counts, and reads in between give the value before the call.",
    advice: "Compute the value once, and write it once.",
  },
  VALUE_TOO_LONG: {
    severity: "warning",
    summary: "a value that can exceed the limit of a cell",
    explanation:
      "A value of more than 65,536 bytes stops the transaction. Text that is appended to its own cell reaches it.",
    advice: "Give the parameter a smaller maxlength, or write each part under a key of its own.",
  },
  CELL_OVERWRITTEN: {
    severity: "warning",
    summary: "an amount or owner that replaces what its cell may hold",
    explanation:
      "A cell that is meant to be written once is written again by a second call with the same key: the amount of the first call is lost, or what another owns changes hands.",
    advice: "Require that a cell of this key is empty, with $is_null, or add to what it holds.",
  },
  COMMITMENT_OPEN: {
    severity: "warning",
    summary: "a commitment whose hash lacks the sender or a secret",
    explanation:
      "Everything on a chain is public. A hash without the sender can be copied, and its values too as soon as they are shown. A hash of values that can be guessed, such as an amount, hides nothing.",
    advice: 'Hash a list of from, the values and a long random text: {"$hash":[[from, amount, secret]]}.',
  },
  HASH_OF_JOINED: {
    severity: "warning",
    summary: "a hash of two texts that are joined without a border",
    explanation:
      "`ab` and `c` joined are the same text as `a` and `bc`, so two pairs have one hash and one cell.",
    advice: 'Hash a list, in every code that computes the key: {"$hash":[[a, b]]}.',
  },
  DIVISION_TRUNCATED: {
    severity: "warning",
    summary: "a quotient that is multiplied after it was made whole",
    explanation:
      "$div of whole numbers and $precise_div of scale 0 leave out the rest: 1 of 3 times 300 is 0, not 100.",
    advice: "Multiply first, and divide the product.",
  },
  SCALE_TOO_LARGE: {
    severity: "error",
    summary: "a scale above 10",
    explanation: "It counts as 0: the result has no decimals (PROTOCOL 7.19).",
    advice: "Write a scale from 0 to 10.",
    isFixable: true,
  },
  TIME_UNIT: {
    severity: "warning",
    summary: "a time or duration that is not in microseconds",
    explanation:
      "timestamp is in µs. A number in seconds or milliseconds is a moment of 1970, or too short a while.",
    advice: "Write the number in µs: a day is 86400000000.",
  },
  REWARD_UNBOUNDED: {
    severity: "warning",
    summary: "an amount that grows with the time without a limit",
    explanation:
      "What is added for the time that has passed comes from nothing when no cell pays it, and never ends when no time is the last.",
    advice: "Take it from a cell that was filled for it, or stop at a time: $if with $gte of timestamp.",
  },
  FEE_ABOVE_LIMIT: {
    severity: "error",
    summary: "a fee for the registration above --max-fee",
    explanation: "The fee of Publish grows with the weight of the code.",
    advice: "Shorten the code, or raise the limit.",
  },
} as const satisfies Readonly<Record<string, LintRule>>;

export type LintCode = keyof typeof LINT_RULES;

/** `LINT_RULES` by code, for a code that arrives at run time. */
export const LINT_CODES: ReadonlyMap<string, LintRule> = new Map(Object.entries<LintRule>(LINT_RULES));
