import { expect } from "chai";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openLedger } from "../../../src/data/chain/open-ledger.js";
import { dataDirectory, type DataDirectory } from "../../../src/data/directory/data-directory.js";
import { networkText } from "../../../src/data/directory/open-store.js";
import {
  snapshotSummaryText,
  readSnapshotSummary,
  snapshotHash,
} from "../../../src/data/snapshot/snapshot-summary.js";
import { WideRoot } from "../../../src/data/snapshot/wide-root.js";
import { writeSnapshot } from "../../../src/data/snapshot/write-snapshot.js";
import { padStateKey } from "../../../src/codec/state-key.js";
import { readDefinition } from "../../../src/data/directory/data-directory.js";
import type { Store } from "../../../src/store/store.js";
import { useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { MAIN, RESOURCE, useRecordedData } from "../../commands/data/recorded-data.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { recordedState } from "../../support/recorded-chain.js";

const HEIGHT = 61;
const LATER = 75;
const TIP = 81;

describe("Snapshots of the recorded chain (docs/pruning.md)", () => {
  const out = useTemporaryDirectory();
  const copyRecorded = useRecordedData();
  let full: DataDirectory;
  let file: string;
  let hash: string;
  beforeEach(async () => {
    full = copyRecorded(join(out(), "full"));
    file = join(out(), "chain.snapshot");
    hash = await snapshot(full, HEIGHT, file);
  });

  /** Writes a snapshot of a chain of so few resource blocks as one of many would be written. */
  async function snapshot(directory: DataDirectory, height: number, to: string): Promise<string> {
    const opened = await openLedger(directory);
    try {
      const { store } = opened.ledger;
      const network = networkText(await readDefinition(directory));
      const source = { store, resourceChain: { fixedMainHeight: TIP } };
      return (await writeSnapshot(source, to, { network, height, onLine: () => undefined })).hash;
    } finally {
      await opened.close();
    }
  }

  const init = (name: string, from = file, trusted = hash) =>
    runInProcess(["init", "--snapshot", from, "--trust", trusted, "--data-dir", join(out(), name), "--json"]);
  const data = (name: string, ...words: readonly string[]) =>
    runInProcess(["data", ...words, "--data-dir", join(out(), name), "--json"]);

  async function withStore<T>(directory: DataDirectory, work: (store: Store) => Promise<T>): Promise<T> {
    const opened = await openLedger(directory);
    try {
      return await work(opened.ledger.store);
    } finally {
      await opened.close();
    }
  }

  it("begin a node that verifies the blocks after them and has the same state", async () => {
    expect(await init("new")).to.include({ code: 0 });
    const joined = dataDirectory(join(out(), "new"));
    expect(await data("new", "check")).to.include({ code: 0, stdout: '{"ok":true}\n' });
    expect(await data("new", "import", "--main", MAIN, "--resource", RESOURCE)).to.include({ code: 0 });
    expect(await data("new", "check")).to.include({ code: 0, stdout: '{"ok":true}\n' });
    await withStore(joined, async (store) => {
      expect((await store.mainBlockSummary("last"))?.height).to.equal(TIP);
      for (const kind of ["universal", "local"] as const) {
        const cells = await store.listState(kind, "");
        expect(new Map(cells.map(({ key, value }) => [key, value]))).to.deep.equal(
          new Map(recordedState(kind)),
        );
        const [{ key }] = [cells[0] ?? expect.fail()];
        await expectRejection(
          store.cellVersions({ kind, cell: padStateKey(key), before: 1, count: 1 }),
          "PRUNED",
          "gone",
        );
      }
      const [block] = await store.mainBlockSummaries(HEIGHT, HEIGHT);
      const { seal } = store.mainBlockBody(block ?? expect.fail());
      await expectRejection(seal[Symbol.asyncIterator]().next(), "PRUNED", "gone");
    });
    const rewound = await data("new", "rewind", String(HEIGHT), "--force-below-fixed", "--yes");
    expect(rewound, rewound.stderr).to.include({ code: 0 });
    const refused = await data("new", "rewind", String(HEIGHT - 1), "--force-below-fixed", "--yes");
    expect(refused.code).to.equal(4);
    expect(refused.stderr).to.include('"code":"PRUNED"');
  });

  it("are equal byte for byte: of a node with all blocks, of a pruned one, and of one that began with a snapshot", async () => {
    const pruned = copyRecorded(join(out(), "pruned"));
    await withStore(pruned, async (store) => {
      while ((await store.prune?.(HEIGHT))?.isDone === false);
    });
    expect(await init("new")).to.include({ code: 0 });
    expect(await data("new", "import", "--main", MAIN, "--resource", RESOURCE)).to.include({ code: 0 });
    for (const height of [HEIGHT, LATER]) {
      const texts = new Set<string>();
      for (const name of ["full", "pruned", "new"]) {
        const to = join(out(), `${name}-${height}`);
        await snapshot(dataDirectory(join(out(), name)), height, to);
        texts.add(await readFile(to, "utf8"));
      }
      expect(texts.size, `${height}`).to.equal(1);
    }
    await expectRejection(snapshot(pruned, HEIGHT - 1, join(out(), "gone")), "PRUNED", "gone");
  });

  it("are written by the command, below the main block that the fixed resource block names", async () => {
    const to = join(out(), "by-command");
    const written = await data("full", "snapshot", to);
    expect(written, written.stderr).to.include({ code: 0 });
    expect(JSON.parse(written.stdout)).to.include({ main_height: 4, file: to });
    const [head = ""] = (await readFile(to, "utf8")).split("\n");
    expect(JSON.parse(written.stdout)).to.include({ hash: snapshotHash(head) });
    const refused = await data("full", "snapshot", join(out(), "other"), "--height", "5");
    expect(refused.code).to.equal(4);
    expect(refused.stderr).to.include("SNAPSHOT_HEIGHT");
  });

  /** Changes to the file, and what is said of each. */
  const CHANGES: Readonly<Record<string, readonly [change: (lines: string[]) => void, says: string]>> = {
    "the value of a cell": [
      (lines) => change(lines, /"kind":"universal"/, /"value":"[0-9]+"/, '"value":"123456789"'),
      "its cells do not have the root that it names",
    ],
    "a cell that is missing": [
      (lines) =>
        lines.splice(
          lines.findIndex((line) => line.includes('"kind":"universal"')),
          1,
        ),
      "the snapshot",
    ],
    "a cell in another place": [
      (lines) => {
        const at = lines.findIndex((line) => line.includes('"kind":"universal"'));
        lines.splice(at, 2, lines[at + 1] ?? "", lines[at] ?? "");
      },
      "a cell is out of place",
    ],
    "the time of a header": [
      (lines) => change(lines, /^\{"height":7,/, /"s_timestamp":\d+/, '"s_timestamp":5'),
      "its main headers do not have the root that it names",
    ],
    "the blockhash of a header": [
      (lines) => change(lines, /^\{"height":7,/, /"blockhash":"0(.{77})"/, '"blockhash":"1$1"'),
      "main header 8 does not follow main header 7",
    ],
    "the nonce of a resource block": [
      (lines) => change(lines, /^\{"height":9,.*"nonce"/, /"nonce":"./, '"nonce":"~'),
      "resource_block_hash",
    ],
    "the last lines": [(lines) => lines.splice(-3), "it ends after"],
    "a line too many": [(lines) => lines.push(lines.at(-1) ?? ""), "it goes on after its end"],
    "text that is no JSON": [(lines) => lines.splice(20, 1, "{nonsense"), ""],
  };

  function change(lines: string[], which: RegExp, part: RegExp, to: string): void {
    const at = lines.findIndex((line) => which.test(line) && part.test(line));
    expect(at).to.be.at.least(1);
    lines[at] = (lines[at] ?? "").replace(part, to);
  }

  for (const [what, [edit, says]] of Object.entries(CHANGES))
    it(`are refused, and leave no chain: ${what}`, async () => {
      const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
      edit(lines);
      const changed = join(out(), "changed");
      await writeFile(changed, `${lines.join("\n")}\n`);
      const { code, stderr } = await init("new", changed);
      expect(code, stderr).to.be.oneOf([1, 5]);
      expect(stderr.toLowerCase()).to.include(says);
      const { databaseFile, networkFile } = dataDirectory(join(out(), "new"));
      for (const left of [databaseFile, networkFile, `${databaseFile}.snapshot`])
        expect(existsSync(left), left).to.equal(false);
      // The right file is taken in the same place.
      expect(await init("new")).to.include({ code: 0 });
    });

  it("are refused with another hash, also when all their roots fit a changed cell", async () => {
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    change(lines, /"kind":"universal"/, /"value":"[0-9]+"/, '"value":"123456789"');
    const head = readSnapshotSummary(lines[0] ?? "", hash);
    const cells = new WideRoot();
    for (const line of lines) if (line.includes('"kind":')) cells.add(line);
    lines[0] = snapshotSummaryText({ ...head, cell_root: cells.root() });
    const forged = join(out(), "forged");
    await writeFile(forged, `${lines.join("\n")}\n`);
    const refused = await init("new", forged);
    expect(refused.code).to.equal(5);
    expect(refused.stderr).to.include("SNAPSHOT_UNTRUSTED");
    // An operator who trusts it gets what it says: the hash is all that stands for a state.
    expect(await init("new", forged, snapshotHash(lines[0]))).to.include({ code: 0 });
    const grown = await data("new", "import", "--main", MAIN, "--resource", RESOURCE);
    expect(grown.code).to.equal(1);
  });

  it("are refused with the definition of another network, with half of the options, and where a node is", async () => {
    await mkdir(join(out(), "other"));
    const other = join(out(), "other", "network.toml");
    const text = (await readFile(full.networkFile, "utf8")).replace(/system_nonce = "/, 'system_nonce = "x');
    await writeFile(other, text);
    const words = ["init", "--snapshot", file, "--data-dir", join(out(), "new"), "--json"];
    const refused = await runInProcess([...words, "--trust", hash, "--network", other]);
    expect(refused.stderr).to.include("SNAPSHOT_NETWORK");
    expect((await runInProcess(words)).stderr).to.include("SNAPSHOT_TRUST");
    expect((await runInProcess([...words, "--trust", hash, "--genesis"])).stderr).to.include(
      "NETWORK_CHOICE",
    );
    expect((await init("full")).stderr).to.include("DATA_DIRECTORY_EXISTS");
    expect((await init("new", full.networkFile)).stderr).to.match(/SNAPSHOT_FORMAT|ITEMS_MALFORMED/);
  });
});
