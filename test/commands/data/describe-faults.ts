import { expect } from "chai";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { useChainCopy } from "./chain-copy.js";

/** Changes to the database behind the store's back, and what a check reports. */
const FAULTS: readonly {
  readonly what: string;
  readonly sql: string;
  readonly says: Readonly<Record<string, unknown>>;
  readonly isDerivable: boolean;
}[] = [
  {
    what: "a cell of the state",
    sql: "UPDATE cell_versions SET value = '\"1\"' WHERE height = 81 AND id = (SELECT max(cells.id) FROM cells JOIN cell_versions USING (id) WHERE kind = 0 AND height = 81)",
    says: { chain: "main", height: 81, reason: /universal state/, key: /^[0-9a-f]+$/ },
    isDerivable: true,
  },
  {
    what: "a row of an index",
    sql: "UPDATE address_transactions SET previous = 1 WHERE number = 30",
    says: { table: "address_transactions", row: /^address [0-9a-f]{44}, number 30$/ },
    isDerivable: true,
  },
  {
    what: "a row too much",
    sql: "INSERT INTO code_writes VALUES (70, 9, 'ab')",
    says: { table: "code_writes", row: "height 70, position 9" },
    isDerivable: true,
  },
  {
    what: "a fixed height beyond the chain",
    sql: "UPDATE meta SET value = '43' WHERE name = 'fixed_height'",
    says: { table: "meta", row: "name fixed_height" },
    isDerivable: true,
  },
  {
    what: "a signature",
    sql: `UPDATE transactions SET record = replace(record, '"signature":"', '"signature":"00')
          WHERE height = 40`,
    says: { chain: "main", height: 40 },
    isDerivable: false,
  },
  {
    what: "a transaction that is gone",
    sql: "DELETE FROM transactions WHERE height = 55",
    says: { chain: "main", height: 55 },
    isDerivable: false,
  },
  {
    what: "a seal that is no JSON",
    sql: "UPDATE main_block_bodies SET seal = '{' WHERE height = 12",
    says: { chain: "main", height: 12, lost_main_from: 12, lost_main_to: 81 },
    isDerivable: false,
  },
  {
    what: "a block's updates",
    sql: "UPDATE main_block_bodies SET local_updates = '{' WHERE height = 30",
    says: { chain: "main", height: 30 },
    isDerivable: true,
  },
  {
    what: "the counts of all blocks from one on",
    sql: "UPDATE main_blocks SET transaction_count = 7 WHERE height > 40",
    says: { chain: "main", height: 41 },
    isDerivable: true,
  },
  {
    what: "the hash and the height of a transaction",
    sql: "UPDATE transactions SET hash = 'ab', height = 3 WHERE number = 60",
    says: { chain: "main" },
    isDerivable: true,
  },
  {
    what: "the last blocks, which are gone",
    sql: "DELETE FROM main_block_bodies WHERE height > 60",
    says: { chain: "main", height: 61, lost_main_from: 61, lost_main_to: 81 },
    isDerivable: false,
  },
];

/** Makes each `step`-th of the faults. */
export function describeFaults(step: number): void {
  describe("chainnode data check and reindex, on a damaged chain", () => {
    const chain = useChainCopy();
    const { data, dump } = chain;

    function assertSays(stdout: string, says: Readonly<Record<string, unknown>>): void {
      const found = JSON.parse(stdout) as Record<string, unknown>;
      for (const [name, expected] of Object.entries(says)) {
        if (expected instanceof RegExp) expect(found[name], name).to.match(expected);
        else expect(found[name], name).to.equal(expected);
      }
    }

    for (const { what, sql, says, isDerivable } of FAULTS.filter((_, index) => index % step === 0)) {
      it(`${what}: is reported with its place, exit 5; ${isDerivable ? "derived again" : "a reindex changes nothing"}`, async () => {
        await chain.script(sql);
        const damaged = await dump();

        const checked = await data("check");
        expect(checked.code).to.equal(5);
        assertSays(checked.stdout, { ok: false, ...says });
        const reindexed = await data("reindex");
        if (isDerivable) {
          expect(reindexed.code).to.equal(0);
          assertSays(reindexed.stdout, { changed: true, ...says });
          expect(await dump()).to.equal(chain.whole);
        } else {
          expect(reindexed).to.include({ code: 5, stdout: "" });
          expect(reindexed.stderr).to.include('"code":"BLOCKS_DAMAGED"');
          expect(await dump()).to.equal(damaged);
        }
        expect(readdirSync(chain.directory.path).filter((name) => name.startsWith("derived"))).to.deep.equal(
          [],
        );
      });
    }

    it("reports no difference between equal states", async () => {
      expect(JSON.parse((await data("reindex")).stdout)).to.deep.equal({ changed: false });
      expect(await dump()).to.equal(chain.whole);
    });

    it("reports the table of a page with flipped bytes, exit 5", async () => {
      const bytes = readFileSync(chain.directory.databaseFile);
      const page = bytes.readUInt16BE(16);
      const sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'address_transactions'";
      const [row] = await chain.query<{ rootpage: number }>(sql);
      const start = ((row?.rootpage ?? 0) - 1) * page;
      for (let at = start; at < start + 64; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      writeFileSync(chain.directory.databaseFile, bytes);
      const { code, stdout } = await data("check");
      expect(code).to.equal(5);
      assertSays(stdout, { ok: false, reason: /address_transactions/ });
    });

    it("finds one flipped byte anywhere in the file, except in unused space", async () => {
      const bytes = readFileSync(chain.directory.databaseFile);
      const seed = 7;
      let missed = 0;
      for (let round = 0; round < 4; round += 1) {
        const at = 4096 + ((round * 2654435761 + seed) % (bytes.length - 4096));
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ 0x55;
        writeFileSync(chain.directory.databaseFile, flipped);
        const { code } = await data("check");
        expect(code, `byte ${at}`).to.be.oneOf([0, 5]);
        if (code === 0) {
          missed += 1;
          expect(await dump(), `byte ${at}`).to.equal(chain.whole);
        }
      }
      expect(missed).to.be.lessThan(4);
    });

    it("reports a file that is not a database, exit 5, with advice", async () => {
      writeFileSync(chain.directory.databaseFile, "no database".repeat(1000));
      for (const verb of ["check", "reindex"]) {
        const { code, stderr } = await data(verb);
        expect(code).to.equal(5);
        expect(stderr).to.include('"code":"DATABASE_NOTADB"').and.to.include("chainnode data reset");
      }
    });
  });
}
