import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson, utf8ToText } from "../../src/codec/parse-json.js";
import { EMPTY, isMap, memberOf, type Value } from "../../src/codec/value.js";

function refusal(text: string): string {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof ChainError) return error.code;
    throw error;
  }
  return "accepted";
}

describe("parseJson (PROTOCOL 1.2, 1.3, 1.4, 1.5, 1.6, 1.7)", () => {
  it("reads integers of 64 bits exactly and every other number as a float", () => {
    expect(parseJson("9223372036854775807")).to.equal(9223372036854775807n);
    expect(parseJson("-9223372036854775808")).to.equal(-9223372036854775808n);
    expect(parseJson("9223372036854775808")).to.equal(2 ** 63);
    expect(parseJson("-9223372036854775809")).to.equal(-(2 ** 63));
    expect(parseJson("1.0")).to.equal(1);
    expect(parseJson("1e2")).to.equal(100);
  });

  it("reads -0 as the float minus zero, which prints as -0", () => {
    expect(Object.is(parseJson("-0"), -0)).to.equal(true);
    expect(Object.is(parseJson("-0.0"), -0)).to.equal(true);
    expect(canonicalJson(parseJson("-0"))).to.equal("-0");
  });

  it("refuses a number too large for a float", () => {
    expect(refusal("1e400")).to.equal("JSON_SYNTAX");
    expect(refusal("-1e400")).to.equal("JSON_SYNTAX");
    expect(refusal("9".repeat(400))).to.equal("JSON_SYNTAX");
    expect(parseJson("1e-400")).to.equal(0);
  });

  it("keeps a repeated key's first place and last value", () => {
    const value = parseJson('{"a":1,"b":2,"a":3}');
    expect([...(isMap(value) ? value : [])]).to.deep.equal([
      ["a", 3n],
      ["b", 2n],
    ]);
  });

  it("treats __proto__ and constructor as ordinary keys", () => {
    const value = parseJson('{"__proto__":{"x":1},"constructor":2,"toString":3}');
    expect(memberOf(memberOf(value, "__proto__"), "x")).to.equal(1n);
    expect(memberOf(value, "constructor")).to.equal(2n);
    expect(canonicalJson(value)).to.equal('{"__proto__":{"x":1},"constructor":2,"toString":3}');
    expect(({} as { x?: unknown }).x).to.equal(undefined);
  });

  it("reads a map with the keys 0,1,…,n-1 in order as a list, and an empty map as the empty list", () => {
    expect(parseJson('{"0":"x","1":"y"}')).to.deep.equal(["x", "y"]);
    expect(isMap(parseJson('{"1":"x","0":"y"}'))).to.equal(true);
    expect(isMap(parseJson('{"00":"x"}'))).to.equal(true);
    expect(parseJson("{}")).to.equal(EMPTY);
    expect(parseJson("[ ]")).to.equal(EMPTY);
  });

  it("reads 512 levels and refuses 513, of lists, of maps and of both", () => {
    const nests: [string, string][] = [
      ["[", "]"],
      ['{"a":', "}"],
    ];
    for (const [open, close] of nests) {
      const nested = (levels: number): string => `${open.repeat(levels - 1)}[1]${close.repeat(levels - 1)}`;
      expect(refusal(nested(512)), open).to.equal("accepted");
      expect(refusal(nested(513)), open).to.equal("JSON_DEPTH");
    }
    expect(refusal(`${'[{"a":'.repeat(256)}1${"}]".repeat(256)}`)).to.equal("accepted");
    expect(refusal(`${'[{"a":'.repeat(256)}[]${"}]".repeat(256)}`)).to.equal("JSON_DEPTH");
    expect(refusal("[".repeat(1_000_000))).to.equal("JSON_DEPTH");
  });

  it("refuses text that is not JSON, and names the offset", () => {
    const texts = [
      "",
      " ",
      "nul",
      "True",
      "NaN",
      "Infinity",
      "undefined",
      "01",
      "+1",
      "1.",
      ".5",
      "1e",
      "0x10",
      "1_000",
      "-",
      "--1",
      "[1,]",
      "[,1]",
      "[1 2]",
      '{"a":1,}',
      '{"a"}',
      '{"a":}',
      "{a:1}",
      "{'a':1}",
      '{1:"a"}',
      "[1",
      '{"a":1',
      '"abc',
      "'abc'",
      '"\\x41"',
      '"\\u12"',
      '"\\u12g4"',
      '"a\nb"',
      '"\u0000"',
      '"\u001f"',
      "1 2",
      "[] []",
      "// x\n1",
      "\ufeff1",
      "\u00a01",
    ];
    for (const text of texts) expect(refusal(text), JSON.stringify(text)).to.equal("JSON_SYNTAX");
    expect(() => parseJson('{"a":x}'))
      .to.throw(ChainError, "at offset 5: expected a value")
      .with.property("details")
      .that.deep.equals({ offset: 5 });
  });

  it("refuses lone surrogates, plain and escaped, and accepts pairs", () => {
    for (const text of ['"\\ud800"', '"\\udc00"', '"\\ud800\\ud800"', '"\\ud800x"', '"\\ud83dx\\ude00"'])
      expect(refusal(text), text).to.equal("JSON_SYNTAX");
    for (const text of ['"\ud800"', '"\udc00"', '"\ud800\ud800"'])
      expect(refusal(text)).to.equal("JSON_SYNTAX");
    expect(parseJson('"\\ud83d\\ude00"')).to.equal("😀");
    expect(parseJson('"😀"')).to.equal("😀");
    expect(refusal('{"\\ud800":1}')).to.equal("JSON_SYNTAX");
  });

  it("reads every escape, in either case of its hex digits", () => {
    expect(parseJson('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9\\u00e9\\u0000"')).to.equal('"\\/\b\f\n\r\téé\u0000');
  });

  it("accepts the four white spaces of JSON between tokens", () => {
    expect(parseJson(' \t\r\n[ 1 , { "a" : null } ] \n')).to.deep.equal([1n, new Map([["a", null]])]);
  });
});

describe("utf8ToText (PROTOCOL 1.7)", () => {
  it("reads UTF-8 to the last byte", () => {
    for (const text of ["", "é한😀", "\ufeffx", "\u0000"])
      expect(utf8ToText(Buffer.from(text, "utf8"))).to.equal(text);
  });

  it("refuses invalid UTF-8: stray, cut, overlong, surrogate and too high", () => {
    const bytes = [
      [0x80],
      [0xc3],
      [0xc0, 0x80],
      [0xe0, 0x80, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff],
    ];
    for (const sequence of bytes) {
      expect(() => utf8ToText(Uint8Array.from(sequence)))
        .to.throw(ChainError)
        .with.property("code", "JSON_ENCODING");
    }
  });
});

describe("canonicalJson (PROTOCOL 1.5, 1.8, 1.9)", () => {
  it("writes floats with the shortest digits, plain below 1e17", () => {
    const floats: [number, string][] = [
      [1, "1"],
      [0.1, "0.1"],
      [1e16, "10000000000000000"],
      [2 ** 56, "72057594037927940"],
      [1e17, "1.0e+17"],
      [1.5e300, "1.5e+300"],
      [0.0001, "0.0001"],
      [0.00001, "1.0e-5"],
      [5e-324, "5.0e-324"],
      [-1.25, "-1.25"],
      [0, "0"],
    ];
    for (const [float, text] of floats) expect(canonicalJson(float)).to.equal(text);
  });

  it("is ASCII, without white space, and escapes the solidus", () => {
    const value: Value = [
      "/",
      "é",
      "😀",
      "\u007f",
      "\u0080",
      "\u0001",
      "\b\f\n\r\t",
      '"\\',
      new Map([["/é", null]]),
    ];
    expect(canonicalJson(value)).to.equal(
      '["\\/","\\u00e9","\\ud83d\\ude00","\u007f","\\u0080","\\u0001","\\b\\f\\n\\r\\t","\\"\\\\",{"\\/\\u00e9":null}]',
    );
  });

  it("writes the empty container as [] everywhere", () => {
    expect(canonicalJson(new Map())).to.equal("[]");
    expect(canonicalJson(new Map([["a", new Map()]]))).to.equal('{"a":[]}');
  });
});
