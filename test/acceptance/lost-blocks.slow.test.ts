import { expect } from "chai";
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../../src/client/create-client.js";
import { dataDirectory, type DataDirectory } from "../../src/data/directory/data-directory.js";
import { runBinary, useTemporaryDirectory, type Ended } from "../cli/binary.js";
import { commitTransfer, makeDevDirectory } from "../support/commit-transfer.js";
import { startNodeProcess, type NodeProcess } from "../support/node-process.js";
import { makeTempDirectory } from "../support/temp-store.js";

const FIRST_BLOCKS = 4;

describe("A database that lost the last blocks of its node", () => {
  const temporary = useTemporaryDirectory();
  let directory: DataDirectory;
  let firstBlocks: number;

  let made: string;

  before(async () => {
    made = await makeTempDirectory();
    firstBlocks = await makeDevDirectory(made, FIRST_BLOCKS);
  });
  after(() => rm(made, { recursive: true }));
  beforeEach(() => {
    directory = dataDirectory(join(temporary(), "node"));
    cpSync(made, directory.path, { recursive: true });
  });

  const chainnode = (...words: readonly string[]): Promise<Ended> =>
    runBinary([...words, "--json", "--data-dir", directory.path]);
  const count = async (): Promise<number> => Number((await chainnode("block", "count")).stdout);

  /** Runs a node while the work is done, then stops or kills it. */
  async function whileRunning<T>(work: (node: NodeProcess) => Promise<T>, ...flags: string[]): Promise<T> {
    const node = await startNodeProcess(directory.path, flags);
    try {
      const answer = await work(node);
      expect(await node.stop()).to.equal(0);
      return answer;
    } finally {
      await node.kill();
    }
  }

  const grow = (node: NodeProcess): Promise<string> => commitTransfer(createClient({ url: node.url }));

  function removeDatabase(): void {
    for (const companion of ["", "-wal", "-shm"]) rmSync(directory.databaseFile + companion, { force: true });
  }

  /** Checks that the node serves reads, signs and accepts nothing, and that the commands report the loss. */
  async function assertLost(height: number): Promise<void> {
    const status = await chainnode("status");
    expect(status.code).to.equal(3);
    expect(JSON.parse(status.stdout)).to.have.property("fault").that.includes("--accept-loss");
    const checked = await chainnode("data", "check");
    expect(checked.code, checked.stderr).to.equal(5);
    expect(JSON.parse(checked.stdout)).to.include({ ok: false, chain: "main", lost_main_from: height + 1 });

    await whileRunning(async (node) => {
      expect(node.log()).to.include("--accept-loss");
      const client = createClient({ url: node.url, retries: 0 });
      expect((await client.round()).sync_limit).to.equal(height);
      const refusal = await grow(node).then(
        () => "accepted",
        (error: { readonly message: string }) => error.message,
      );
      expect(refusal).to.include("ends before a block");
      const running = JSON.parse((await chainnode("status")).stdout) as Record<string, unknown>;
      expect(running["fault"]).to.be.a("string").that.includes("--accept-loss");
      expect((await client.info()).chain_maker_policy, "rounds").to.equal(false);
    });
    expect(await count(), "nothing was made meanwhile").to.equal(height);
  }

  /** Checks that the node continues when told to, and no longer reports the loss. */
  async function assertAccepted(): Promise<void> {
    await whileRunning(grow, "--accept-loss");
    await whileRunning(grow);
    expect(await chainnode("data", "check")).to.include({ code: 0 });
  }

  it("one flipped byte in the database's log: is reported, and the node signs nothing until allowed", async () => {
    const node = await startNodeProcess(directory.path);
    for (let sent = 0; sent < 6; sent += 1) await grow(node);
    await node.kill();
    const log = `${directory.databaseFile}-wal`;
    const bytes = readFileSync(log);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(log, bytes);
    const height = await count();
    expect(height, "the log ends at the flipped byte").to.be.lessThan(firstBlocks + 6);
    await assertLost(height);
    await assertAccepted();
  });

  it("a deleted database: the node starts no new chain until allowed", async () => {
    await whileRunning(grow);
    removeDatabase();
    await assertLost(0);
    await assertAccepted();
  });

  it("blocks that are imported again are no longer lost", async () => {
    await whileRunning(grow);
    const main = join(temporary(), "main.ndjson");
    expect(await chainnode("data", "export", "--main", main)).to.include({ code: 0 });
    removeDatabase();
    expect(await chainnode("data", "import", "--main", main)).to.include({ code: 0 });
    await whileRunning(grow);
    expect(await chainnode("data", "check")).to.include({ code: 0 });
  });

  it("raises no false alarm after a restored backup, a rewind, a reset or a kill", async () => {
    const copy = join(temporary(), "copy");
    expect(await chainnode("data", "backup", copy)).to.include({ code: 0 });
    await whileRunning(grow);

    removeDatabase();
    copyFileSync(join(copy, "chain.sqlite"), directory.databaseFile);
    expect(JSON.parse((await chainnode("status")).stdout)).to.include({
      height: firstBlocks,
      fault: null,
    });
    expect(await chainnode("data", "check")).to.include({ code: 0 });
    await whileRunning(grow);

    const rewound = await chainnode("data", "rewind", "7", "--yes");
    expect(rewound.code).to.equal(0);
    expect(rewound.stderr).to.include("tip");
    await whileRunning(grow);

    expect(await chainnode("data", "reset", "--yes")).to.include({ code: 0 });
    const node = await startNodeProcess(directory.path);
    await node.kill();
    await whileRunning(grow);
    expect(await chainnode("data", "check")).to.include({ code: 0 });
  });
});
