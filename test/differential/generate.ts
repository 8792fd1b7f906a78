/** Random scenarios: contracts with a post-process, requests, and the state they find. */
import { idHash, spaceId } from "../plain/hashes.js";
import { writeJson } from "../plain/json.js";
import type { Value } from "../plain/value.js";
import { Chance } from "./chance.js";
import type { Scenario, StoredCell } from "./scenario.js";
import {
  anyDecimal,
  anyJsonText,
  anyLargeText,
  anyKey,
  anyNumber,
  anyNumberText,
  anyPattern,
  anySignatureArguments,
  anyText,
  anyValue,
  canonical,
  OTHER_PUBLIC_KEY,
  PUBLIC_KEY,
} from "./values.js";

/** The writer and space of the system's state and of the Fee. */
export interface Place {
  readonly writer: string;
  readonly space: string;
}

const SENDER = idHash(PUBLIC_KEY);
const OTHER = idHash(OTHER_PUBLIC_KEY);
const OWN: Place = { writer: SENDER, space: "space" };
const MAX_DEPTH = 4;
const MAX_CALLS = 4;
/** The share of scenarios that have a parameter about as long as a limit. */
const LONG_SHARE = 0.02;
const FIRST_TIMESTAMP = 1_700_000_000_000_000n;

/**
 * Generates program `index` of a seed. `root` is the network's root space.
 *
 * @param of.kind default: one or the other.
 */
export function generate(of: {
  seed: number;
  index: number;
  root: Place;
  kind?: Scenario["kind"];
}): Scenario {
  const chance = new Chance(of.seed, of.index);
  const drawn = chance.happens(0.1) ? "request" : "transaction";
  const kind = of.kind ?? drawn;
  // Sometimes a contract is in the root space, where it shares its cells with the Fee.
  const place = kind === "transaction" && chance.happens(0.25) ? of.root : OWN;
  const count = kind === "request" || chance.happens(0.6) ? 1 : 1 + chance.below(MAX_CALLS);
  const each = Array.from({ length: count }, (_, index) => index);
  const isLong = chance.happens(LONG_SHARE);
  const program = new Programs({ chance, kind, isLong });
  return {
    kind,
    codes: each.map((index) => program.code({ place, name: `Code${index}` })),
    fee: kind === "transaction" && chance.happens(0.7) ? program.code({ place: of.root, name: "Fee" }) : null,
    calls: each.map((index) => writeJson(anyCall(chance, { index, place, isLong }))),
    signers: each.map(() => chance.pick([PUBLIC_KEY, PUBLIC_KEY, OTHER_PUBLIC_KEY])),
    cells: [place, of.root].flatMap((owner) => chance.several(0, 8, () => anyCell(chance, owner))),
  };
}

function anyCell(chance: Chance, place: Place): StoredCell {
  return {
    area: chance.pick(["universal", "local"]),
    writer: place.writer,
    space: place.space,
    attribute: chance.pick(["a", "a", "a", "b", ""]),
    key: chance.pick(["00", "00", "01", "ab", "ab00", "12", "0000", SENDER, OTHER]),
    value: writeJson(
      chance.pick([
        () => chance.pick(["00", "01", "ab", "ab00", "12", "ff"]),
        () => anyDecimal(chance),
        () => anyValue(chance, 2),
        () => anyInjection(chance),
      ])(),
    ),
  };
}

/** Data that looks like a call but is never executed (PROTOCOL 14.2). */
function anyInjection(chance: Chance): Value {
  return chance.pick<() => Value>([
    () => new Map([["$write_universal", ["a", "00", "injected"]]]),
    () => new Map([["$write_local", ["a", "ab", "injected"]]]),
    () => new Map([["$response", ["injected"]]]),
    () => new Map([["$add", ["1", "2"]]]),
    () => new Map([["$condition", [false, "injected"]]]),
    () => [new Map([["$response", [new Map([["$add", ["1", "2"]]])]]])],
  ])();
}

/** The parameters of a call: ordinary ones, unusual ones, and the implicit names that the node sets (PROTOCOL 14.1). */
function anyCall(chance: Chance, of: { index: number; place: Place; isLong: boolean }): Value {
  const pairs: [string, Value][] = [
    ["type", `Code${of.index}`],
    ["timestamp", FIRST_TIMESTAMP + BigInt(of.index)],
    ["cid", spaceId(of.place.writer, of.place.space)],
  ];
  const maybe = (probability: number, name: string, value: () => Value): void => {
    if (chance.happens(probability)) pairs.push([name, value()]);
  };
  maybe(0.1, "from", () => chance.pick([null, null, null, null, SENDER, OTHER]));
  maybe(0.6, "p", () => anyValue(chance, 2));
  maybe(0.6, "key", () => chance.pick(["00", "01", "ab", "ab00", "12", "AB", 12n, SENDER]));
  maybe(0.5, "amount", () => anyDecimal(chance));
  maybe(0.5, "inj", () => anyInjection(chance));
  maybe(0.5, "list", () => ["a", "00", anyValue(chance, 1)]);
  maybe(0.5, "map", () =>
    canonical(
      new Map<string, Value>([
        ["x", new Map([["y", "deep"]])],
        ["list", [1n, 2n, null]],
      ]),
    ),
  );
  maybe(0.2, "opt", () => anyValue(chance, 1));
  maybe(0.9, "req", () => anyValue(chance, 1));
  maybe(0.2, "nul", () => null);
  maybe(0.1, "size", () => -1n);
  maybe(0.1, "hash", () => "x");
  maybe(0.1, "version", () => "9");
  if (of.isLong) pairs.push(["long", "x".repeat(65_530 + chance.below(10))]);
  return new Map(pairs);
}

class Programs {
  readonly #chance: Chance;
  readonly #kind: Scenario["kind"];
  readonly #isLong: boolean;

  constructor(of: { chance: Chance; kind: Scenario["kind"]; isLong: boolean }) {
    this.#chance = of.chance;
    this.#kind = of.kind;
    this.#isLong = of.isLong;
  }

  /** A registered code as JSON text, in one of the two formats (PROTOCOL 6.1). */
  code(of: { place: Place; name: string }): string {
    const kind = this.#kind === "request" ? "request" : "contract";
    const { writer, space } = of.place;
    const expressions = (most: number): Value[] => this.#chance.several(1, most, () => this.execution());
    const record: [string, Value][] = this.#chance.happens(0.8)
      ? [
          ["t", kind],
          ["m", "0.2.0"],
          ["n", of.name],
          ["v", "1"],
          ["s", space],
          ["w", writer],
          ["p", this.definitions()],
          ["e", expressions(4)],
        ]
      : [
          ["type", kind],
          ["name", of.name],
          ["version", "1"],
          ["nonce", space],
          ["writer", writer],
          ["parameters", this.definitions()],
          ["conditions", this.#chance.several(0, 2, () => this.pair(2))],
          kind === "contract" ? ["updates", expressions(3)] : ["response", this.any(MAX_DEPTH)],
        ];
    return writeJson(new Map(record));
  }

  definitions(): Value {
    const chance = this.#chance;
    const one = (name: string): Value => {
      const pairs: [string, Value][] = [["name", name]];
      const maybe = (probability: number, key: string, value: () => Value): void => {
        if (chance.happens(probability)) pairs.push([key, value()]);
      };
      maybe(0.4, "type", () => chance.pick(["string", "int", "array", "bool", "double", "any", "foo", null]));
      maybe(0.98, "maxlength", () =>
        chance.happens(0.9) ? 70_000n : chance.pick([100n, 5n, "70000", 4.5, null]),
      );
      maybe(0.5, "requirements", () => name === "req");
      maybe(0.5, "default", () =>
        chance.pick([() => anyValue(chance, 1), () => anyInjection(chance), () => "ab"])(),
      );
      maybe(0.05, "cases", () => chance.pick<Value>([null, ["ab", 1n, null], [], ["1", "", "0"]]));
      return new Map(pairs);
    };
    const names = ["opt", "req", "nul", "p", "amount"].filter((name) =>
      chance.happens(name === "opt" ? 0.5 : 0.15),
    );
    return chance.happens(0.5) ? names.map(one) : canonical(new Map(names.map((name) => [name, one(name)])));
  }

  /** A top-level execution, usually one with an effect. */
  execution(): Value {
    const chance = this.#chance;
    if (this.#isLong && chance.happens(0.3)) return this.atALimit();
    if (chance.happens(0.1)) return this.writeAndClear();
    return chance.pick([
      () => this.write(MAX_DEPTH),
      () => this.write(MAX_DEPTH),
      () => this.condition(MAX_DEPTH - 1),
      () => call("response", [this.any(MAX_DEPTH)]),
      () => call("if", [this.boolean(2), this.effect(2), this.effect(2)]),
      () => this.any(MAX_DEPTH),
      () => [this.effect(2), this.effect(2)],
    ])();
  }

  /** A value about as long as state allows, or executions about as long as the limit (PROTOCOL 7.14, 7.15). */
  atALimit(): Value {
    const long = call("load_param", ["long"]);
    if (this.#chance.happens(0.6)) return call("write_universal", ["a", this.key(0), long]);
    return this.#chance.several(15, 16, () => long);
  }

  /** Two writes of a cell, the later one null, and a read of it. Only the post-process reads a write (PROTOCOL 7.9). */
  writeAndClear(): Value {
    const key = this.key(0);
    const read = call("write_universal", ["b", "01", call("read_universal", ["a", key, "absent"])]);
    const write = (value: Value): Value => call("write_universal", ["a", key, value]);
    return this.#chance.happens(0.4) ? read : [write(this.any(1)), write(null)];
  }

  effect(depth: number): Value {
    return this.#chance.pick([
      () => this.write(depth),
      () => call("response", [this.any(depth)]),
      () => this.condition(depth),
      () => this.any(depth),
    ])();
  }

  condition(depth: number): Value {
    return call("condition", this.pair(depth));
  }

  /** A condition and its message. Most hold, since a program that fails at once tests little. */
  pair(depth: number): Value {
    const asked = this.boolean(depth);
    const held = this.#chance.happens(0.8) ? call("or", [call("is_bool", [asked]), true]) : asked;
    return [held, this.text(depth - 1)];
  }

  write(depth: number): Value {
    const operator = this.#chance.pick(["write_universal", "write_universal", "write_local"]);
    const value = this.#chance.happens(0.15) ? null : this.any(depth - 1);
    return call(operator, [this.attribute(depth - 1), this.key(depth - 1), value]);
  }

  read(depth: number): Value {
    const operator = this.#chance.pick(["read_universal", "read_universal", "read_local"]);
    const args = [this.attribute(depth - 1), this.key(depth - 1)];
    return call(operator, this.#chance.happens(0.6) ? [...args, this.any(depth - 1)] : args);
  }

  attribute(depth: number): Value {
    if (this.#chance.happens(0.85)) return this.#chance.pick(["a", "a", "a", "a", "b"]);
    return this.#chance.pick<() => Value>([
      () => this.#chance.pick(["", "é", null, 1n, 1.5, true]),
      () => (this.#chance.happens(0.1) ? this.any(depth) : this.text(depth)),
    ])();
  }

  key(depth: number): Value {
    if (depth <= 0 || this.#chance.happens(0.7))
      return this.#chance.pick(["00", "00", "00", "0000", "ab", "ab00", "01", 12n, "12", SENDER]);
    return this.#chance.pick<() => Value>([
      () =>
        this.#chance.pick([
          "AB",
          "abc",
          "",
          null,
          1n,
          -12n,
          true,
          "00\n",
          1.5,
          "a".repeat(64),
          "a".repeat(66),
        ]),
      () => call("load_param", [this.#chance.pick(["key", "from"])]),
      () => this.read(depth),
      () => call("concat", ["a", "b"]),
      () => call("hash", [this.any(depth - 1)]),
      () => this.any(depth),
    ])();
  }

  boolean(depth: number): Value {
    const chance = this.#chance;
    if (depth <= 0 || chance.happens(0.2)) return chance.pick([true, true, true, false]);
    const two = (): Value[] => [this.any(depth - 1), this.any(depth - 1)];
    return chance.pick<() => Value>([
      () => call(chance.pick(["eq", "ne", "gt", "gte", "lt", "lte"]), two()),
      () =>
        call(chance.pick(["eq", "ne", "gt", "gte", "lt", "lte"]), [
          this.decimal(depth - 1),
          this.decimal(depth - 1),
        ]),
      () =>
        call(
          chance.pick(["and", "or"]),
          chance.several(0, 3, () => this.boolean(depth - 1)),
        ),
      () => call("in", [this.any(depth - 1), chance.several(0, 3, () => this.any(depth - 1))]),
      () => call("in", [this.likeNumber(), chance.several(1, 4, () => this.likeNumber())]),
      () => call(chance.pick(["gt", "gte", "lt", "lte"]), [this.numbers(), this.numbers()]),
      () =>
        call(
          chance.pick(TYPE_TESTS),
          chance.several(0, 2, () => this.any(depth - 1)),
        ),
      () => call("reg_match", [anyPattern(chance), anyText(chance)]),
      () => call("sign_verify", anySignatureArguments(chance)),
      () => this.condition(depth - 1),
    ])();
  }

  decimal(depth: number): Value {
    const chance = this.#chance;
    if (depth <= 0 || chance.happens(0.3)) return anyDecimal(chance);
    const two = (): Value[] => [this.decimal(depth - 1), this.decimal(depth - 1)];
    return chance.pick<() => Value>([
      () =>
        call(
          chance.pick(SUMS),
          chance.several(0, 3, () => this.decimal(depth - 1)),
        ),
      () =>
        call(`precise_${chance.pick(SUMS)}`, [
          ...two(),
          chance.pick<Value>([0n, 1n, 4n, 10n, 11n, -1n, "2", null, true, 1.9]),
        ]),
      () => call("scale", [this.decimal(depth - 1)]),
      () => call("weight", []),
      () => this.read(depth),
      () => call(chance.pick(["strlen", "count"]), [this.any(depth - 1)]),
      () => call("load_param", [chance.pick(["amount", "size", "timestamp"])]),
      () => (chance.happens(0.1) ? anyNumber(chance) : anyDecimal(chance)),
      () => (chance.happens(0.1) ? anyNumberText(chance) : anyDecimal(chance)),
    ])();
  }

  /** A number, or text that may look like one. */
  likeNumber(): Value {
    if (this.#chance.happens(0.4)) return anyLargeText(this.#chance);
    return this.#chance.happens(0.3) ? anyNumber(this.#chance) : anyNumberText(this.#chance);
  }

  /** A list or map of such numbers, whose members compare loosely. */
  numbers(): Value {
    const chance = this.#chance;
    const members = chance.several(1, 2, () => this.likeNumber());
    return chance.happens(0.5)
      ? members
      : new Map(members.map((member, index) => [chance.pick(["x", "y", `z${index}`]), member]));
  }

  text(depth: number): Value {
    const chance = this.#chance;
    if (depth <= 0 || chance.happens(0.4)) return chance.happens(0.8) ? anyText(chance) : anyValue(chance, 1);
    return chance.pick<() => Value>([
      () =>
        call(
          "concat",
          chance.several(0, 3, () => this.any(depth - 1)),
        ),
      () =>
        call(chance.pick(["hash", "short_hash", "id_hash", "encode_json", "get_type"]), [
          this.any(depth - 1),
        ]),
      () => this.parameter(),
      () => this.read(depth),
    ])();
  }

  parameter(): Value {
    const names = [
      "from",
      "hash",
      "size",
      "version",
      "type",
      "p",
      "key",
      "amount",
      "inj",
      "list",
      "map",
      "opt",
      "req",
      "nul",
      "nope",
    ];
    const chance = this.#chance;
    if (chance.happens(0.15)) return call("load_param", ["opt"]);
    const inner = (): Value => chance.pick<Value>(["x", "y", "list", "0", "1", "2", "$add", 1n, null]);
    return call("load_param", [chance.pick([...names, "long"]), ...chance.several(0, 2, inner)]);
  }

  any(depth: number): Value {
    const chance = this.#chance;
    if (depth <= 0 || chance.happens(0.12)) return anyValue(chance, 1);
    return chance.pick<() => Value>([
      () => this.decimal(depth),
      () => this.boolean(depth),
      () => this.text(depth),
      () => this.parameter(),
      () => this.read(depth),
      () => this.effect(depth - 1),
      () => call("if", [this.boolean(depth - 1), this.any(depth - 1), this.any(depth - 1)]),
      () =>
        call("get", [
          this.any(depth - 1),
          chance.happens(0.5) ? anyKey(chance, chance.below(3)) : anyNumber(chance),
        ]),
      () => call("decode_json", [anyJsonText(chance)]),
      () => call("decode_json", [call("encode_json", [this.any(depth - 1)])]),
      () => chance.several(0, 3, () => this.any(depth - 1)),
      () => this.oddCall(depth),
      () => canonical(new Map(chance.several(0, 3, (index) => [anyKey(chance, index), this.any(depth - 1)]))),
    ])();
  }

  /** A call of any operator, known or not, with arguments of any kind under any keys, and members around it. */
  oddCall(depth: number): Value {
    const chance = this.#chance;
    const named = new Map(chance.several(0, 4, (index) => [anyKey(chance, index), this.any(depth - 1)]));
    const args = chance.pick<() => Value>([
      () => chance.several(0, 4, () => this.any(depth - 1)),
      () => canonical(named),
      () => this.any(depth - 1),
    ])();
    const around = (): [string, Value][] =>
      chance.several(0, 1, () => [anyKey(chance, 1), this.any(depth - 2)]);
    const key = `$${chance.pick(OPERATORS)}`;
    return new Map<string, Value>([
      ...(chance.happens(0.2) ? around() : []),
      [key, args],
      ...(chance.happens(0.2) ? around() : []),
    ]);
  }
}

const SUMS = ["add", "sub", "mul", "div"];
const TYPE_TESTS = "is_numeric is_int is_string is_null is_bool is_array is_double".split(" ");
const OPERATORS = [
  ...SUMS,
  ...TYPE_TESTS,
  ..."condition response weight if and or get in precise_add precise_sub precise_mul precise_div scale".split(
    " ",
  ),
  ..."get_type eq ne gt gte lt lte load_param read_universal read_local write_universal write_local".split(
    " ",
  ),
  ..."concat count strlen reg_match encode_json decode_json hash short_hash id_hash sign_verify".split(" "),
  ..."Add foo __proto__ constructor".split(" "),
];

function call(operator: string, args: Value): Value {
  return new Map([[`$${operator}`, args]]);
}
