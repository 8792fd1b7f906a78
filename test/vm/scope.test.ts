import { expect } from "chai";
import { KEPT_KEY_BYTES, Scope } from "../../src/vm/scope.js";
import { stateKeyOf } from "../../src/codec/state-key.js";
import { heapBytes } from "../support/heap-bytes.js";

const WRITER = "ab".repeat(22);
const SPACE = "cd".repeat(32);
const MEGABYTE = 1_048_576;

/** A key part of the greatest length, taken from a longer text. */
function part(at: number, rest = ""): string {
  return (at.toString(16).padStart(64, "0") + rest).slice(0, 64);
}

describe("A scope (PROTOCOL 2.1, 2.5, 2.7)", () => {
  it("gives the same key for the first and every later look", () => {
    const scope = new Scope(WRITER, SPACE);
    for (const [attribute, key] of [
      ["balance", part(1)],
      ["balance", "01"],
      ["", "ff"],
      ["n".repeat(300), "ff"],
    ] as const) {
      const expected = stateKeyOf(WRITER, SPACE, attribute, key);
      for (let look = 0; look < 3; look += 1)
        expect(scope.cell(attribute, key)).to.deep.equal({
          key: expected,
          paddedKey: expected?.padEnd(128, "0"),
        });
    }
    for (const key of ["", "0", "zz", "AB", part(1) + "00", null, new Map()])
      expect(scope.cell("balance", key)).to.equal(null);
  });

  const hostile: readonly (readonly [what: string, name: (at: number) => void])[] = [
    ["many cells of one attribute", (at) => scopes[0]?.cell("a", part(at))],
    ["many cells of many codes", (at) => scopes[at % scopes.length]?.cell(`a${at % 60}`, part(at))],
    ["many long attributes", (at) => scopes[0]?.cell(`${at}${"\uc548".repeat(240)}`, part(at))],
    [
      "cells of which each one comes from a long text",
      (at) => scopes[0]?.cell("a", part(at, " ".repeat(100_000))),
    ],
  ];
  const scopes = Array.from({ length: 100 }, (_, at) => new Scope(WRITER, part(at)));

  for (const [what, name] of hostile)
    it(`keeps at most ${KEPT_KEY_BYTES / MEGABYTE} MiB of keys with all others: ${what}`, () => {
      const before = heapBytes();
      for (let at = 1; at <= 20_000; at += 1) name(at);
      expect(heapBytes() - before).to.be.below(KEPT_KEY_BYTES + MEGABYTE);
    });
});
