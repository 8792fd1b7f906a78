import { expect } from "chai";
import { allSteps } from "../../src/codec/steps.js";
import type { Value } from "../../src/codec/value.js";
import { areSameUpdatesInSteps, printUpdates, type Updates } from "../../src/records/updates.js";

type Listed = readonly (readonly [string, Value, Value])[];

const updatesOf = (listed: Listed): Updates =>
  new Map(listed.map(([key, before, after]) => [key, { old: before, new: after }]));
const map = (...members: readonly (readonly [string, Value])[]): Value => new Map(members);

const LISTS: Readonly<Record<string, Listed>> = {
  nothing: [],
  "a text": [["aa", null, "1"]],
  "another text": [["aa", null, "2"]],
  "an integer": [["aa", null, 1n]],
  "a whole float": [["aa", null, 1]],
  "a fraction": [["aa", null, 1.5]],
  zero: [["aa", null, 0]],
  "zero below zero": [["aa", null, -0]],
  "an old value": [["aa", "0", "1"]],
  "another key": [["ab", null, "1"]],
  "two updates": [
    ["aa", null, "1"],
    ["ab", null, "2"],
  ],
  "two updates in another order": [
    ["ab", null, "2"],
    ["aa", null, "1"],
  ],
  "an empty list": [["aa", null, []]],
  "an empty map": [["aa", null, map()]],
  "a map": [["aa", null, map(["x", 1n], ["y", [true, null]])]],
  "a map of floats": [["aa", null, map(["x", 1], ["y", [true, null]])]],
  "a map in another order": [["aa", null, map(["y", [true, null]], ["x", 1n])]],
};

describe("Two lists of updates are the same when they print as the same text (PROTOCOL 8.3, 8.10)", () => {
  for (const [name, left] of Object.entries(LISTS))
    it(name, () => {
      for (const right of Object.values(LISTS)) {
        const [one, other] = [updatesOf(left), updatesOf(right)];
        const isSameText = printUpdates(one).text === printUpdates(other).text;
        expect(allSteps(areSameUpdatesInSteps(one, other))).to.equal(isSameText);
      }
    });
});
