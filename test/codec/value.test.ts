import { expect } from "chai";
import {
  EMPTY,
  entriesOf,
  isContainer,
  isList,
  isMap,
  mapToValue,
  memberOf,
  objectToValue,
  sizeOf,
  valuesOf,
} from "../../src/codec/value.js";

const map = new Map([
  ["a", 1n],
  ["b", 2n],
]);

describe("lists and maps (PROTOCOL 1.1, 1.5)", () => {
  it("are distinguished from all other values", () => {
    expect([isList([]), isList(map), isList(null), isList("x"), isList(undefined)]).to.deep.equal([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([isMap(map), isMap([]), isMap(null)]).to.deep.equal([true, false, false]);
    expect([isContainer(map), isContainer([]), isContainer(null), isContainer("x")]).to.deep.equal([
      true,
      true,
      false,
      false,
    ]);
  });

  it("have a size, and values and pairs in order", () => {
    expect([sizeOf(map), sizeOf(["x"]), sizeOf(EMPTY)]).to.deep.equal([2, 1, 0]);
    expect(valuesOf(map)).to.deep.equal([1n, 2n]);
    expect([...entriesOf(map)]).to.deep.equal([
      ["a", 1n],
      ["b", 2n],
    ]);
    expect([...entriesOf(["x", "y"])]).to.deep.equal([
      ["0", "x"],
      ["1", "y"],
    ]);
  });

  it("have members by key; a list's keys are indexes as canonical decimal text", () => {
    expect(memberOf(map, "b")).to.equal(2n);
    expect(memberOf(map, "c")).to.equal(undefined);
    expect(memberOf(["x", "y"], "1")).to.equal("y");
    for (const key of ["2", "01", "-1", "1.0", " 1", "", "length", "9".repeat(30)])
      expect(memberOf(["x", "y"], key), key).to.equal(undefined);
    expect(memberOf("text", "0")).to.equal(undefined);
    expect(memberOf(null, "a")).to.equal(undefined);
  });

  it("share one empty container, and a map with the keys 0,1,…,n-1 in order is a list", () => {
    expect(mapToValue(new Map())).to.equal(EMPTY);
    expect(mapToValue(map)).to.equal(map);
    expect(mapToValue(new Map([["0", "x"]]))).to.deep.equal(["x"]);
    expect(isMap(mapToValue(new Map([["1", "x"]])))).to.equal(true);
    expect(Object.isFrozen(EMPTY)).to.equal(true);
  });

  it("are made of an object's own members that are not undefined", () => {
    expect(objectToValue({ a: 1n, b: undefined, c: null })).to.deep.equal(
      new Map<string, bigint | null>([
        ["a", 1n],
        ["c", null],
      ]),
    );
    expect(objectToValue({})).to.equal(EMPTY);
  });
});
