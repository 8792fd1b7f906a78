import { expect } from "chai";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runBinary, type Ended } from "../../cli/binary.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const CODE = `
import { contract, decimal, from, local, require, respond } from "chainnode/contract";
const total = local("total", { value: decimal, default: "0" });
export const Add: object = contract({ name: "Add", space: "sum", parameters: { amount: decimal } }, ({ amount }) => [
  require(amount.gt("0"), "Nothing is added. "),
  total.set(total.add(amount)),
  respond(total),
]);
`;
const TESTS = `
import { equal } from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, sandbox } from "chainnode/testing";
import { Add } from "./add.ts";

const chain = await sandbox();
await chain.publish(Add as never);
test("adds", async () => {
  await chain.send(Add as never, { amount: "2" } as never);
  equal(await chain.read(Add as never, "total", "00", "local"), "2");
});
test("refuses zero", () => assertRefused(chain.send(Add as never, { amount: "0" } as never), "Nothing"));
`;
const FAILING = `
import { equal } from "node:assert/strict";
import { test } from "node:test";
test("is wrong", () => equal(process.env.CHAINNODE_SEED, "none"));
test.skip("is skipped", () => {});
test.todo("is to be done", () => { throw new Error("not yet"); });
`;

interface Report {
  readonly seed: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly coverage: unknown;
  readonly fees: unknown;
  readonly mutants: {
    readonly total: number;
    readonly survived: readonly {
      readonly change: string;
      readonly file: string;
      readonly line: number;
      readonly equivalent: string | null;
    }[];
  } | null;
  readonly tests: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly failure: string | null;
  }[];
}

describe("chainnode code test", () => {
  let directory: string;
  const chainnode = (...words: string[]): Promise<Ended> => runBinary(["code", "test", ...words]);
  const path = (name: string): string => join(directory, name);

  before(async () => {
    directory = await makeTempDirectory();
    await mkdir(path("deep/node_modules"), { recursive: true });
    await mkdir(path("empty"));
    writeFileSync(path("add.ts"), CODE);
    writeFileSync(path("add.test.ts"), TESTS);
    writeFileSync(path("deep/failing.test.mjs"), FAILING);
    writeFileSync(path("deep/node_modules/other.test.mjs"), "process.exit(7);");
  });
  after(() => rmSync(directory, { recursive: true }));

  it("runs TypeScript that imports chainnode/…, without a configuration", async () => {
    const { code, stdout, stderr } = await chainnode(path("add.test.ts"), "--reporter", "tap");
    expect(stdout).to.match(/^TAP version 13\n[^]*^# pass 2$[^]*^# fail 0$/m);
    expect(stderr).to.match(/^seed \d+\n$/);
    expect(code).to.equal(0);
  });

  it("finds the tests of a directory, and fails with 1 and the seed that repeats the run", async () => {
    const { code, stdout, stderr } = await chainnode(directory, "--json", "--seed", "7");
    const { tests, coverage, fees, mutants, ...counts } = JSON.parse(stdout) as Report;
    expect([coverage, fees, mutants]).to.deep.equal([null, null, null]);
    expect(counts).to.deep.equal({ seed: 7, passed: 2, failed: 1, skipped: 2 });
    const failed = tests.find(({ outcome }) => outcome === "failed");
    expect(failed?.name).to.equal("is wrong");
    expect(failed?.failure).to.include("'7'");
    expect(stderr).to.include("TESTS_FAILED").and.to.include("--seed 7");
    expect(code).to.equal(1);
  });

  it("runs the tests that a filter names, and reports in the form of JUnit", async () => {
    const { code, stdout } = await chainnode(directory, "--filter", "^adds$", "--reporter", "junit");
    expect(stdout).to.match(/^<\?xml [^]*<testcase name="adds"[^]*<\/testsuites>/);
    expect(code).to.equal(0);
  });

  it("shows coverage and fees, writes both, and fails when a cost grew", async () => {
    const report = path("coverage");
    const run = (...words: string[]): Promise<Ended> =>
      runBinary(["code", "test", path("add.test.ts"), "--reporter", "dot", ...words], { directory });
    const first = await run("--coverage", "--coverage-dir", report, "--fees", "--save");
    expect(first.stdout).to.match(/\nAdd\t\d+\/\d+\t0\/0\t2\/2\n[^]*\nAdd\t\d+\t\d+\t\d+\t\d+\.\d+ coins\n/);
    expect(first.code).to.equal(0);
    expect(readFileSync(join(report, "lcov.info"), "utf8")).to.include(`SF:${path("add.ts")}\n`);
    expect(readFileSync(join(report, "index.html"), "utf8")).to.include("Nothing is added");
    expect((await run("--fees", "--check")).code).to.equal(0);
    writeFileSync(path("fees.json"), '{ "Add": { "size": 1, "weight": 1 } }');
    const grown = await run("--fees", "--check");
    expect(grown.stdout).to.include("Add: the size grew from 1 to ");
    expect(grown.code).to.equal(1);
    expect((await run("--check")).code).to.equal(2);
  });

  it("lists the mutants that no test notices, with their lines, and those that are marked", async () => {
    const { code, stdout } = await chainnode(path("add.test.ts"), "--mutate", "--json");
    const { mutants } = JSON.parse(stdout) as Report;
    // Nothing but the message tells "0" from a smaller amount, and the response is not tested.
    expect(mutants?.total).to.be.greaterThan(5);
    expect(mutants?.survived.map(({ change }) => change)).to.include("without this $response");
    expect(mutants?.survived.map(({ change }) => change)).to.not.include("$add → $sub");
    expect(mutants?.survived.every(({ file, line }) => file === path("add.ts") && line > 2)).to.equal(true);
    expect(code).to.equal(1);
    const marked = CODE.replace(
      "  respond(total),",
      "  // equivalent: it is not tested here\n  respond(total),",
    );
    writeFileSync(path("add.ts"), marked);
    const again = await chainnode(path("add.test.ts"), "--mutate", "--json");
    const survived = (JSON.parse(again.stdout) as Report).mutants?.survived ?? [];
    const response = survived.find(({ change }) => change === "without this $response");
    expect(response?.equivalent).to.equal("it is not tested here");
    writeFileSync(path("add.ts"), CODE);
  });

  it("does not test mutants when the tests fail", async () => {
    const { code, stdout } = await chainnode(path("deep"), "--mutate", "--json");
    expect([(JSON.parse(stdout) as Report).mutants, code]).to.deep.equal([null, 1]);
  });

  it("refuses what has no tests", async () => {
    expect((await chainnode(path("empty"))).code).to.equal(4);
    expect((await chainnode(path("missing.test.ts"))).code).to.equal(4);
    expect((await chainnode(directory, "--watch", "--json")).code).to.equal(2);
  });

  it("fails for a file that cannot be loaded", async () => {
    writeFileSync(path("empty/broken.test.ts"), 'import "./nowhere.ts";');
    const { code, stdout } = await chainnode(path("empty/broken.test.ts"), "--json");
    expect((JSON.parse(stdout) as Report).failed).to.equal(1);
    expect(code).to.equal(1);
  });
});
