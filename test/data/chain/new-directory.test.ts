import { expect } from "chai";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "../../../src/data/chain/new-directory.js";
import { LOCK_FILE, lockDataDirectory } from "../../../src/store/lock.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { makeTempDirectory } from "../../support/temp-store.js";

describe("A directory that gets its name when it is complete", () => {
  let parent: string;
  beforeEach(async () => {
    parent = await makeTempDirectory();
  });
  afterEach(() => rm(parent, { recursive: true }));

  const told: string[] = [];
  beforeEach(() => told.splice(0));
  const make = (fill: (partial: string) => Promise<unknown>): Promise<unknown> =>
    makeDirectory(
      join(parent, "copy"),
      { signal: new AbortController().signal, onAbandoned: (path) => told.push(path) },
      fill,
    );
  const fill = (partial: string): Promise<void> => writeFile(join(partial, "file"), "whole");

  /** Makes a directory as a killed process leaves it. */
  async function leave(name: string): Promise<string> {
    const path = join(parent, name);
    await mkdir(path);
    await (await lockDataDirectory(path)).release();
    return path;
  }

  it("holds its content, and nothing is left beside it", async () => {
    await make(fill);
    expect(await readdir(parent)).to.deep.equal(["copy"]);
    expect(await readdir(join(parent, "copy"))).to.deep.equal(["file"]);
  });

  it("is locked until it is complete", async () => {
    await make(async (partial) => {
      await expectRejection(lockDataDirectory(partial), "DATA_DIRECTORY_IN_USE", "local");
    });
  });

  it("has a lock file until it has its name, so that what a kill leaves at any step is found", async () => {
    await make(async (partial) => {
      await fill(partial);
      // The process is killed before the rename: what it made is complete, and its lock is not held any more.
      await cp(partial, join(parent, "other.partial-aB3xY9"), { recursive: true });
    });
    await make(fill).catch(() => undefined);
    expect(told).to.deep.equal([join(parent, "other.partial-aB3xY9")]);
  });

  it("replaces what killed processes left for its name", async () => {
    await leave("copy.partial-aB3xY9");
    await mkdir(join(parent, "copy.partial-000000"));
    await make(fill);
    expect(await readdir(parent)).to.deep.equal(["copy"]);
    expect(told).to.deep.equal([]);
  });

  it("reports what they left for other names, and leaves it in place", async () => {
    const left = await leave("older.partial-aB3xY9");
    await make(fill);
    expect(told).to.deep.equal([left]);
    expect(await readdir(parent)).to.have.members(["copy", "older.partial-aB3xY9"]);
  });

  it("neither removes nor reports directories of other origin or in progress", async () => {
    const others = ["copy.partial-notes!", "copy.partial-aB3xY9", "copy.partial-longer-than-six"];
    for (const name of others) {
      await mkdir(join(parent, name));
      await writeFile(join(parent, name, "mine"), "mine");
    }
    const held = await leave("copy.partial-held00");
    const lock = await lockDataDirectory(held);
    await make(fill);
    expect(await readdir(parent)).to.have.members(["copy", "copy.partial-held00", ...others]);
    expect(told).to.deep.equal([]);
    await lock.release();
    expect(await readdir(held)).to.deep.equal([LOCK_FILE]);
  });

  it("leaves nothing behind on failure", async () => {
    const failure = await make(() => Promise.reject(new Error("disk"))).catch(String);
    expect(failure).to.equal("Error: disk");
    expect(await readdir(parent)).to.deep.equal([]);
  });
});
