import { expect } from "chai";
import { namedDevAccounts } from "../../../src/node/network/dev-network.js";
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
});
