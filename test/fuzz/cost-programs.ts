/** A program of a size: its executions and the parameters that they load, as plain data. */
export interface CostProgram {
  readonly executions: readonly unknown[];
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export type CostShape = (size: number, random: () => number) => CostProgram;

const below = (random: () => number, limit: number): number => Math.floor(random() * limit);
const pick = <T>(random: () => number, list: readonly T[]): T => list[below(random, list.length)] as T;
const load = (name: string): unknown => ({ $load_param: [name] });
const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const digits = (count: number, digit = "7"): string => digit.repeat(Math.max(count, 1));
const mapOf = (count: number): object => Object.fromEntries(times(count, (index) => [`k${index}`, 1]));
/** The result is data of a few characters, whatever the operator returns. */
const count = (expression: unknown): unknown => ({ $count: [expression] });

/** As many calls as the size says, each with the same short arguments. */
const calls =
  (operator: string, args: readonly unknown[]): CostShape =>
  (size) => ({ executions: times(size, () => count({ [operator]: args })) });

/** A few calls with long arguments: the parameters `a`, `b`, … of the size. */
const long =
  (
    operator: string,
    make: (size: number) => Readonly<Record<string, unknown>>,
    rest: readonly unknown[] = [],
  ): CostShape =>
  (size) => {
    const parameters = make(size);
    const args = [...Object.keys(parameters).map(load), ...rest];
    return { executions: times(4, () => count({ [operator]: args })), parameters };
  };

/** Calls whose arguments are a container of the size. */
const all =
  (operator: string, make: (size: number) => unknown): CostShape =>
  (size) => ({
    executions: times(4, () => count({ [operator]: load("all") })),
    parameters: { all: make(size) },
  });

const arithmetic = (operator: string, rest: readonly unknown[] = []): readonly CostShape[] => [
  calls(operator, ["12", "5"]),
  long(operator, (size) => ({ a: digits(size), b: digits(size, "3") }), rest),
  long(operator, (size) => ({ a: digits(size), b: "3" }), rest),
  long(operator, (size) => ({ a: digits(size), b: digits(size / 2) }), rest),
  long(operator, (size) => ({ a: `${digits(size)}.${digits(size)}`, b: `0.${digits(size, "1")}` }), rest),
];

const comparison = (operator: string): readonly CostShape[] => [
  calls(operator, ["a", "b"]),
  long(operator, (size) => ({ a: digits(size), b: `${digits(size)}1` })),
  long(operator, (size) => ({ a: `${digits(size)}.5`, b: `${digits(size)}.6` })),
  long(operator, (size) => ({ a: times(size, () => 1), b: times(size, () => 1) })),
  long(operator, (size) => ({ a: mapOf(size), b: mapOf(size) })),
  long(operator, (size) => ({ a: times(size, () => "1e1"), b: times(size, () => "10") })),
];

/** Texts and containers that are long, wide or deep, or take long to print. */
const VALUES: readonly ((size: number) => unknown)[] = [
  (size) => "a".repeat(size),
  (size) => "中".repeat(size),
  (size) => ['"/\u0001中'.repeat(size)],
  (size) => times(size, () => 1),
  (size) => times(size, () => []),
  (size) => times(size, () => 1.5),
  (size) => times(size, () => 1.5e-9),
  (size) => mapOf(size),
  (size) => times(Math.ceil(size / 64), () => times(64, () => 0).reduce<unknown>((inner) => [inner], 1)),
];
const values = (operator: string): readonly CostShape[] => [
  calls(operator, ["ab"]),
  ...VALUES.map((make) => long(operator, (size) => ({ a: make(size) }))),
];

const decoding: readonly CostShape[] = [
  calls("$decode_json", ["[]"]),
  ...VALUES.map((make): CostShape => (size) => {
    const text = JSON.stringify([make(size)]);
    // Equal texts in a row are decoded once.
    return {
      executions: times(4, (index) => count({ $decode_json: [load(index % 2 === 0 ? "a" : "b")] })),
      parameters: { a: text, b: `${text} ` },
    };
  }),
];

const cells = (operator: string, rest: readonly unknown[]): readonly CostShape[] => [
  (size) => ({ executions: times(size, () => ({ [operator]: ["a", "00", ...rest] })) }),
  (size, random) => ({
    executions: times(size, (index) => ({
      [operator]: ["a", `${below(random, 1e6)}${index}`, ...rest],
    })),
  }),
  (size, random) => ({
    executions: times(size, (index) => ({
      [operator]: [`a${below(random, 1e6)}b${index}`, "00", ...rest],
    })),
  }),
];

/** Patterns with what a hostile caller would try: classes, case folding, repetitions, alternatives, groups, anchors. */
const PATTERN_PARTS: readonly string[] = [
  "\\w",
  "[\\w\\d\\s]",
  "[^\\W]",
  "\\p{L}",
  "[\\p{L}\\p{N}\\p{M}]",
  "[A-ꟿ]",
  "[\\x{100}-\\x{1e943}]",
  "[[:alpha:]\\w-z]",
  "[a-z]",
  "k",
  ".",
  "(?:a|b)*",
  "(|a)*",
  "(a*)*",
  "a?",
  "a{1,50}",
  "\\pL{20}",
  "(?i:[а-я])",
  "\\b",
  "^",
  "$",
  "(?:x|y|z|\\p{L})",
  "\\x{212a}",
];
const FLAGS: readonly string[] = ["", "i", "u", "iu", "ius", "m", "ims"];
const TEXTS: readonly string[] = ["a", "ab", "kK\u212a", "aé中", "a b\n"];

const patterns: readonly CostShape[] = [
  calls("$reg_match", ["/a/", "b"]),
  (size, random) => {
    const part = pick(random, PATTERN_PARTS);
    const other = pick(random, PATTERN_PARTS);
    const body = times(Math.ceil(size / 16), () => part + other).join("");
    return {
      executions: times(4, (index) =>
        count({ $reg_match: [`/${below(random, 1e6)}|${index}${body}!/${pick(random, FLAGS)}`, "b"] }),
      ),
    };
  },
  (size, random) => {
    const members = times(Math.ceil(size / 4), () =>
      pick(random, ["\\w", "\\d", "\\s", "A-ꟿ", "\\p{Lu}", "[:alpha:]", "é"]),
    );
    return {
      executions: times(4, (index) =>
        count({
          $reg_match: [`/${below(random, 1e6)}${index}[${members.join("")}]/${pick(random, FLAGS)}`, "b"],
        }),
      ),
    };
  },
  (size, random) => {
    const body = times(1 + below(random, 40), () => pick(random, PATTERN_PARTS)).join("");
    return {
      executions: times(4, () => count({ $reg_match: [`/${body}!/${pick(random, FLAGS)}`, load("a")] })),
      parameters: { a: pick(random, TEXTS).repeat(size) },
    };
  },
];

/** RFC 8032, 7.1, test 2, whose message is one byte: for the text "r", as the byte 0x72. */
const SIGNED = [
  "r",
  "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
  "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
];

/** Arguments that are short, or no numbers: an operator may read very many of them. */
const SHORT: readonly unknown[] = ["", "0", "x", 1, 1.5, true, null, []];

/** Programs for each operator that the machine computes alone, by name. */
const OWN_SHAPES: Readonly<Record<string, readonly CostShape[]>> = {
  ...Object.fromEntries(["add", "sub", "mul", "div"].map((name) => [name, arithmetic(`$${name}`)])),
  ...Object.fromEntries(
    ["precise_add", "precise_sub", "precise_mul", "precise_div"].map((name) => [
      name,
      arithmetic(`$${name}`, [10]),
    ]),
  ),
  scale: [calls("$scale", ["1.5"]), long("$scale", (size) => ({ a: `1.${digits(size)}` }))],
  ...Object.fromEntries(["eq", "ne", "gt", "gte", "lt", "lte"].map((name) => [name, comparison(`$${name}`)])),
  in: [
    calls("$in", ["a", ["b"]]),
    long("$in", (size) => ({ a: "1x", b: times(size, () => "1") })),
    long("$in", (size) => ({ a: 1.5, b: times(size, () => "a") })),
    long("$in", (size) => ({ a: times(size, () => "1"), b: [times(size, () => "1")] })),
  ],
  hash: values("$hash"),
  short_hash: values("$short_hash"),
  id_hash: values("$id_hash"),
  sign_verify: [calls("$sign_verify", SIGNED)],
  condition: [calls("$condition", [true, "No. "])],
  response: VALUES.map((make): CostShape => (size) => ({
    executions: [{ $response: [load("a")] }],
    parameters: { a: make(size) },
  })),
  weight: [calls("$weight", [])],
  if: [calls("$if", [true, 1, 2])],
  and: [calls("$and", [true, true]), all("$and", (size) => times(size, () => true))],
  or: [calls("$or", [true, true]), all("$or", (size) => times(size, () => true))],
  get: [
    calls("$get", [["a"], 0]),
    (size) => ({
      executions: times(size, () => count({ $get: [load("a"), "k7"] })),
      parameters: { a: mapOf(size) },
    }),
  ],
  load_param: [calls("$load_param", ["a"]), all("$load_param", (size) => times(size, () => "a"))],
  read_universal: cells("$read_universal", []),
  read_local: cells("$read_local", []),
  write_universal: cells("$write_universal", [1]),
  write_local: cells("$write_local", [1]),
  concat: [
    calls("$concat", ["ab", "cd"]),
    all("$concat", (size) => times(size, () => "中abcdefg")),
    (size) => ({
      executions: times(4, () => ({ $strlen: [{ $concat: load("a") }] })),
      parameters: { a: times(size, () => "a") },
    }),
  ],
  count: [calls("$count", [[1, 2]])],
  strlen: [
    calls("$strlen", ["ab"]),
    long("$strlen", (size) => ({ a: "a".repeat(size) })),
    long("$strlen", (size) => ({ a: "中".repeat(size) })),
  ],
  reg_match: patterns,
  encode_json: values("$encode_json"),
  decode_json: decoding,
  get_type: [calls("$get_type", ["a"])],
  is_numeric: [
    calls("$is_numeric", ["12"]),
    ...["1", " ", "9.9", "1e"].map((text) =>
      long("$is_numeric", (size) => ({ a: `${text}${text.charAt(0).repeat(size)}x` })),
    ),
    all("$is_numeric", (size) => times(size, () => "1.5e3x")),
  ],
  ...Object.fromEntries(
    ["is_int", "is_string", "is_null", "is_bool", "is_array", "is_double"].map((name) => [
      name,
      [calls(`$${name}`, [1]), all(`$${name}`, (size) => times(size, () => 1)), all(`$${name}`, mapOf)],
    ]),
  ),
};

/** The same, and calls of each with a long list of short arguments. */
export const COST_SHAPES: Readonly<Record<string, readonly CostShape[]>> = Object.fromEntries(
  Object.entries(OWN_SHAPES).map(([operator, shapes]) => [
    operator,
    [...shapes, ...SHORT.map((value) => all(`$${operator}`, (size) => times(size, () => value)))],
  ]),
);
