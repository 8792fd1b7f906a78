import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { readNodeAddress } from "../../../src/client/node-address.js";
import { addressOf } from "../../../src/codec/address.js";
import { objectToMap } from "../../../src/codec/value.js";
import { compare } from "../../../src/readers/reader/comparison.js";
import { namedDevAccounts } from "../../../src/data/dev-network.js";
import { LIVE_SCHEMA } from "../../../src/store/postgres/schema.js";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  type TestDatabase,
} from "../../support/postgres.js";
import { postgresDatabase, startProjection, type RunningProjection } from "../../support/projection.js";
import { askServer, compareAnswers, factsOf } from "../../support/reader-comparison.js";
import { startReader, startWriter, type ServedReader, type Writer } from "../../support/reader-pair.js";
import { Corpus } from "../../support/request-corpus.js";
import { createSeededRandom, randomRuns, seeded } from "../../support/seeded-random.js";

const A_KIND = randomRuns(8);
const [ALICE = "", BOB = ""] = namedDevAccounts().map(({ address }) => address);

describe("a reader on PostgreSQL", () => {
  let server: PostgresServer;
  let database: TestDatabase;
  let writer: Writer;
  let served: ServedReader;
  let projection: RunningProjection;

  const pay = (amount: number): Promise<string> =>
    writer.send(0, { type: "Send", from: ALICE, to: BOB, amount: String(amount) });

  before(async function () {
    server = await findPostgres(this);
    database = await createDatabase(server);
    writer = await startWriter();
    for (let amount = 1; amount <= 4; amount += 1) await pay(amount);
    projection = await startProjection(writer, [database.url]);
    served = await startReader({
      databases: [postgresDatabase(database.url, { connections: 4, statementTimeoutMs: 10_000 })],
      writerUrl: writer.url,
      clock: writer.clock,
      log: ({ message }) => void message,
    });
  });

  after(async () => {
    await served.stop();
    await projection.stop();
    await writer.stop();
    await database.remove();
    await server.stop();
  });

  it(
    seeded(`answers every kind of request byte for byte as the node does, ${A_KIND} times each`),
    async () => {
      const corpus = new Corpus(await factsOf(writer.store), createSeededRandom());
      for (const kind of Corpus.kinds)
        for (let run = 0; run < A_KIND; run += 1)
          await compareAnswers(writer.url, served.url, corpus.next(kind));
    },
  );

  it("answers so while blocks arrive, and shows each write to a client that waits for its height", async () => {
    const corpus = new Corpus(await factsOf(writer.store), createSeededRandom());
    for (let amount = 1; amount <= 5; amount += 1) {
      const hash = await pay(amount);
      const { height } = writer.node.ledger.tip;
      const target = `/request?min-height=${height}&request=${JSON.stringify({ type: "GetTransaction", target: hash })}`;
      const { status, body } = await askServer(served.url, { kind: "", method: "GET", target });
      expect([
        status,
        body.includes(hash.slice(0, 14)) || body.includes(`"amount":"${amount}`),
      ]).to.deep.equal([200, true]);
      for (const kind of ["GetBalance", "ListTransaction", "ListBlock", "StateAt"])
        await compareAnswers(writer.url, served.url, corpus.next(kind));
    }
  });

  it("answers numbers beyond all heights as the node does, and fails no other request of that moment", async () => {
    const asked = (type: string, member: string, number: string) => ({
      kind: type,
      method: "POST" as const,
      target: "/rawrequest",
      type: "application/json",
      body: `{"request":{"type":"${type}","${member}":${number},"count":10}}`,
    });
    const plain = asked("ListTransaction", "page", "1");
    for (const [type, member] of [
      ["ListBlock", "page"],
      ["ListBlock", "height"],
      ["GetBlocks", "target"],
      ["GetResourceBlocks", "target"],
      ["ListResourceBlock", "page"],
      ["ListTransaction", "page"],
      ["ListCode", "page"],
    ] as const)
      for (const number of ["1e19", "1e20", "1e99", "1e308"]) {
        const strange = asked(type, member, number);
        const answers = await Promise.all([plain, strange, plain].map((each) => askServer(served.url, each)));
        for (const { body } of answers) expect(body, strange.body).to.include('"code":200');
        await compareAnswers(writer.url, served.url, strange);
      }
  });

  it("keeps hostile text out of SQL: it arrives as parameters, and changes nothing", async () => {
    const hostile = "'; DROP TABLE chainnode.main_block; --";
    for (const [type, member] of [
      ["GetBlock", "target"],
      ["GetTransaction", "target"],
      ["ListTransaction", "address"],
      ["GetCode", "target"],
      ["GetResource", "address"],
      ["GetBalance", "address"],
    ] as const) {
      const body = JSON.stringify({ request: { type, [member]: hostile, count: 1 } });
      await compareAnswers(writer.url, served.url, {
        kind: type,
        method: "POST",
        target: "/rawrequest",
        type: "application/json",
        body,
      });
    }
    const [row] = await database.query(`SELECT count(*)::int AS blocks FROM ${LIVE_SCHEMA}.main_block`);
    expect(row?.["blocks"]).to.be.greaterThan(0);
  });

  it("answers again by itself after the database has cut all its connections", async () => {
    await database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    const target = `/request?request=${JSON.stringify({ type: "BlockCount" })}`;
    for (;;) {
      const { status, body } = await askServer(served.url, { kind: "", method: "GET", target });
      expect(status === 200 || status === 503, body).to.equal(true);
      if (status === 200) break;
    }
  });

  it("refuses with 503 when the database cancels a slow statement, and continues", async () => {
    const hasty = await startReader({
      databases: [postgresDatabase(database.url, { connections: 2, statementTimeoutMs: 500 })],
      writerUrl: writer.url,
      clock: writer.clock,
    });
    const target = `/request?request=${JSON.stringify({ type: "GetTransaction", target: await pay(9) })}`;
    const ask = (): ReturnType<typeof askServer> => askServer(hasty.url, { kind: "", method: "GET", target });
    try {
      await database.query("BEGIN");
      await database.query(`LOCK TABLE ${LIVE_SCHEMA}.tx IN ACCESS EXCLUSIVE MODE`);
      const { status, body } = await ask();
      expect([status, body.includes('"code":"READER_SLOW"')]).to.deep.equal([503, true]);
      await database.query("ROLLBACK");
      expect((await ask()).status).to.equal(200);
    } finally {
      await hasty.stop();
    }
  });

  it("waits for the tables, and for the right to use them, which it names", async () => {
    const empty = await createDatabase(server);
    const role = `chainnode_test_${randomBytes(6).toString("hex")}`;
    await empty.query(`CREATE ROLE ${role} LOGIN`);
    const reasons: string[] = [];
    const url = empty.url.replace(/\/\/.*@/, `//${role}@`);
    const starting = startReader({
      databases: [postgresDatabase(url)],
      writerUrl: writer.url,
      clock: writer.clock,
      log: ({ fields }) => reasons.push(String(fields?.["reason"])),
    });
    const until = async (text: string): Promise<void> => {
      while (!reasons.some((reason) => reason.includes(text))) await delay(20);
    };
    await until("holds no chain");
    await (await startProjection(writer, [empty.url])).stop();
    await until(`the role ${role} has no right to use the schema`);
    await empty.query(`GRANT USAGE ON SCHEMA ${LIVE_SCHEMA} TO ${role}`);
    await until("permission denied for table");
    await empty.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${LIVE_SCHEMA} TO ${role}`);
    const started = await starting;
    expect(started.reader.moments.tip.height).to.equal(writer.node.tip.height);
    await started.stop();
    await empty.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await empty.remove();
  });

  it("compares its answers with the node's, and verifies each side's seal where the seals differ", async () => {
    const node = readNodeAddress(writer.url);
    const question = objectToMap({ type: "GetBlock", target: 3n, full: true });
    expect(await compare(served.reader, node, question)).to.equal("equal");
    const [row] = await database.query(
      `SELECT convert_from(seal, 'UTF8') AS seal FROM ${LIVE_SCHEMA}.main_body WHERE height = 3`,
    );
    const seal = String(row?.["seal"]);
    const [, entry] = /^\{"[^"]*":(.*)\}$/.exec(seal) ?? [];
    const other = addressOf("ab".repeat(32));
    const write = (text: string) =>
      database.query(`UPDATE ${LIVE_SCHEMA}.main_body SET seal = convert_to($1, 'UTF8') WHERE height = 3`, [
        text,
      ]);
    for (const [changed, result] of [
      [seal.replace("}}", `},"${other}":${entry}}`), "equal"],
      [seal.replace(/"signature":"../, '"signature":"00'), "different"],
      ["{}", "different"],
      [seal, "equal"],
    ] as const) {
      await write(changed);
      const fresh = await startReader({
        databases: [postgresDatabase(database.url)],
        writerUrl: writer.url,
        clock: writer.clock,
      });
      expect(await compare(fresh.reader, node, question), changed).to.equal(result);
      await fresh.stop();
    }
  });
});
