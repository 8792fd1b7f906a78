type Random = () => number;
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

const nested = (depth: number, core: Json): Json =>
  Array.from({ length: depth }).reduce<Json>((inner) => [inner], core);

/** Names that move the cursor, end a line, reverse the text direction, or mean something to JavaScript or a shell. */
const HOSTILE_TEXTS = [
  "",
  "__proto__",
  "constructor",
  "toString",
  "\u001b[2J\u001b[31mred",
  "\u0007\b\r\n\t\u0000",
  "\u009b1m\u202egnp.exe\u2066",
  "$(touch /tmp/owned)",
  "`id`; rm -rf ~ #",
  "'\"\\",
  "*",
  "é".repeat(2_000),
  "x".repeat(20_000),
] as const;

const WRONG: readonly Json[] = [
  null,
  true,
  0,
  -1,
  5,
  1.5,
  1e300,
  [],
  {},
  [[]],
  [null],
  { a: 5 },
  { "0": 1, "1": 2 },
  nested(100, 1),
  nested(480, "deep"),
  ...HOSTILE_TEXTS,
];

/** Names that Publish accepts: a pattern's `$` also matches before a final line feed (PROTOCOL 7). */
const NAMES = [
  "Send",
  "Fee",
  "Refine",
  "Genesis",
  "Register",
  "GetBalance",
  "GetBlock",
  "Echo",
  "__proto__",
  "constructor",
  "Send\n",
  "_",
  "7",
];
const VERSIONS: readonly Json[] = [
  1,
  7,
  1.5,
  "1",
  "1.0",
  "007",
  "+3",
  ".5",
  " 1",
  "1 ",
  "1e3",
  "1\n",
  "9".repeat(400),
];
const MEMBERS = [
  "t",
  "m",
  "n",
  "v",
  "s",
  "w",
  "p",
  "e",
  "type",
  "name",
  "version",
  "nonce",
  "writer",
  "parameters",
  "conditions",
  "updates",
  "response",
  "",
  "0",
  "__proto__",
];

function parameters(random: Random): Json {
  const definition = (): Json =>
    pick<Json>(random, [
      {
        name: pick(random, HOSTILE_TEXTS),
        type: "string",
        maxlength: 44,
        requirements: true,
        default: "",
        cases: null,
      },
      {
        name: "to",
        type: pick(random, WRONG),
        maxlength: pick(random, WRONG),
        requirements: pick(random, WRONG),
      },
      {
        name: "a",
        type: "string",
        maxlength: 8,
        requirements: false,
        default: pick(random, WRONG),
        cases: pick(random, WRONG),
      },
      pick(random, WRONG),
    ]);
  return pick<Json>(random, [
    [],
    pick(random, WRONG),
    [definition(), definition()],
    Object.fromEntries(HOSTILE_TEXTS.slice(0, 9).map((name) => [name, definition()])),
  ]);
}

function expression(random: Random, depth = 0): Json {
  const operators = [
    "condition",
    "response",
    "write_universal",
    "read_universal",
    "write_local",
    "load_param",
    "get",
    "if",
    "concat",
    "add",
    "reg_match",
    "decode_json",
    "nothing",
    "",
  ];
  if (depth > 3 || random() < 0.2) return pick(random, WRONG);
  const operands = Array.from({ length: Math.floor(random() * 4) }, () => expression(random, depth + 1));
  const argument: Json = random() < 0.8 ? operands : pick(random, WRONG);
  return { [`$${pick(random, operators)}`]: argument };
}

function executions(random: Random): Json {
  if (random() < 0.3) return pick(random, WRONG);
  return Array.from({ length: Math.floor(random() * 5) }, () => expression(random));
}

/** The names of the root space's own codes, which a publisher could use to replace them. */
function foreignMembers(random: Random, rootSpace: string): readonly (readonly [string, Json])[] {
  const zero = "0".repeat(44);
  return [
    ["type", pick<Json>(random, ["contract", "request", "contract", pick(random, WRONG)])],
    ["name", pick<Json>(random, ["Send", "Fee", "Refine", "GetBalance", "Publish", pick(random, WRONG)])],
    ["version", pick(random, VERSIONS)],
    ["nonce", pick<Json>(random, [rootSpace, rootSpace, pick(random, WRONG)])],
    ["writer", pick<Json>(random, [zero, zero, pick(random, WRONG)])],
    ["parameters", parameters(random)],
    ["conditions", executions(random)],
    ["updates", executions(random)],
    ["response", expression(random)],
  ];
}

/**
 * The text of a code that is broken, half-broken or only odd. Publish accepts most of them: the members that it checks
 * are valid, and all others are random. Members may be duplicated.
 */
export function brokenCode(
  random: Random,
  {
    writer,
    rootSpace,
    index,
  }: { readonly writer: string; readonly rootSpace: string; readonly index: number },
): string {
  const kind = pick(random, ["contract", "request"]);
  const space = pick(random, [
    `space ${index}`,
    `${index}${pick(random, HOSTILE_TEXTS)}`.slice(0, 4_000),
    rootSpace,
  ]);
  const members: (readonly [string, Json])[] = [
    ["t", kind],
    ["m", pick<Json>(random, ["0.2.0", "0.2.0", pick(random, WRONG)])],
    ["n", pick(random, NAMES)],
    ["v", pick(random, VERSIONS)],
    ["s", space],
    ["w", writer],
    ["p", parameters(random)],
    ["e", executions(random)],
  ];
  const chance = random();
  if (chance < 0.35) members.push(...foreignMembers(random, rootSpace).filter(() => random() < 0.8));
  else if (chance < 0.5) members.push(["type", pick(random, WRONG)]);
  else if (chance < 0.6) members.splice(6 + Math.floor(random() * 2), 1);
  else if (chance < 0.7) members.push([pick(random, MEMBERS), pick(random, WRONG)]);
  else if (chance < 0.75) return pick(random, ["", "{", "[]", "5", "null", '"\u001b[2J"', "[".repeat(600)]);
  if (random() < 0.3) members.reverse();
  const text = members
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(random() < 0.1 ? " ,\n" : ",");
  return random() < 0.1 ? ` {${text}} ` : `{${text}}`;
}
