import { expect } from "chai";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contractToText } from "../../../src/system/classic-code.js";
import { RECORDED_SEND_3, SEND_3 } from "../../../src/system/codes.js";
import type { Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const COUNTER = `
import { contract, decimal, universal } from "chainnode/contract";
const count = universal("count", { value: decimal, default: "0" });
export const Count = contract({ name: "Count", space: "count" }, () => [count.set(count.add("1"))]);
`;
const INVARIANT = `
import { Count } from "./count.ts";
export const belowThree = (state) => Number(state.read(Count, "count") ?? 0) < 3;
`;
const NEVER = `
import { contract, from, require } from "chainnode/contract";
export const Never = contract({ name: "Never", space: "never" }, () => [require(from.hash().eq("no hash"), "Never. ")]);
`;
const CONSERVES = `
import { Count } from "./count.ts";
export const conserves = (state) => state.supply(Count, "count");
export const attributes = { count: "counter" };
`;

describe("chainnode code fuzz", () => {
  let directory: string;
  const path = (name: string): string => join(directory, name);
  const chainnode = (...words: string[]): Promise<Ended> => runInProcess(["code", "fuzz", ...words]);

  before(async () => {
    directory = await makeTempDirectory();
    writeFileSync(path("recorded.json"), contractToText(RECORDED_SEND_3, "ab".repeat(32)));
    writeFileSync(path("send.json"), contractToText(SEND_3, "ab".repeat(32)));
    writeFileSync(path("count.ts"), COUNTER);
    writeFileSync(path("invariant.mts"), INVARIANT);
    writeFileSync(path("never.ts"), NEVER);
    writeFileSync(path("conserves.mts"), CONSERVES);
    writeFileSync(path("nothing.mjs"), "export const count = 1;");
  });
  after(() => rmSync(directory, { recursive: true }));

  it("finds the mint of a recorded code, fails with 1, and finds the same with the seed", async () => {
    const first = await chainnode(path("recorded.json"), "--runs", "300", "--seed", "5");
    expect(first.code).to.equal(1);
    expect(first.stdout).to.match(
      /^Send: value from nothing: the sum of balance rises by \S+ \(value\)\n {2}/,
    );
    expect(first.stderr).to.match(/^seed 5\n[^]*--seed 5/);
    const again = await chainnode(path("recorded.json"), "--runs", "300", "--seed", "5");
    expect(again.stdout).to.equal(first.stdout);
  });

  it("passes for a code that keeps the rules", async () => {
    const { code, stdout } = await chainnode(path("send.json"), "--runs", "300", "--json");
    expect(JSON.parse(stdout)).to.have.deep.property("findings", []);
    expect(code).to.equal(0);
  });

  it("fails with 1 for a contract that is never accepted, and counts the calls of each", async () => {
    const words = [path("never.ts"), "--runs", "5", "--seed", "5", "--json"];
    const { code, stdout, stderr } = await chainnode(...words);
    expect([code, stderr.includes("FUZZ_NEVER_ACCEPTED")]).to.deep.equal([1, true]);
    const report: unknown = JSON.parse(stdout);
    expect(report).to.have.nested.property("never_accepted[0]", "Never");
    expect(report).to.have.nested.property("accepted[0].calls", 0);
    expect(report).to.have.nested.property("refused[0].calls").that.is.greaterThan(0);
    expect((await chainnode(...words, "--never-accepted", "Never")).code).to.equal(0);
  });

  it("takes conserves and attributes from a module", async () => {
    const { code, stdout } = await chainnode(
      path("count.ts"),
      "--invariant",
      path("conserves.mts"),
      "--runs",
      "5",
    );
    expect([code, stdout.split(" ")[0]]).to.deep.equal([1, "Count:"]);
    expect(stdout).to.include("(conserves)");
  });

  it("tries the invariants of a module", async () => {
    const { code, stdout } = await chainnode(path("count.ts"), "--invariant", path("invariant.mts"));
    expect(code).to.equal(1);
    expect(stdout).to.match(/^Count: belowThree does not hold \(belowThree\)\n/);
    expect((await chainnode(path("count.ts"))).code).to.equal(0);
  });

  it("refuses a module without invariants, and one that cannot be loaded", async () => {
    const without = await chainnode(path("count.ts"), "--invariant", path("nothing.mjs"), "--json");
    expect([without.code, without.stderr.includes("INVARIANT_MISSING")]).to.deep.equal([2, true]);
    const missing = await chainnode(path("count.ts"), "--invariant", path("missing.mjs"), "--json");
    expect([missing.code, missing.stderr.includes("CODE_MODULE")]).to.deep.equal([2, true]);
  });
});
