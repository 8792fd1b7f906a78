import { expect } from "chai";
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { startChild } from "../../support/child.js";
import { makeTempDirectory } from "../../support/temp-store.js";

describe("the native binding of sqlite3", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it("when missing, is reported in one sentence with the command to type", async () => {
    const installed = dirname(createRequire(import.meta.url).resolve("sqlite3/package.json"));
    const unbuilt = join(directory, "unbuilt");
    await mkdir(unbuilt);
    for (const part of ["package.json", "lib"]) {
      await cp(join(installed, part), join(unbuilt, part), { recursive: true });
    }
    await symlink(dirname(installed), join(directory, "node_modules"));
    const entry = pathToFileURL(join(unbuilt, "lib", "sqlite3.js")).href;
    const child = startChild("store/programs/open-without-binding.js", [entry]);
    const printed = JSON.parse(await child.nextLine()) as Record<string, string>;
    expect(printed).to.include({ code: "DATABASE_BINDING", kind: "local" });
    expect(printed["message"]).to.match(
      /^The native binding of SQLite cannot be loaded: [^\n]*bindings file[^\n]*\.$/,
    );
    expect(printed["advice"]).to.include("`npm rebuild sqlite3`");
  });
});
