import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { createProject, TEMPLATES } from "../../commands/code/new.js";
import { runBinary, useTemporaryDirectory } from "../cli/binary.js";
import { expectCovered } from "./covered-examples.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const EXAMPLES = join(ROOT, "examples");
const contracts = TEMPLATES.map((name) => join(EXAMPLES, name, "contract.ts"));

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}

/** The slow suite runs the tests of all, with mutants. */
describe("The examples", () => {
  const directory = useTemporaryDirectory();

  for (const name of TEMPLATES)
    it(`${name}: is what chainnode code new makes`, async () => {
      const project = join(directory(), name);
      const files = await createProject(name, project, name);
      expect(new Set(filesIn(join(EXAMPLES, name)))).to.deep.equal(new Set(files));
      for (const file of files)
        expect(readFileSync(join(project, file), "utf8"), file).to.equal(
          readFileSync(join(EXAMPLES, name, file), "utf8"),
        );
    });

  it("token: passes tests that reach every operator, branch and outcome of a condition", () =>
    expectCovered(join(EXAMPLES, "token"), 1));

  it("have nothing that the linter finds", async () => {
    const { code, stderr } = await runBinary(["code", "check", ...contracts, "--json"]);
    expect([code, stderr]).to.deep.equal([0, ""]);
  });

  it("compile with the settings of their projects", () => {
    const exported = (name: string): readonly string[] => [join(ROOT, "dist/src", name, "index.d.ts")];
    const project = join(directory(), "tsconfig.json");
    writeFileSync(
      project,
      JSON.stringify({
        extends: join(EXAMPLES, "token/tsconfig.json"),
        compilerOptions: {
          typeRoots: [join(ROOT, "node_modules/@types")],
          paths: { "chainnode/contract": exported("contract"), "chainnode/testing": exported("testing") },
        },
        include: [join(EXAMPLES, "*/*.ts")],
      }),
    );
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    expect(execFileSync(process.execPath, [compiler, "-p", project], { encoding: "utf8" })).to.equal("");
  });

  it("are listed in the documents", () => {
    const page = readFileSync(join(ROOT, "docs/language/examples.md"), "utf8");
    const listed = Array.from(
      page.matchAll(/\]\(\.\.\/\.\.\/examples\/([a-z]+)\/README\.md\)/g),
      ([, name]) => name,
    );
    expect(new Set(listed)).to.deep.equal(new Set([...TEMPLATES, "ci"]));
  });
});
