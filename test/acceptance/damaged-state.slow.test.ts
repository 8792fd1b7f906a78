import { expect } from "chai";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../../src/client/create-client.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { openDriver } from "../../src/store/sqlite/open-driver.js";
import { runBinary, useTemporaryDirectory, type Ended } from "../cli/binary.js";
import { commitTransfer, makeDevDirectory } from "../support/commit-transfer.js";
import { startNodeProcess } from "../support/node-process.js";

const FIRST_BLOCKS = 4;

describe("A node that continues with a damaged cell of the state", () => {
  const temporary = useTemporaryDirectory();
  let path: string;
  let wholeBlocks: number;

  const chainnode = (...words: readonly string[]): Promise<Ended> =>
    runBinary([...words, "--json", "--data-dir", path]);

  /** Makes blocks on a state with one wrong balance. These blocks are invalid. */
  beforeEach(async () => {
    path = join(temporary(), "node");
    wholeBlocks = await makeDevDirectory(path, FIRST_BLOCKS);
    const driver = await openDriver(dataDirectory(path).databaseFile, "read-write");
    // Every cell that holds an amount, so that the next transfer reads one of them.
    await driver.script(
      `UPDATE cell_versions SET value = '"7000' || substr(value, 2) WHERE value GLOB '"[0-9]*"'`,
    );
    await driver.close();
    const node = await startNodeProcess(path);
    await commitTransfer(createClient({ url: node.url }));
    await commitTransfer(createClient({ url: node.url }));
    expect(await node.stop()).to.equal(0);
  });

  it("does not start with --check, which says what is damaged", async () => {
    const refused = await runBinary([
      "start",
      "--check",
      "--port",
      "0",
      "--ops-port",
      "off",
      "--data-dir",
      path,
    ]);
    expect(refused).to.include({ code: 5, stdout: "" });
    expect(refused.stderr).to.include("chainnode data reindex");
  });

  it("discards blocks in a reindex only when told to, and lists them first", async () => {
    const { databaseFile } = dataDirectory(path);
    const before = readFileSync(databaseFile);
    const count = Number((await chainnode("block", "count")).stdout);
    expect(count).to.be.greaterThan(wholeBlocks);

    const refused = await chainnode("data", "reindex");
    expect(refused).to.include({ code: 5, stdout: "" });
    expect(refused.stderr)
      .to.include('"code":"BLOCKS_DAMAGED"')
      .and.include(`"lost_main_from":${wholeBlocks + 1}`)
      .and.include(`"lost_main_to":${count}`)
      .and.include('"lost_transactions":2')
      .and.include("--drop-blocks");
    expect(readFileSync(databaseFile).equals(before)).to.equal(true);

    const dropped = await chainnode("data", "reindex", "--drop-blocks");
    expect(dropped.code).to.equal(0);
    const told = JSON.parse(dropped.stdout) as Record<string, unknown>;
    expect(told).to.include({ changed: true, lost_main_from: wholeBlocks + 1, lost_main_to: count });
    expect(readFileSync(String(told["kept"])).equals(before)).to.equal(true);
    expect(await chainnode("block", "count")).to.include({ code: 0, stdout: `${wholeBlocks}\n` });
    expect(await chainnode("data", "check")).to.include({ code: 0 });
  });
});
