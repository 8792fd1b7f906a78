import { expect } from "chai";
import { createStyle } from "../../../src/cli/terminal/colour.js";

describe("colours of a stream", () => {
  const level = (isTerminal: boolean, environment: Record<string, string>, isForbidden = false): number =>
    createStyle({ isTerminal, environment, isForbidden }).level;

  it("are used on a terminal and not in a pipe", () => {
    expect(level(true, {})).to.equal(1);
    expect(level(false, {})).to.equal(0);
  });

  it("are forbidden by NO_COLOR, unless it is empty, and by --no-color", () => {
    expect(level(true, { NO_COLOR: "1" })).to.equal(0);
    expect(level(true, { NO_COLOR: "" })).to.equal(1);
    expect(level(true, {}, true)).to.equal(0);
  });

  it("are forced into pipes by CLICOLOR_FORCE, unless NO_COLOR is set", () => {
    expect(level(false, { CLICOLOR_FORCE: "1" })).to.equal(1);
    expect(level(false, { CLICOLOR_FORCE: "0" })).to.equal(0);
    expect(level(false, { CLICOLOR_FORCE: "1", NO_COLOR: "1" })).to.equal(0);
  });

  it("are not used on dumb terminals", () => {
    expect(level(true, { TERM: "dumb" })).to.equal(0);
  });
});
