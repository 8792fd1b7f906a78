import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { JsonReader, type KnownMaps } from "../../src/codec/json-reader.js";
import { parseJson, parseJsonInSteps } from "../../src/codec/parse-json.js";
import { isMap, type Value, type ValueMap } from "../../src/codec/value.js";
import { randomValue } from "../support/random-value.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";

const TEXTS = [
  ' { "a" : [ 1 , -0 , 0.5e-3 , 1E+2, 9223372036854775808 , true , false , null ] , "b" : { } } ',
  '{"0":"x","1":"y","1":"z"}',
  '{"0":"x","2":"y","1":"z"}',
  '"\\ud83d\\ude00\\n😀\\u00e9"',
  "[[[[[]]],[{}]],{}]",
  "-9223372036854775809",
  "1234567890123456",
  "01",
  "1.",
  "1e",
  "-",
  "-x",
  "1e400",
  "tru",
  "trux",
  '"\\ud83d',
  '"\\ud83dx\\ude00"',
  '"\\u12g4"',
  '"abc',
  '"a\nb"',
  '{"a" 1}',
  '{"a":1,}',
  "[1 2]",
  "[] x",
  "",
  "  ",
];

/** Returns the value of a text with the types of its numbers, or the error and its offset. */
function outcome(read: () => Value): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return [error.code, error.details];
  }
}

function readPieces(pieces: readonly string[], tokens: number, known?: KnownMaps): Value {
  const reader = new JsonReader(known === undefined ? {} : { known });
  for (const [index, piece] of pieces.entries()) {
    reader.add(piece, index === pieces.length - 1);
    while (!reader.read(tokens));
  }
  return reader.value;
}

/** Tells of each call of a method of the language, until the returned function is called. */
function watched(
  owner: object,
  name: string,
  note: (argument: unknown, result: unknown) => void,
): () => void {
  const method = Reflect.get(owner, name) as (...parameters: unknown[]) => unknown;
  Reflect.set(owner, name, function called(this: unknown, ...parameters: unknown[]): unknown {
    const result = Reflect.apply(method, this, parameters);
    note(parameters[0], result);
    return result;
  });
  return () => void Reflect.set(owner, name, method);
}

/** The text cut at random, but never inside a surrogate pair. */
function cut(text: string, random: () => number): readonly string[] {
  const pieces = [""];
  for (const character of text) {
    if (random() < 0.3) pieces.push("");
    pieces[pieces.length - 1] += character;
  }
  return pieces;
}

describe("JsonReader (PROTOCOL 1.4, 1.5, 1.7)", () => {
  it(seeded("reads a text in pieces as it reads it at once, wherever it is cut"), () => {
    const random = createSeededRandom();
    const values = Array.from({ length: 300 }, () => canonicalJson(randomValue(random, 5)));
    const broken = values.map((text) => text.slice(0, Math.floor(random() * text.length)));
    for (const text of [...TEXTS, ...values, ...broken]) {
      const whole = outcome(() => parseJson(text));
      for (let round = 0; round < 5; round += 1) {
        const pieces = cut(text, random);
        expect(
          outcome(() => readPieces(pieces, 1 + Math.floor(random() * 5))),
          JSON.stringify(pieces),
        ).to.deep.equal(whole);
      }
    }
  });

  it(seeded("reads long strings and numbers in pieces as it reads them at once"), () => {
    const random = createSeededRandom();
    const part = (): string =>
      ["x".repeat(3000), "\\n".repeat(500), "\\u00e9", "😀", "é"][Math.floor(random() * 5)] ?? "";
    for (let round = 0; round < 20; round += 1) {
      const string = `"${Array.from({ length: 20 }, part).join("")}"`;
      const digits = "1".repeat(Math.floor(random() * 20_000));
      const text = `{${string}:[${string},0.${digits}5,1e${"0".repeat(digits.length)}1,1${digits}]}`;
      const pieces: string[] = [];
      for (let at = 0; at < text.length;) {
        let end = at + 1 + Math.floor(random() * random() * 9000);
        if (/[\ud800-\udbff]/.test(text[end - 1] ?? "")) end += 1;
        pieces.push(text.slice(at, end));
        at = end;
      }
      expect(outcome(() => readPieces(pieces, 3))).to.deep.equal(outcome(() => parseJson(text)));
    }
  });

  for (const [kind, text] of Object.entries({
    string: `["${"x".repeat(1_000_000)}"]`,
    key: `{"${"x".repeat(1_000_000)}":0}`,
    number: `[0.${"1".repeat(1_000_000)}]`,
  })) {
    it(`copies and looks at each character of a long ${kind} a few times, in however many pieces it comes`, () => {
      let characters = 0;
      const restore = [
        watched(Array.prototype, "join", (_, joined) => (characters += String(joined).length)),
        watched(RegExp.prototype, "exec", (searched) => (characters += String(searched).length)),
      ];
      try {
        for (const steps = parseJsonInSteps(text); steps.next().done !== true;);
      } finally {
        for (const end of restore) end();
      }
      expect(characters).to.be.within(text.length, 6 * text.length);
    });
  }

  describe("skips maps that are known", () => {
    const text = '{"to":"\\u00e9","list":[{"a":1},{}]}';
    const known: KnownMaps = {
      depth: 2,
      text: (key, inside) => (key === "known" && inside === "shown" ? text : undefined),
    };
    const shown = (members: string): string => `{"shown": {${members}},"other": {"known":${text}}}`;
    const whole = parseJson(text);
    const read = (all: string, random: () => number): unknown => {
      const pieces = cut(all, random);
      return outcome(() => readPieces(pieces, 1 + Math.floor(random() * 3), known));
    };
    const plainly = (all: string): unknown => outcome(() => parseJson(all));

    it(seeded("puts null in their place, wherever the text is cut"), () => {
      const random = createSeededRandom();
      for (let round = 0; round < 100; round += 1) {
        const value = read(shown(`"before":1,"known":${text},"new":${text}`), random) as ValueMap;
        expect(value.get("shown")).to.deep.equal(
          new Map<string, Value>([
            ["before", 1n],
            ["known", null],
            ["new", whole],
          ]),
        );
        expect(value.get("other")).to.deep.equal(new Map([["known", whole]]));
      }
    });

    it(seeded("but not a map with another text, wherever the texts differ"), () => {
      const random = createSeededRandom();
      for (let at = 1; at < text.length; at += 1) {
        for (const differing of [`${text.slice(0, at)} ${text.slice(at)}`, text.slice(0, at), `${text}}`]) {
          const all = shown(`"known":${differing}`);
          expect(read(all, random), differing).to.deep.equal(plainly(all));
        }
      }
    });

    it("but not a map with the same key at another depth", () => {
      const all = `{"shown":{"new":{"shown":{"known":${text}}}}}`;
      expect(read(all, createSeededRandom())).to.deep.equal(parseJson(all));
    });

    it("but not a map that is incomplete when the text ends", () => {
      const all = `{"shown":{"known":${text.slice(0, 9)}`;
      expect(read(all, createSeededRandom())).to.deep.equal(plainly(all));
    });
  });

  it("reads in steps what parseJson reads at once", () => {
    const texts = [
      `[${"1,".repeat(5000)}{"a":2}]`,
      `"${"x".repeat(100_000)}"`,
      `"${"\\u0041".repeat(50_000)}"`,
      `"x${"😀".repeat(100_000)}"`,
      `[${"1".repeat(100_000)}e-99999]`,
    ];
    for (const text of texts) {
      const steps = parseJsonInSteps(text);
      let count = 0;
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) count += 1;
      expect(count).to.be.greaterThan(5);
      expect(step.value).to.deep.equal(parseJson(text));
    }
  });

  it("refuses values that are too heavy: a value weighs 1, a list or map 7", () => {
    const read = (text: string, maxWeight: number): unknown =>
      outcome(() => {
        const steps = parseJsonInSteps(text, { maxWeight });
        for (;;) {
          const step = steps.next();
          if (step.done === true) return step.value;
        }
      });
    expect(read("[1,2,3]", 10)).to.deep.equal([1n, 2n, 3n]);
    expect(read("[1,2,3]", 9)).to.deep.equal(["JSON_WEIGHT", {}]);
    expect(isMap(read('{"a":{"b":null}}', 15) as ValueMap)).to.equal(true);
    expect(read('{"a":{"b":null}}', 14)).to.deep.equal(["JSON_WEIGHT", {}]);
  });

  it("refuses a list or map with too many members", () => {
    const reader = (text: string): unknown =>
      outcome(() => {
        const reader = new JsonReader({ maxMembers: 2 });
        reader.add(text, true);
        reader.read(Infinity);
        return reader.value;
      });
    for (const text of ["[1,2]", '{"a":1,"b":2}', '{"0":1,"1":2,"0":3}'])
      expect(reader(text), text).to.deep.equal(parseJson(text));
    for (const text of ["[1,2,3]", '{"a":1,"b":2,"c":3}', '{"0":1,"1":2,"2":3}'])
      expect(reader(text), text).to.deep.equal(["JSON_WEIGHT", {}]);
  });

  it("refuses a string that is too long, and a number that never ends", () => {
    const endless = (begin: string, piece: string): unknown =>
      outcome(() => {
        const reader = new JsonReader({ maxStringLength: 10_000, maxNumberLength: 100 });
        reader.add(begin, false);
        for (let count = 0; count < 100; count += 1) {
          reader.read(Infinity);
          reader.add(piece.repeat(1000), false);
        }
        return null;
      });
    expect(endless('["', "x")).to.deep.equal(["JSON_WEIGHT", {}]);
    expect(endless('["', "é")).to.deep.equal(["JSON_WEIGHT", {}]);
    expect(endless("[1", "1")).to.deep.equal(["JSON_WEIGHT", {}]);
  });
});
