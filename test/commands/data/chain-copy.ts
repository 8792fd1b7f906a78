import { join } from "node:path";
import type { DataDirectory } from "../../../src/data/directory/data-directory.js";
import { openDriver } from "../../../src/store/sqlite/open-driver.js";
import { useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { dumpDatabase } from "../../support/database-dump.js";
import { useRecordedData } from "./recorded-data.js";

interface ChainCopy {
  readonly directory: DataDirectory;
  /** Every row of the database at the start of the test. */
  readonly whole: string;
  /** Every row of the database now. */
  readonly dump: () => Promise<string>;
  /** Runs a verb of `chainnode data` on the copy. */
  readonly data: (...words: readonly string[]) => ReturnType<typeof runInProcess>;
  query<R extends object>(sql: string): Promise<R[]>;
  script(sql: string): Promise<void>;
}

/** For one suite: a copy of the recorded chain for each test, to be damaged. */
export function useChainCopy(): ChainCopy {
  const temporary = useTemporaryDirectory();
  const copyRecorded = useRecordedData();
  let directory: DataDirectory;
  let whole: string;
  beforeEach(async () => {
    directory = copyRecorded(join(temporary(), "chain"));
    whole = await dumpDatabase(directory.databaseFile);
  });
  return {
    get directory() {
      return directory;
    },
    get whole() {
      return whole;
    },
    dump: () => dumpDatabase(directory.databaseFile),
    data: (...words) => runInProcess(["data", ...words, "--json", "--data-dir", directory.path]),
    async query<R extends object>(sql: string) {
      const driver = await openDriver(directory.databaseFile, "read-write");
      try {
        return await driver.all<R>(sql, []);
      } finally {
        await driver.close();
      }
    },
    async script(sql) {
      const driver = await openDriver(directory.databaseFile, "read-write");
      await driver.script(sql);
      await driver.close();
    },
  };
}
