import { expect } from "chai";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { runBinary } from "../../cli/binary.js";
import { useChainCopy } from "./chain-copy.js";

/** Data derived from the blocks: tables, and the indexes of all tables. */
const DERIVED = [
  "cells",
  "sqlite_autoindex_cells_1",
  "cell_versions",
  "cell_ends",
  "code_writes",
  "addresses",
  "sqlite_autoindex_addresses_1",
  "address_transactions",
  "address_ends",
  "meta",
  "main_blocks",
  "sqlite_autoindex_main_blocks_1",
  "sqlite_autoindex_transactions_1",
  "transactions_by_code",
  "sqlite_autoindex_resource_blocks_1",
  "resource_blocks_by_timestamp",
] as const;

/** What the chain does not hold: a reindex leaves it empty. */
const REMEMBERED = ["undone_blocks", "sqlite_autoindex_undone_blocks_1"] as const;

/** The parts of blocks: seals and updates, transactions, and proofs of work. */
const BLOCKS = ["main_block_bodies", "transactions", "resource_blocks"] as const;

/** What a disk fault or a power failure may do to a page. */
const DAMAGE: Readonly<Record<string, (page: Buffer) => void>> = {
  zeroed: (page) => page.fill(0),
  flipped: (page) => {
    for (let at = 0; at < 64; at += 1) page[at] = (page[at] ?? 0) ^ 0xff;
  },
  torn: (page) => page.copy(page, 0, page.length / 2),
};

describe("chainnode data, on a database with damaged pages", () => {
  const chain = useChainCopy();
  const { data } = chain;

  /** Damages all pages of a table or an index, or the second of those that hold rows. */
  async function damage(name: string, kind: string, isOne = false): Promise<void> {
    const all = await chain.query<{ pageno: number }>(`SELECT pageno FROM dbstat WHERE name = '${name}'`);
    const leaves = await chain.query<{ pageno: number }>(
      `SELECT pageno FROM dbstat WHERE name = '${name}' AND pagetype = 'leaf' ORDER BY path`,
    );
    const pages = isOne ? leaves.slice(1, 2) : all;
    expect(pages, name).to.not.have.length(0);
    const bytes = readFileSync(chain.directory.databaseFile);
    const size = bytes.readUInt16BE(16);
    for (const { pageno } of pages) DAMAGE[kind]?.(bytes.subarray((pageno - 1) * size, pageno * size));
    writeFileSync(chain.directory.databaseFile, bytes);
  }

  /** A check reports the damage and advises a reindex, which repairs it. */
  async function assertRepaired(): Promise<void> {
    const checked = await data("check");
    expect(checked.code).to.equal(5);
    expect(JSON.parse(checked.stdout)).to.include({ ok: false }).and.not.have.property("lost_main_from");
    expect(checked.stderr).to.include("chainnode data reindex").and.not.include("reset");
    const reindexed = await data("reindex");
    expect(reindexed, reindexed.stderr).to.include({ code: 0 });
    expect(JSON.parse(reindexed.stdout)).to.include({ changed: true }).and.not.have.property("kept");
    expect(await chain.dump()).to.equal(chain.whole);
    expect(await data("check")).to.include({ code: 0 });
  }

  it("covers every table and every index", async () => {
    const found = await chain.query<{ name: string }>("SELECT name FROM sqlite_schema WHERE rootpage > 0");
    expect(found.map(({ name }) => name)).to.have.members([...DERIVED, ...REMEMBERED, ...BLOCKS]);
  });

  for (const name of DERIVED) {
    for (const kind of Object.keys(DAMAGE)) {
      it(`${name}, all pages ${kind}: reindex rebuilds it`, async () => {
        await damage(name, kind);
        await assertRepaired();
      });
    }
  }

  for (const name of ["resource_blocks_by_timestamp", "cells", "meta"]) {
    it(`the schema's row of ${name} is invalid: reindex rebuilds it`, async () => {
      await chain.script(
        `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE' WHERE name = '${name}'`,
      );
      await assertRepaired();
    });

    it(`the schema leads to no page for ${name}: reindex rebuilds it`, async () => {
      await chain.script(
        `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 99999 WHERE name = '${name}'`,
      );
      await assertRepaired();
    });
  }

  for (const name of BLOCKS) {
    for (const kind of Object.keys(DAMAGE)) {
      it(`${name}, a page ${kind}: reports which blocks are lost, and drops them only with --drop-blocks`, async () => {
        await damage(name, kind, true);
        const damaged = readFileSync(chain.directory.databaseFile);
        const checked = await data("check");
        expect(checked.code).to.equal(5);
        const said = JSON.parse(checked.stdout) as Record<string, unknown>;
        const isMain = name !== "resource_blocks";
        const [from, to] = isMain
          ? ["lost_main_from", "lost_main_to"]
          : ["lost_resource_from", "lost_resource_to"];
        expect(said[to], "the last").to.equal(isMain ? 81 : 42);

        const refused = await data("reindex");
        expect(refused).to.include({ code: 5, stdout: "" });
        expect(refused.stderr)
          .to.include('"code":"BLOCKS_DAMAGED"')
          .and.include(`"${from}":${String(said[from])}`)
          .and.include("--drop-blocks")
          .and.include("data export");
        expect(readFileSync(chain.directory.databaseFile).equals(damaged), "as it was").to.equal(true);

        const dropped = await data("reindex", "--drop-blocks");
        expect(dropped, dropped.stderr).to.include({ code: 0 });
        const { kept, ...told } = JSON.parse(dropped.stdout) as Record<string, unknown>;
        expect(told).to.include({ changed: true, [from]: said[from], [to]: said[to] });
        expect(readFileSync(String(kept)).equals(damaged), "kept").to.equal(true);
        expect(await data("check")).to.include({ code: 0 });
      });
    }
  }

  it("a file that is cut off: the rest is kept, and the loss is reported", async () => {
    truncateSync(
      chain.directory.databaseFile,
      Math.floor(readFileSync(chain.directory.databaseFile).length * 0.6),
    );
    expect(await data("check")).to.include({ code: 5 });
    const refused = await data("reindex");
    expect(refused.code).to.equal(5);
    expect(refused.stderr).to.include("BLOCKS_DAMAGED").and.include("--drop-blocks");
    expect(await data("reindex", "--drop-blocks")).to.include({ code: 0 });
    expect(await data("check")).to.include({ code: 0 });
  });

  it("nothing of a database is left: the advice is a backup or a reset, and is not circular", async () => {
    const bytes = readFileSync(chain.directory.databaseFile);
    bytes.fill(0x5a, 0, 4096);
    writeFileSync(chain.directory.databaseFile, bytes);
    for (const verb of ["check", "reindex"]) {
      const { code, stderr } = await data(verb);
      expect(code).to.equal(5);
      expect(stderr).to.include("backup").and.include("data reset").and.not.include("data reindex");
    }
  });

  it("the real binary: a node that cannot start advises the repair, and starts after it", async () => {
    await damage("code_writes", "zeroed");
    const at = ["--data-dir", chain.directory.path];
    const started = await runBinary(["start", "--port", "0", ...at]);
    expect(started.code).to.equal(5);
    expect(started.stderr).to.include("chainnode data reindex");
    expect(await runBinary(["data", "reindex", ...at])).to.include({ code: 0 });
    expect(await runBinary(["block", "count", ...at])).to.include({ code: 0, stdout: "81\n" });
  });
});
