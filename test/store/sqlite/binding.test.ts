import { expect } from "chai";
import { cp, mkdir, rm, symlink } from "node:fs/promises";
import { createRequire, isBuiltin } from "node:module";
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

  /** What a program prints whose package sqlite3 has no binding. */
  async function openWithout(...driver: readonly string[]): Promise<Record<string, string>> {
    const installed = dirname(createRequire(import.meta.url).resolve("sqlite3/package.json"));
    const unbuilt = join(directory, "unbuilt");
    await mkdir(unbuilt);
    for (const part of ["package.json", "lib"]) {
      await cp(join(installed, part), join(unbuilt, part), { recursive: true });
    }
    await symlink(dirname(installed), join(directory, "node_modules"));
    const entry = pathToFileURL(join(unbuilt, "lib", "sqlite3.js")).href;
    const child = startChild("store/programs/open-without-binding.js", [entry, ...driver]);
    return JSON.parse(await child.nextLine()) as Record<string, string>;
  }

  it("when missing, is reported in one sentence with the command to type", async () => {
    const printed = await openWithout("sqlite3");
    expect(printed).to.include({ code: "DATABASE_BINDING", kind: "local" });
    expect(printed["message"]).to.match(
      /^The native binding of SQLite cannot be loaded: [^\n]*bindings file\.$/,
    );
    expect(printed["advice"]).to.include("`npm rebuild sqlite3`");
  });

  it("when missing, gives way to Node's own SQLite where Node has it, and says so", async () => {
    const printed = await openWithout();
    if (isBuiltin("node:sqlite"))
      expect(printed["fallback"]).to.match(/^The native binding of SQLite cannot be/);
    else expect(printed).to.include({ code: "DATABASE_BINDING" });
  });
});
