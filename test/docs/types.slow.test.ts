import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { createProject } from "../../commands/code/new.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { layOut } from "../support/transcript.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const run = promisify(execFile);

describe("the TypeScript of the documents", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
  });
  afterEach(() => rm(directory, { recursive: true }));

  for (const name of ["language/tutorial.md", "language/upgrade.md", "client.md"]) {
    it(`compiles in ${name}, with the settings of a new project`, async () => {
      layOut(readFileSync(join(ROOT, "docs", name), "utf8"), directory);
      const work = join(directory, "work");
      await createProject("empty", join(directory, "project"), "project");
      for (const file of ["tsconfig.json", "package.json"])
        writeFileSync(join(work, file), readFileSync(join(directory, "project", file)));
      const modules = join(work, "node_modules");
      mkdirSync(modules);
      symlinkSync(ROOT, join(modules, "chainnode"));
      symlinkSync(join(ROOT, "node_modules/@types"), join(modules, "@types"));
      const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
      const output = await run(process.execPath, [compiler, "-p", work]).catch((error: unknown) => error);
      expect(output).to.deep.include({ stdout: "" });
    });
  }
});
