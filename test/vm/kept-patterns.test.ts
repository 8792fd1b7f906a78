import { expect } from "chai";
import { KEPT_PATTERN_BYTES, wouldMatch } from "../../src/vm/pattern.js";
import { heapBytes } from "../support/heap-bytes.js";
import { createSeededRandom } from "../support/seeded-random.js";

const MEGABYTE = 1_048_576;
/** Patterns that keep much once compiled: automata, tables of Unicode classes, tables of alternatives, long programs. */
const HOSTILE: readonly (readonly [name: string, pattern: (at: number) => string])[] = [
  ["an automaton with states without number", (at) => `/^(?:\\pL|\\x{${hex(at)}})*a(?:a|b){9}$/u`],
  ["an automaton without an anchor", (at) => `/(?:a|b|\\x{${hex(at)}})*a(?:a|b){12}c/u`],
  ["alternatives after an anchor", (at) => `/^(?:${list(300, (n) => `${char(n + at)}z`).join("|")})$/u`],
  ["groups around a class", (at) => `/^${"(".repeat(300)}\\pL${")".repeat(300)}${char(at)}$/u`],
  ["a class repeated after an anchor", (at) => `/^[${list(300, (n) => char(2 * n + at)).join("")}]{900}$/u`],
  ["many classes", (at) => `/${"\\pL".repeat(120)}${char(at)}/ui`],
  ["one class of many parts", (at) => `/[${"\\w".repeat(8)}${char(at)}]/u`],
  ["a long literal", (at) => `/${"k".repeat(1900)}${char(at)}/i`],
];

function hex(at: number): string {
  return (0x10000 + at).toString(16);
}

function char(at: number): string {
  return String.fromCodePoint(0x4e00 + at);
}

function list(length: number, make: (at: number) => string): readonly string[] {
  return Array.from({ length }, (_, at) => make(at));
}

const random = createSeededRandom();

/** 140 letters, each time others. */
function text(): string {
  return list(140, () => (random() < 0.5 ? "a" : "b")).join("");
}

describe("The patterns that a thread keeps", () => {
  for (const [name, pattern] of HOSTILE)
    it(`take at most ${KEPT_PATTERN_BYTES / MEGABYTE} MiB: ${name}`, () => {
      wouldMatch(pattern(0), text());
      const before = heapBytes();
      for (let at = 1; at <= 60; at += 1) wouldMatch(pattern(at), text());
      // What the patterns of the tests before took is given up meanwhile.
      expect(heapBytes() - before).to.be.below(KEPT_PATTERN_BYTES + MEGABYTE);
    });

  it("keep the heap flat during 2,700 matches of 90 patterns with automata", () => {
    const before = heapBytes();
    for (let at = 1; at <= 2700; at += 1)
      wouldMatch(`/^(?:\\pL|\\x{${hex(at % 90)}})*a(?:a|b){9}$/u`, text());
    expect(heapBytes() - before).to.be.below(KEPT_PATTERN_BYTES + MEGABYTE);
  });

  it("do not keep the text that they were taken from", () => {
    const before = heapBytes();
    for (let at = 0; at < 20; at += 1)
      wouldMatch(`/[abcdefghijkl]${at}/${" ".repeat(MEGABYTE)}`.slice(0, 18), "a");
    expect(heapBytes() - before).to.be.below(2 * MEGABYTE);
  });
});
