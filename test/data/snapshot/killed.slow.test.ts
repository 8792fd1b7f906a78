import { expect } from "chai";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openLedger } from "../../../src/data/chain/open-ledger.js";
import { dataDirectory, readDefinition } from "../../../src/data/directory/data-directory.js";
import { networkText } from "../../../src/data/directory/open-store.js";
import { writeSnapshot } from "../../../src/data/snapshot/write-snapshot.js";
import { runBinaryAndHit, useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { useRecordedData } from "../../commands/data/recorded-data.js";

const HEIGHT = 61;

describe("chainnode init --snapshot, killed while it imports (docs/pruning.md)", () => {
  const out = useTemporaryDirectory();
  const copyRecorded = useRecordedData();

  it("leaves no chain at any write, and can be run again", async function () {
    this.timeout(300_000);
    const full = copyRecorded(join(out(), "full"));
    const file = join(out(), "chain.snapshot");
    const opened = await openLedger(full);
    const { hash } = await writeSnapshot(
      { store: opened.ledger.store, resourceChain: { fixedMainHeight: HEIGHT + 1 } },
      file,
      { network: networkText(await readDefinition(full)), height: HEIGHT, onLine: () => undefined },
    );
    await opened.close();
    const path = join(out(), "new");
    const words = ["init", "--snapshot", file, "--trust", hash, "--data-dir", path];
    let isWhole = false;
    let kills = 0;
    // Each time a write later, until one is killed no more.
    for (let times = 1; !isWhole; times += 1 + Math.floor(times / 4)) {
      await rm(path, { recursive: true, force: true });
      await mkdir(path, { mode: 0o700 });
      const ended = await runBinaryAndHit(words, { signal: "SIGKILL", directory: path, name: /./, times });
      isWhole = ended.code === 0;
      if (isWhole) continue;
      kills += 1;
      expect(ended.code).to.equal(137);
      expect(ended.stdout).to.equal("");
      if (existsSync(dataDirectory(path).networkFile)) continue;
      const again = await runInProcess(words);
      expect(again, `${times}: ${again.stderr}`).to.include({ code: 0 });
      expect(await runInProcess(["data", "check", "--data-dir", path])).to.include({ code: 0 });
      expect((await readdir(path)).filter((name) => name.includes("snapshot"))).to.deep.equal([]);
    }
    expect(kills).to.be.at.least(5);
  });
});
