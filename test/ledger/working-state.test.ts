import { expect } from "chai";
import { padStateKey } from "../../src/codec/state-key.js";
import type { Value } from "../../src/codec/value.js";
import { WorkingState } from "../../src/ledger/working-state.js";

const PREFIX = "a".repeat(64);
const KEY = `${PREFIX}ab`;
/** Another text of the same cell (PROTOCOL 2.7). */
const PADDED_KEY = `${PREFIX}ab00`;
const OTHER_KEY = `${PREFIX}cd`;

function stateOf(cells: Readonly<Record<string, Value>>): WorkingState {
  const loaded = new Map(Object.entries(cells).map(([key, value]) => [padStateKey(key), value]));
  return new WorkingState({ universal: loaded, local: new Map() });
}

describe("The working state of a block (PROTOCOL 8.2, 8.3, 8.4)", () => {
  it("reads what was loaded, and reads cells that were not loaded as absent (PROTOCOL 7.5)", () => {
    const state = stateOf({ [KEY]: "1" });
    expect(state.read("universal", KEY)).to.equal("1");
    expect(state.read("universal", OTHER_KEY)).to.equal(null);
    expect(state.read("local", KEY)).to.equal(null);
  });

  it("reads what was written last, a null included", () => {
    const state = stateOf({ [KEY]: "1" });
    state.write("universal", KEY, null);
    expect(state.read("universal", KEY)).to.equal(null);
  });

  it("lists the value at the first write as old and the last one written as new, in order of first write", () => {
    const state = stateOf({ [KEY]: "1" });
    state.write("universal", KEY, "2");
    state.write("universal", OTHER_KEY, "x");
    state.write("universal", KEY, "3");
    expect([...state.updates("universal")]).to.deep.equal([
      [KEY, { old: "1", new: "3" }],
      [OTHER_KEY, { old: null, new: "x" }],
    ]);
  });

  it("keeps two texts of one cell apart in the list; reads see the last write, the later entry's value remains", () => {
    const state = stateOf({ [KEY]: "1" });
    state.write("universal", KEY, "2");
    state.write("universal", PADDED_KEY, "3");
    state.write("universal", KEY, "4");
    expect([...state.updates("universal")]).to.deep.equal([
      [KEY, { old: "1", new: "4" }],
      [PADDED_KEY, { old: "2", new: "3" }],
    ]);
    expect(state.read("universal", KEY)).to.equal("4");
    expect(state.entries("universal")).to.deep.equal([{ key: PADDED_KEY, value: "3" }]);
  });

  it("lists the cells in the order of their last writes", () => {
    const state = stateOf({});
    state.write("universal", KEY, "1");
    state.write("universal", OTHER_KEY, "2");
    state.write("universal", KEY, "3");
    expect(state.entries("universal").map(({ key }) => key)).to.deep.equal([OTHER_KEY, KEY]);
  });
});
