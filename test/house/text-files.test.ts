import { expect } from "chai";
import { readSources } from "../support/read-sources.js";

/** What only this program or the system writes, or is shown as it is. */
const OWN: ReadonlySet<string> = new Set([
  "commands/code/new.ts",
  "commands/code/test-report.ts",
  "commands/completion/install.ts",
  "commands/doctor/measure.ts",
  "src/cli/version.ts",
  "src/data/directory/pool-file.ts",
  "src/data/directory/signing-memory-file.ts",
  "src/data/directory/tip-note.ts",
  "src/base/file-limit.ts",
  "src/ops/metrics/process-values.ts",
  "src/peers/transport/host-addresses.ts",
  "src/testing/mutation/run-mutants.ts",
  "src/testing/record/test-record.ts",
]);

describe("files of text that a user may write", () => {
  it("are read by one reader, which removes a byte order mark", () => {
    const decoding = Array.from(readSources("commands", "src"))
      .filter(([, source]) => /readFile(?:Sync)?\([^;]*?"(?:utf-?8|latin1)"/.test(source))
      .map(([path]) => path);
    expect(decoding.toSorted()).to.deep.equal([...OWN].toSorted());
  });
});
