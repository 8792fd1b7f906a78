import { expect } from "chai";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import { openLedger } from "../../../src/data/chain/open-ledger.js";
import { prunableUpTo, readKeep } from "../../../src/ledger/pruning.js";
import { MAIN, RESOURCE } from "./recorded-data.js";
import { useChainCopy } from "./chain-copy.js";

/** The main block that the fixed resource block names. */
const FIXED = 5;
const HORIZON = 61;

describe("chainnode data prune, on the recorded chain (docs/pruning.md)", () => {
  const chain = useChainCopy();
  const { data } = chain;

  async function prune(keep: string): Promise<number> {
    const pruned = await data("prune", "--keep", keep);
    expect(pruned, pruned.stderr).to.include({ code: 0 });
    return (JSON.parse(pruned.stdout) as { readonly first_height: number }).first_height;
  }

  /** Prunes a chain of so few resource blocks as one of many could be. */
  async function pruneDeep(): Promise<void> {
    const store = await openSqliteStore({ file: chain.directory.databaseFile });
    while ((await store.prune?.(HORIZON))?.horizon !== HORIZON);
    await store.close();
  }

  function expectPruned(
    { code, stderr }: { readonly code: number; readonly stderr: string },
    first: number,
  ): void {
    expect(code, stderr).to.equal(4);
    const { error } = JSON.parse(stderr) as { readonly error: object };
    expect(error).to.include({ code: "PRUNED" }).and.to.have.nested.property("details.first", first);
  }

  const versions = () => chain.query("SELECT height, id, value FROM cell_versions ORDER BY 1, 2");

  it("keeps the last blocks; a check and a rebuilding begin where the chain is pruned", async () => {
    expect(await prune("blocks=80")).to.equal(2);
    expect(await data("check")).to.include({ code: 0, stdout: '{"ok":true}\n' });
    expect(await prune("blocks=20")).to.equal(FIXED + 1);
    await pruneDeep();
    expect(await data("check")).to.include({ code: 0, stdout: '{"ok":true}\n' });
    const before = await versions();
    expect(await data("reindex")).to.include({ code: 0, stdout: '{"changed":false}\n' });
    expect(await versions()).to.deep.equal(before);
    expect(await data("check")).to.include({ code: 0, stdout: '{"ok":true}\n' });
  });

  it("rewinds to where it is pruned, takes the same blocks again, and goes no further back", async () => {
    const whole = await versions();
    await pruneDeep();
    const pruned = await versions();
    const rewind = (height: number) => data("rewind", String(height), "--force-below-fixed", "--yes");
    expectPruned(await rewind(HORIZON - 1), HORIZON + 1);
    expect(await versions()).to.deep.equal(pruned);
    expect(await rewind(HORIZON)).to.include({ code: 0 });
    expect(await data("check")).to.include({ code: 0 });
    expectPruned(await rewind(HORIZON - 1), HORIZON + 1);
    expect(await data("import", "--main", MAIN, "--resource", RESOURCE)).to.include({ code: 0 });
    expect(await data("check")).to.include({ code: 0, stdout: '{"ok":true}\n' });
    expect(await versions()).to.deep.equal(pruned);
    expect(pruned.length).to.be.below(whole.length);
  });

  it("keeps what can still be undone, however little is wanted", async () => {
    const opened = await openLedger(chain.directory);
    try {
      const { ledger } = opened;
      const { fixedMainHeight } = ledger.resourceChain;
      expect(fixedMainHeight).to.equal(FIXED);
      const nowUs = ledger.tip.s_timestamp;
      expect(await prunableUpTo(ledger, { blocks: 1 }, nowUs)).to.equal(fixedMainHeight);
      expect(await prunableUpTo(ledger, { days: 1 }, nowUs + 2 * 86_400_000_000)).to.equal(fixedMainHeight);
      expect(await prunableUpTo(ledger, { days: 1 }, nowUs)).to.equal(0);
      expect(await prunableUpTo(ledger, "all", nowUs)).to.equal(0);
    } finally {
      await opened.close();
    }
  });

  it("says PRUNED, with the first height, for an export of what is gone", async () => {
    const first = await prune("blocks=20");
    const file = join(chain.directory.path, "main.ndjson");
    expectPruned(await data("export", "--main", file), first);
    expect(existsSync(file)).to.equal(false);
  });

  it("refuses a word that does not say what to keep", async () => {
    for (const word of ["blocks=0", "blocks=", "days=x", "10", "days=40000", "blocks=-1"]) {
      const { code, stderr } = await data("prune", "--keep", word);
      expect({ word, code }).to.deep.equal({ word, code: 2 });
      expect(stderr).to.include("KEEP_INVALID");
    }
    expect(readKeep("all")).to.equal("all");
  });

  it("removes what a killed process left of a copy", async () => {
    const left = `${chain.directory.databaseFile}.compact`;
    await writeFile(left, "half a database");
    await prune("blocks=20");
    expect(existsSync(left)).to.equal(false);
  });

  const FAULTS: Readonly<Record<string, { readonly sql: string; readonly says: object }>> = {
    "a cell that a block wrote": {
      sql: `UPDATE cell_versions SET value = '"1"' WHERE height = 80 AND id = (SELECT max(id) FROM cell_versions WHERE height = 80)`,
      says: { chain: "main", height: 80 },
    },
    "a jump of a cell": {
      sql: "UPDATE cell_versions SET jump = 62 WHERE height = 81 AND jump > 70",
      says: { chain: "main", height: 81 },
    },
    "an end of an address": {
      sql: "UPDATE address_ends SET step = step + 1 WHERE address = 1",
      says: { table: "address_transactions" },
    },
    "a header that is pruned": {
      sql: "UPDATE main_blocks SET previous_blockhash = 'ab' WHERE height = 7",
      says: { table: "main_blocks", row: "height 7" },
    },
    "a transaction that is gone": {
      sql: "DELETE FROM transactions WHERE height = 75",
      says: { chain: "main", height: 75, lost_main_from: 75 },
    },
    "the cells where the chain is pruned": {
      sql: "UPDATE cell_versions SET value = '\"1\"' WHERE height <= 61",
      says: { chain: "main", height: 62 },
    },
  };
  for (const [what, { sql, says }] of Object.entries(FAULTS))
    it(`is checked: ${what}`, async () => {
      await pruneDeep();
      await chain.script(sql);
      const { code, stdout } = await data("check");
      expect(code).to.equal(5);
      expect(JSON.parse(stdout)).to.include({ ok: false, ...says });
    });
});
