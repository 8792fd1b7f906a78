import { expect } from "chai";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LOCK_FILE, lockDataDirectory } from "../../src/store/lock.js";
import { startChild, type Child } from "../support/child.js";
import { expectRejection } from "../support/expect-rejection.js";
import { makeTempDirectory } from "../support/temp-store.js";

describe("the lock of a data directory", () => {
  let directory: string;
  let children: Child[];
  beforeEach(async () => {
    directory = await makeTempDirectory();
    children = [];
  });
  afterEach(async () => {
    await Promise.all(children.map((child) => child.kill()));
    await rm(directory, { recursive: true });
  });

  function startHolder(): Child {
    const child = startChild("store/programs/hold-lock.js", [directory]);
    children.push(child);
    return child;
  }

  it("refuses a second holder in the same process and names it", async () => {
    const lock = await lockDataDirectory(directory);
    const error = await expectRejection(lockDataDirectory(directory), "DATA_DIRECTORY_IN_USE", "local");
    expect(error.message).to.equal(`The data directory ${directory} is in use by process ${process.pid}.`);
    await lock.release();
  });

  it("is reported as damaged, not as a database to be restored, when its file holds something else", async () => {
    await writeFile(join(directory, LOCK_FILE), "no database, but long enough to be read as one".repeat(30));
    const failure = await expectRejection(lockDataDirectory(directory), "LOCK_DAMAGED", "local");
    expect(failure.advice).to.not.include("reset");
  });

  it("can be taken again after it was released", async () => {
    await (await lockDataDirectory(directory)).release();
    await (await lockDataDirectory(directory)).release();
  });

  it("refuses while another process holds it, and vanishes when that process is killed", async () => {
    const holder = startHolder();
    expect(await holder.nextLine()).to.equal("locked");
    const error = await expectRejection(lockDataDirectory(directory), "DATA_DIRECTORY_IN_USE", "local");
    expect(error.details).to.deep.equal({ pid: holder.process.pid });
    await holder.kill();
    await (await lockDataDirectory(directory)).release();
  });

  it("goes to exactly one of several processes that start at once, and the others name its holder", async () => {
    const contenders = [startHolder(), startHolder(), startHolder()];
    const answers = await Promise.all(contenders.map((child) => child.nextLine()));
    const winner = contenders[answers.indexOf("locked")];
    const refusal = `DATA_DIRECTORY_IN_USE ${winner?.process.pid}`;
    expect(answers.toSorted()).to.deep.equal([refusal, refusal, "locked"]);
  });
});
