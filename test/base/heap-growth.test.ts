import { execFileSync } from "node:child_process";
import { expect } from "chai";
import { HEAP_GROWTH_FLAG } from "../../src/base/heap-growth.js";

describe("The limit of the heap's growth", () => {
  // V8 only warns of a flag that it does not know. The fault hostile-answers shows the effect.
  it("is a flag that V8 knows", () => {
    const options = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
    expect(options.replaceAll("_", "-")).to.include(HEAP_GROWTH_FLAG);
  });
});
