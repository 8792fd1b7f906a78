import { expect } from "chai";
import { addressOf } from "../../../src/codec/address.js";
import { hashOf } from "../../../src/codec/hash.js";
import type { ProjectorStatus } from "../../../src/ops/status/projector-status.js";
import { readDatabaseAddress } from "../../../src/store/postgres/address.js";
import { PostgresWriter } from "../../../src/store/postgres/postgres-writer.js";
import { replaceLive } from "../../../src/store/postgres/replace-live.js";
import { LIVE_SCHEMA, NEXT_SCHEMA } from "../../../src/store/postgres/schema.js";
import { expectRejection } from "../../support/expect-rejection.js";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  type TestDatabase,
} from "../../support/postgres.js";
import { openRecordedLedger, type TempLedger } from "../../support/recorded-ledger.js";
import { copyOnce, expectCopied, faultOf, IDENTITY, projectorOf, withProjection } from "./support.js";
import { mainBlock } from "../../../src/store/reads.js";

describe("a projector (docs/adr/0019)", () => {
  let server: PostgresServer | undefined;
  let database: TestDatabase;
  let chain: TempLedger;
  before(async function () {
    server = await findPostgres(this);
  });
  beforeEach(async () => {
    if (server !== undefined) database = await createDatabase(server);
    chain = await openRecordedLedger();
  });
  afterEach(async () => {
    await chain.remove();
    await database.remove();
  });
  after(() => server?.stop());

  function openWriter(): Promise<PostgresWriter> {
    const address = readDatabaseAddress(database.url);
    return PostgresWriter.open({ address, schema: LIVE_SCHEMA, network: IDENTITY });
  }

  async function undo(blocks: number): Promise<void> {
    for (let left = blocks; left > 0; left -= 1)
      await chain.store.undoMainBlock((await chain.store.mainBlockSummary("last"))?.height ?? 0);
  }

  it("continues on a pruned chain, and refuses to begin there", async () => {
    await copyOnce(chain.store, database.url);
    const last = (await chain.store.mainBlockSummary("last")) ?? expect.fail();
    await undo(10);
    await copyOnce(chain.store, database.url);
    while ((await chain.store.prune?.(last.height - 10))?.isDone === false);
    await copyOnce(chain.store, database.url);
    const other = await createDatabase(server ?? expect.fail());
    try {
      const error = await expectRejection(copyOnce(chain.store, other.url), "PRUNED", "gone");
      expect(error.details).to.include({ first: last.height - 9 });
      expect(error.advice).to.include("chainnode project --from");
    } finally {
      await other.remove();
    }
  });

  it("copies the recorded chain, undoes what the node undoes, and finds every edited row", async () => {
    await copyOnce(chain.store, database.url);
    await expectCopied(chain.store, database.url);
    await undo(5);
    await copyOnce(chain.store, database.url);
    await expectCopied(chain.store, database.url);
    for (const [edit, found] of EDITS) {
      await database.query(`CREATE TABLE kept AS TABLE ${LIVE_SCHEMA}.${tableOf(edit)}`);
      await database.query(edit);
      expect(await withProjection(database.url, (store) => faultOf(chain.store, store)), edit).to.deep.equal(
        found,
      );
      await database.query(`TRUNCATE ${LIVE_SCHEMA}.${tableOf(edit)}`);
      await database.query(`INSERT INTO ${LIVE_SCHEMA}.${tableOf(edit)} TABLE kept`);
      await database.query("DROP TABLE kept");
    }
    expect(await withProjection(database.url, (store) => faultOf(chain.store, store))).to.equal(null);
  });

  it("finds a seal that no validators have made, and takes another one that is valid", async () => {
    await copyOnce(chain.store, database.url);
    const block = await mainBlock(chain.store, { height: 9 });
    const seal = block?.seal ?? "";
    const other = addressOf("ab".repeat(32));
    const [, entry] = /^\{"[^"]*":(.*)\}$/.exec(seal) ?? [];
    for (const [changed, found] of [
      [seal.replace("}}", `},"${other}":${entry}}`), null],
      [seal.replace(/"signature":"../, '"signature":"00'), { chain: MAIN, height: 9 }],
      ["[]", { chain: MAIN, height: 9 }],
      ["no seal", { chain: MAIN, height: 9 }],
    ] as const) {
      await database.query(
        `UPDATE ${LIVE_SCHEMA}.main_body SET seal = convert_to($1, 'UTF8') WHERE height = 9`,
        [changed],
      );
      const fault = await withProjection(database.url, (store) => faultOf(chain.store, store));
      expect(fault, changed).to.deep.equal(found);
    }
  });

  it("refuses the database of another network and changes nothing", async () => {
    await copyOnce(chain.store, database.url);
    const other = copyOnce(chain.store, database.url, { identity: hashOf("another network") });
    await expectRejection(other, "POSTGRES_NETWORK", "local");
    expect(await withProjection(database.url, (store) => faultOf(chain.store, store))).to.equal(null);
  });

  it("stands by while another one writes, and takes over when it ends", async () => {
    const first = await openWriter();
    const states: string[] = [];
    const ended = new AbortController();
    const onStatus = ({ state }: ProjectorStatus): void => {
      states.push(state);
      if (state === "standby" && states.filter((each) => each === "standby").length === 1) void first.close();
      if (state === "following") ended.abort();
    };
    const { projector } = projectorOf(chain.store, [database.url], { onStatus });
    await projector.run(ended.signal);
    expect(states[0]).to.equal("standby");
    expect(projector.status.term).to.equal(first.term + 1);
    await expectCopied(chain.store, database.url);
  });

  it("writes nothing after another projector has begun a term or moved the tip", async () => {
    for (const change of ["term = term + 1", "main_height = 7", "resource_blockhash = 'ff'"]) {
      const writer = await openWriter();
      await database.query(`UPDATE ${LIVE_SCHEMA}.tip SET ${change}`);
      const block = await chain.store.resourceBlock({ height: 1 });
      if (block === null) throw new Error("no block");
      const writing = writer.commit({ main: [], resource: [block], notes: new Map([["a", "b"]]) });
      await expectRejection(writing, "PROJECTION_LOST", "unavailable");
      expect(await database.query(`SELECT 1 FROM ${LIVE_SCHEMA}.resource_block`)).to.deep.equal([]);
      expect(await database.query(`SELECT 1 FROM ${LIVE_SCHEMA}.meta WHERE name = 'a'`)).to.deep.equal([]);
      await writer.close();
      await database.query(`DROP SCHEMA ${LIVE_SCHEMA} CASCADE`);
    }
  });

  it("replaces a projector that does not respond, and whose later writes fail", async () => {
    const silent = await openWriter();
    await expectRejection(openWriter(), "PROJECTION_TAKEN", "unavailable");
    await database.query(`UPDATE ${LIVE_SCHEMA}.tip SET renewed_at = now() - interval '1 minute'`);
    const next = await openWriter();
    expect(next.term).to.equal(silent.term + 1);
    await expectRejection(silent.commit({ main: [], resource: [] }), "POSTGRES_UNREACHABLE", "unavailable");
    await next.commit({ main: [], resource: [] });
    await Promise.all([silent.close().catch(() => undefined), next.close()]);
  });

  it("writes the server with the highest term, then the highest blocks, above all their terms, and names the other", async () => {
    const other = await createDatabase(server ?? fail());
    const urls = [other.url, database.url];
    const name = (url: string): string => readDatabaseAddress(url).name;
    const write = async (): Promise<[string | undefined, number, readonly string[]]> => {
      const { projector } = projectorOf(chain.store, urls);
      await projector.run(new AbortController().signal, { once: true });
      const { term, rivals } = projector.status;
      return [projector.address?.name, term, rivals];
    };
    await copyOnce(chain.store, database.url);
    // A server without tables is no rival.
    expect(await write()).to.deep.equal([name(database.url), 2, []]);
    await copyOnce(chain.store, other.url);
    expect(await write()).to.deep.equal([name(database.url), 3, [name(other.url)]]);
    await other.query(`UPDATE ${LIVE_SCHEMA}.tip SET term = 3, main_height = main_height - 1`);
    expect(await write()).to.deep.equal([name(database.url), 4, [name(other.url)]]);
    await other.query(`UPDATE ${LIVE_SCHEMA}.tip SET term = 9, main_height = main_height + 1`);
    expect(await write()).to.deep.equal([name(other.url), 10, [name(database.url)]]);
    await copyOnce(chain.store, database.url, { schema: NEXT_SCHEMA });
    await replaceLive(readDatabaseAddress(database.url), [readDatabaseAddress(other.url)]);
    expect(await write()).to.deep.equal([name(database.url), 13, [name(other.url)]]);
    await other.remove();
  });

  it("rebuilds the tables beside the live ones, and then replaces these", async () => {
    await copyOnce(chain.store, database.url);
    await database.query(`DELETE FROM ${LIVE_SCHEMA}.cell_version WHERE height = 3`);
    const address = readDatabaseAddress(database.url);
    const { status } = await copyOnce(chain.store, database.url, { schema: NEXT_SCHEMA });
    expect(status.main).to.equal(chain.ledger.tip.height);
    await withProjection(database.url, async (reader) => {
      const old = await reader.tip();
      let isReplaced = false;
      const replacing = await reader.snapshot(async (moment) => {
        const replaced = replaceLive(address).then(() => (isReplaced = true));
        for (let height = 1; height <= old.main.height; height += 1)
          expect(await mainBlock(moment, { height })).not.to.equal(null);
        expect(isReplaced).to.equal(false);
        return { replaced };
      });
      await replacing.replaced;
      expect((await reader.tip()).term).to.be.greaterThan(old.term);
      expect(await faultOf(chain.store, reader)).to.equal(null);
    });
    expect(
      await database.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'chainnode%'"),
    ).to.deep.equal([{ nspname: LIVE_SCHEMA }]);
  });
});

const [MAIN, RESOURCE] = ["main", "resource"] as const;
/** The changes that an intruder makes to a database, each with the table in which it is found. */
const EDITS: readonly (readonly [string, object])[] = [
  [
    `UPDATE ${LIVE_SCHEMA}.tx SET record = replace(record, '"', '''') WHERE height = 9`,
    { chain: MAIN, height: 9 },
  ],
  [`DELETE FROM ${LIVE_SCHEMA}.tx_address WHERE number = 2`, { chain: MAIN, height: 2 }],
  [`UPDATE ${LIVE_SCHEMA}.cell_version SET value = '"9"' WHERE height = 12`, { chain: MAIN, height: 12 }],
  [`DELETE FROM ${LIVE_SCHEMA}.main_body WHERE height = 20`, { chain: MAIN, height: 20 }],
  [
    `UPDATE ${LIVE_SCHEMA}.main_block SET s_timestamp = s_timestamp + 1 WHERE height = 4`,
    { chain: MAIN, height: 4 },
  ],
  [
    `UPDATE ${LIVE_SCHEMA}.resource_block SET miner = validator || 'x' WHERE height = 2`,
    { chain: RESOURCE, height: 2 },
  ],
  [`INSERT INTO ${LIVE_SCHEMA}.cell_version VALUES (0, '\\x00', 1000, 2, '"1"')`, { table: "cell_version" }],
];

function fail(): never {
  throw new Error("There is no server. ");
}

/** The table that a statement changes. */
function tableOf(edit: string): string {
  return /\.(\w+)/.exec(edit)?.[1] ?? "";
}
