import { expect } from "chai";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBinary, type Ended } from "../../cli/binary.js";
import { CODE, useTestProject, type TestReport } from "./test-project.js";

describe("chainnode code test, with its options", () => {
  const path = useTestProject();
  const chainnode = (...words: string[]): Promise<Ended> => runBinary(["code", "test", ...words]);

  it("runs the tests that a filter names, and reports in the form of JUnit", async () => {
    const { code, stdout } = await chainnode(path(), "--filter", "^adds$", "--reporter", "junit");
    expect(stdout).to.match(/^<\?xml [^]*<testcase name="adds"[^]*<\/testsuites>/);
    expect(code).to.equal(0);
  });

  it("shows coverage and fees, writes both, and fails without writing when a cost grew or a test fails", async () => {
    const report = path("coverage");
    const run = (...words: string[]): Promise<Ended> =>
      runBinary(["code", "test", path("add.test.ts"), "--reporter", "dot", ...words], { directory: path() });
    const first = await run("--coverage", "--coverage-dir", report, "--fees", "--save");
    expect(first.stdout).to.match(
      /\nsum\/Add\t\d+\/\d+\t0\/0\t2\/2\n[^]*\nsum\/Add\t\d+\t\d+\t\d+\t\d+\.\d+ coins\n/,
    );
    expect(first.code).to.equal(0);
    expect(readFileSync(join(report, "lcov.info"), "utf8")).to.include(`SF:${path("add.ts")}\n`);
    expect(readFileSync(join(report, "index.html"), "utf8")).to.include("Nothing is added");
    expect((await run("--fees", "--check")).code).to.equal(0);
    writeFileSync(path("fees.json"), '{ "sum/Add": { "size": 1, "weight": 1 } }');
    const grown = await run("--fees", "--check");
    expect(grown.stdout).to.include("sum/Add: the size grew from 1 to ");
    expect(grown.code).to.equal(1);
    const snapshot = readFileSync(path("fees.json"), "utf8");
    expect((await run("--fees", "--check", "--save")).code, "it grew").to.equal(1);
    expect((await run("--fees", "--save", path("deep"))).code, "a test fails").to.equal(1);
    expect(readFileSync(path("fees.json"), "utf8")).to.equal(snapshot);
    expect((await run("--check")).code).to.equal(2);
  });

  it("fails when the tests reach less of a code than --minimum", async () => {
    const run = (...words: string[]): Promise<Ended> => chainnode(path("add.test.ts"), "--json", ...words);
    expect((await run("--coverage", "--minimum", "100")).code).to.equal(0);
    // Then no condition fails.
    const less = await run("--coverage", "--minimum", "100", "--filter", "^adds$");
    expect(less.code).to.equal(1);
    expect(less.stderr)
      .to.include("COVERAGE_LOW")
      .and.to.match(/"sum\/Add":"9\d %"/);
    expect((await run("--coverage", "--minimum", "90", "--filter", "^adds$")).code).to.equal(0);
    expect((await run("--minimum", "90")).code).to.equal(2);
    expect((await run("--coverage", "--minimum", "101")).code).to.equal(2);
  });

  it("lists the mutants that no test notices, with their lines, and those that are marked", async () => {
    const { code, stdout } = await chainnode(path("add.test.ts"), "--mutate", "--json");
    const { mutants } = JSON.parse(stdout) as TestReport;
    // Nothing but the message tells "0" from a smaller amount, and the response is not tested.
    expect(mutants?.total).to.be.greaterThan(5);
    expect(mutants?.survived.map(({ change }) => change)).to.include("without this $response");
    expect(mutants?.survived.map(({ change }) => change)).to.not.include("$add → $sub");
    expect(mutants?.survived.every(({ file, line }) => file === path("add.ts") && line > 2)).to.equal(true);
    expect(code).to.equal(1);
    // The operator $gt and its constant have one place.
    expect(mutants?.places.map(({ line, column, ...counts }) => [line, column, counts])).to.deep.equal([
      [
        5,
        18,
        {
          code: "sum/Add",
          path: "$.e[0].$condition[0].$gt[1]",
          file: path("add.ts"),
          mutants: 2,
          survived: 1,
        },
      ],
      [7, 3, { code: "sum/Add", path: "$.e[2].$response", file: path("add.ts"), mutants: 1, survived: 1 }],
    ]);
    const marked = CODE.replace(
      "  respond(total),",
      "  // equivalent: it is not tested here\n  respond(total),",
    );
    writeFileSync(path("add.ts"), marked);
    const again = await chainnode(path("add.test.ts"), "--mutate", "--json");
    const survived = (JSON.parse(again.stdout) as TestReport).mutants?.survived ?? [];
    const response = survived.find(({ change }) => change === "without this $response");
    expect(response?.equivalent).to.equal("it is not tested here");
    writeFileSync(path("add.ts"), CODE);
  });

  it("tests at most as many mutants as it is told", async () => {
    const all = JSON.parse((await chainnode(path("add.test.ts"), "--mutate", "--json")).stdout) as TestReport;
    const some = await chainnode(path("add.test.ts"), "--mutate", "--mutants", "3", "--json");
    const { mutants } = JSON.parse(some.stdout) as TestReport;
    expect(mutants?.total).to.equal(3);
    expect(mutants?.leftOut).to.equal((all.mutants?.total ?? 0) - 3);
    for (const words of [
      ["--mutants", "3"],
      ["--changed", "HEAD"],
      ["--mutate", "--mutants", "0"],
    ])
      expect((await chainnode(path("add.test.ts"), ...words)).code, words.join(" ")).to.equal(2);
  });

  it("tests the mutants of lines that changed since a revision of git", async () => {
    const git = (...words: string[]): unknown =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...words], { cwd: path() });
    const changed = (base: string): Promise<Ended> =>
      chainnode(path("add.test.ts"), "--mutate", "--changed", base, "--json");
    const noRepository = await changed("HEAD");
    expect([noRepository.code, noRepository.stderr.includes("GIT_REVISION")]).to.deep.equal([4, true]);
    git("init", "--quiet");
    git("commit", "--quiet", "--allow-empty", "--message", "begin");
    const untracked = JSON.parse((await changed("HEAD")).stdout) as TestReport;
    expect(untracked.mutants?.leftOut, "a new file").to.equal(0);
    git("add", "add.ts");
    git("commit", "--quiet", "--message", "add");
    const same = await changed("HEAD");
    expect(same.code).to.equal(0);
    const total = untracked.mutants?.total ?? 0;
    expect((JSON.parse(same.stdout) as TestReport).mutants).to.include({ total: 0, leftOut: total });
    writeFileSync(path("add.ts"), CODE.replace("  respond(total),", "  respond(\n    total,\n  ),"));
    const later = JSON.parse((await changed("HEAD~0")).stdout) as TestReport;
    expect(new Set(later.mutants?.survived.map(({ line }) => line))).to.deep.equal(new Set([7]));
    expect(later.mutants?.leftOut).to.be.greaterThan(0).and.to.be.lessThan(total);
    writeFileSync(path("add.ts"), CODE);
    for (const base of ["no-such-branch", "--output=x"]) {
      const { code, stderr } = await changed(base);
      expect([code, stderr.includes("GIT_REVISION")], base).to.deep.equal([4, true]);
    }
    const { code, stderr } = await runBinary(
      ["code", "test", path("add.test.ts"), "--mutate", "--changed", "HEAD", "--json"],
      { environment: { PATH: path() } },
    );
    expect([code, stderr.includes("GIT_MISSING")]).to.deep.equal([5, true]);
  });

  it("does not test mutants when the tests fail", async () => {
    const { code, stdout } = await chainnode(path("deep"), "--mutate", "--json");
    expect([(JSON.parse(stdout) as TestReport).mutants, code]).to.deep.equal([null, 1]);
  });

  it("fails for a file that cannot be loaded", async () => {
    writeFileSync(path("empty/broken.test.ts"), 'import "./nowhere.ts";');
    const { code, stdout } = await chainnode(path("empty/broken.test.ts"), "--json");
    expect((JSON.parse(stdout) as TestReport).failed).to.equal(1);
    expect(code).to.equal(1);
  });
});
