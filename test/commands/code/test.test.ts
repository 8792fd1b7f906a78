import { writeFile } from "node:fs/promises";
import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { runBinary, type Ended } from "../../cli/binary.js";
import { makeTempDirectory } from "../../support/temp-store.js";
import { useTestProject, type TestReport } from "./test-project.js";

/** The slow suite tries the other options. */
describe("chainnode code test", () => {
  const path = useTestProject();
  const chainnode = (...words: string[]): Promise<Ended> => runBinary(["code", "test", ...words]);

  it("runs TypeScript that imports chainnode/…, without a configuration", async () => {
    const { code, stdout, stderr } = await chainnode(path("add.test.ts"), "--reporter", "tap");
    expect(stdout).to.match(/^TAP version 13\n[^]*^# pass 2$[^]*^# fail 0$/m);
    expect(stderr).to.match(/^seed \d+\n$/);
    expect(code).to.equal(0);
  });

  it("finds the tests of a directory, and fails with 1 and the seed that repeats the run", async () => {
    const { code, stdout, stderr } = await chainnode(path(), "--json", "--seed", "7");
    const { tests, coverage, fees, mutants, ...counts } = JSON.parse(stdout) as TestReport;
    expect([coverage, fees, mutants]).to.deep.equal([null, null, null]);
    expect(counts).to.deep.equal({ seed: 7, passed: 2, failed: 1, skipped: 2 });
    const failed = tests.find(({ outcome }) => outcome === "failed");
    expect(failed?.name).to.equal("is wrong");
    expect(failed?.failure).to.include("'7'");
    expect(stderr).to.include("TESTS_FAILED").and.to.include("--seed 7");
    expect(code).to.equal(1);
  });

  it("shows the hidden characters in the names of tests, in every report", async () => {
    const directory = await makeTempDirectory();
    const name = "\u001b[2J\u202eforged\nname";
    const file = join(directory, "names.test.js");
    writeFileSync(file, `require("node:test").test(${JSON.stringify(name)}, () => {});`);
    for (const reporter of ["spec", "tap", "junit"]) {
      const { code, stdout } = await chainnode(file, "--reporter", reporter);
      expect(code).to.equal(0);
      expect(stdout, reporter).to.match(/\\+u001b\[2J\\+u202eforged\\+u000aname/);
      expect(stdout).not.to.match(/\u202e|\u001b\[2J|^name/m);
    }
    await rm(directory, { recursive: true });
  });

  it("refuses what has no tests", async () => {
    expect((await chainnode(path("empty"))).code).to.equal(4);
    expect((await chainnode(path("missing.test.ts"))).code).to.equal(4);
    const { code, stderr } = await chainnode(path("add.test.ts"), "--filter", "no such test");
    expect([code, stderr.includes("No test has a name")]).to.deep.equal([4, true]);
    await writeFile(path("none.test.ts"), "export const answer = 42;");
    expect((await chainnode(path("none.test.ts"))).code).to.equal(4);
    await writeFile(path("call.json"), "{}");
    const other = await chainnode(path("call.json"));
    expect([other.code, other.stderr.includes("TypeScript or JavaScript")]).to.deep.equal([2, true]);
    expect((await chainnode(path(), "--watch", "--json")).code).to.equal(2);
  });
});
