import { expect } from "chai";
import { copyFileSync, existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DataDirectory } from "../../../src/data/directory/data-directory.js";
import { openStore } from "../../../src/data/directory/open-store.js";
import { writeTipNote } from "../../../src/data/directory/tip-note.js";
import { NO_BLOCKS } from "../../../src/store/store.js";
import { useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { useRecordedData } from "./recorded-data.js";

const COMPANIONS = ["-wal", "-shm"] as const;

describe("chainnode data reset", () => {
  const out = useTemporaryDirectory();
  const copyRecorded = useRecordedData();
  const data = (verb: string, { path }: DataDirectory) =>
    runInProcess(["data", verb, "--json", ...(verb === "reset" ? ["--yes"] : []), "--data-dir", path]);

  /** The recorded chain as a killed node leaves it: with a write-ahead log that is not empty. */
  async function killedChain(): Promise<DataDirectory> {
    const directory = copyRecorded(join(out(), "chain"));
    const { databaseFile } = directory;
    const opened = await openStore(directory);
    await opened.store.writeMeta("noted", "1");
    const kept = COMPANIONS.map((companion) => join(out(), `kept${companion}`));
    for (const [index, companion] of COMPANIONS.entries()) {
      copyFileSync(databaseFile + companion, kept[index] as string);
    }
    await opened.close();
    for (const [index, companion] of COMPANIONS.entries()) {
      renameSync(kept[index] as string, databaseFile + companion);
    }
    expect(statSync(`${databaseFile}-wal`).size).to.be.greaterThan(0);
    return directory;
  }

  const chainFiles = ({ path }: DataDirectory): readonly string[] =>
    readdirSync(path).filter((name) => name.startsWith("chain.sqlite"));

  it("deletes the chain with all files of SQLite, and leaves the rest", async () => {
    const directory = await killedChain();
    expect(await data("reset", directory)).to.include({ code: 0 });
    expect(chainFiles(directory)).to.deep.equal([]);
    expect(existsSync(directory.networkFile) && existsSync(directory.identityFile)).to.equal(true);
  });

  // The steps of src/data/chain/reset-data.ts. The process may die after each of them.
  for (const [moment, gone] of [
    ["the database has another name", []],
    ["its log is gone", ["-wal"]],
    ["all that stood beside it is gone", COMPANIONS],
  ] as const) {
    it(`leaves no part of a chain when it dies after ${moment} and is run again`, async () => {
      const directory = await killedChain();
      const { databaseFile, tipFile } = directory;
      await writeTipNote(tipFile, NO_BLOCKS);
      renameSync(databaseFile, `${databaseFile}.removed`);
      for (const companion of gone) renameSync(databaseFile + companion, join(out(), `gone${companion}`));

      expect(await data("check", directory)).to.include({ code: 0 });
      const count = await runInProcess(["block", "count", "--json", "--data-dir", directory.path]);
      expect(count).to.include({ code: 0, stdout: "0\n" });
      expect(await data("reset", directory)).to.include({ code: 0 });
      expect(chainFiles(directory)).to.deep.equal([]);
    });
  }
});
