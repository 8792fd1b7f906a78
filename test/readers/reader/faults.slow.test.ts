import { expect } from "chai";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { textIn } from "../../../src/codec/text.js";
import { namedDevAccounts } from "../../../src/data/dev-network.js";
import { readDatabaseAddress } from "../../../src/store/postgres/address.js";
import { replaceLive } from "../../../src/store/postgres/replace-live.js";
import { NEXT_SCHEMA } from "../../../src/store/postgres/schema.js";
import { NO_BLOCKS } from "../../../src/store/store.js";
import { startServer, type NodeProcess } from "../../support/node-process.js";
import {
  createDatabase,
  queryOn,
  requireBinaries,
  runPostgres,
  startPostgres,
  startReplica,
  type StartedPostgres,
  type TestDatabase,
} from "../../support/postgres.js";
import { postgresDatabase, startProjection, type RunningProjection } from "../../support/projection.js";
import { askServer, compareAnswers, factsOf } from "../../support/reader-comparison.js";
import { startReader, startWriter, type ServedReader, type Writer } from "../../support/reader-pair.js";
import { Corpus, type CorpusRequest } from "../../support/request-corpus.js";
import { createSeededRandom, seeded } from "../../support/seeded-random.js";
import { openTcpProxy } from "../../support/tcp-proxy.js";

const [ALICE, BOB] = namedDevAccounts().map(({ address }) => address);
/** Primaries of replicas. */
const SETTINGS = { wal_level: "replica", max_wal_senders: "4", max_connections: "20" };
const KILLS = 8;
/** Requests that are under way at each kill. */
const TOGETHER = 24;
const PATIENCE_MS = 2000;
const COUNT: CorpusRequest = {
  kind: "",
  method: "GET",
  target: `/request?request=${JSON.stringify({ type: "TransactionCount" })}`,
};

describe(seeded("readers whose process, network or server fails"), function () {
  this.timeout(900_000);
  let started: StartedPostgres;
  let database: TestDatabase;
  let writer: Writer;
  let projection: RunningProjection;

  before(async function () {
    requireBinaries(this);
    started = await startPostgres(SETTINGS);
    database = await createDatabase(started.server);
    writer = await startWriter();
    for (let amount = 1; amount <= 6; amount += 1) await pay(amount);
    projection = await startProjection(writer, [database.url]);
  });
  after(async () => {
    await projection.stop();
    await writer.stop();
    await started.server.stop();
  });

  const pay = (amount: number): Promise<string> =>
    writer.send(0, { type: "Send", from: ALICE ?? "", to: BOB ?? "", amount: String(amount) });
  const corpus = async (): Promise<Corpus> => new Corpus(await factsOf(writer.store), createSeededRandom());

  function serve(urls: readonly string[], patienceMs = PATIENCE_MS): Promise<ServedReader> {
    const databases = urls.map((url) => postgresDatabase(url, { statementTimeoutMs: 2000 }));
    return startReader({ databases, writerUrl: writer.url, clock: writer.clock, patienceMs });
  }

  /** Whether a reader has not answered for lack of time. */
  const isRefused = ({ status, body }: { readonly status: number; readonly body: string }): boolean =>
    status === 429 || (status === 503 && body.includes('"code":"READER_'));

  /** Asks until the reader answers. Until then it refuses, and never answers half. */
  async function untilAnswered(url: string): Promise<void> {
    for (;;) {
      const { status, body } = await askServer(url, COUNT);
      if (status === 200) return;
      expect(status, body).to.be.oneOf([429, 503]);
      await delay(50);
    }
  }

  async function untilRefused(url: string): Promise<void> {
    for (;;) {
      const { status, body } = await askServer(url, COUNT);
      if (status === 503) {
        expect(body).to.match(/"code":"READER_(?:DATABASE|SLOW)"/);
        return;
      }
      await delay(20);
    }
  }

  const startProcess = (url: string, ...flags: readonly string[]): Promise<NodeProcess> =>
    startServer(["reader", "--postgres", url, "--writer", writer.url, "--port", "0", ...flags]);

  it(`fail a request or answer it completely when one is killed, ${KILLS} times, while the other continues`, async () => {
    const other = await startProcess(database.url, "--ops-port", "0", "--compare", "0");
    const requests = await corpus();
    // Kinds whose answers name neither the time nor what the node does.
    const kinds = Corpus.kinds.filter((kind) => !["WhatIf", "Info", "Ping", "Weight"].includes(kind));
    let failures = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const reader = await startProcess(database.url, "--ops-port", "0", "--compare", "0");
      let answered = 0;
      const asked = Array.from({ length: TOGETHER }, async (_, index) => {
        const request = requests.next(kinds[index % kinds.length] ?? "");
        const wanted = await askServer(writer.url, request);
        const answer = await askServer(reader.url, request).catch(() => null);
        answered += 1;
        if (answered === 1 + kill * Math.floor(TOGETHER / KILLS)) reader.process.kill("SIGKILL");
        if (answer === null) failures += 1;
        else if (!isRefused(answer)) expect(answer, JSON.stringify(request)).to.deep.equal(wanted);
        let others = await askServer(other.url, request);
        // On a busy machine.
        while (isRefused(others)) others = await askServer(other.url, request);
        expect(others, JSON.stringify(request)).to.deep.equal(wanted);
      });
      await Promise.all(asked);
      await reader.kill();
    }
    expect(failures).to.be.greaterThan(0);
    await other.kill();
  });

  it("answer each request at one height while the chain leaves branches of every depth", async () => {
    const served = await serve([database.url], 60_000);
    const requests = await corpus();
    const kinds = [
      "GetBlock",
      "ListBlock",
      "GetTransaction",
      "ListTransaction",
      "GetBalance",
      "StateAt",
      "History",
    ];
    const progress = { compared: 0, isOver: false };
    const comparing = (async () => {
      while (!progress.isOver) {
        await compareAnswers(
          writer.url,
          served.url,
          requests.next(kinds[progress.compared % kinds.length] ?? ""),
        );
        progress.compared += 1;
      }
    })();
    for (const depth of [1, 2, 3, 5, 4, 1]) {
      const { store, node } = writer;
      const main = await store.mainBlockSummary({ height: node.tip.height - depth });
      if (main === null) throw new Error("The chain is too short. ");
      let resource = await store.resourceBlock("last");
      while (resource !== null && resource.main_height > main.height)
        resource = await store.resourceBlock({ height: resource.height - 1 });
      await node.revert({ main, resource: resource ?? NO_BLOCKS.resource });
      for (let block = 0; block <= depth; block += 1) await pay(100 * depth + block);
      const wanted = progress.compared + kinds.length;
      while (progress.compared < wanted) await Promise.race([comparing, delay(20)]);
    }
    progress.isOver = true;
    await comparing;
    expect(projection.projector.status.undone).to.be.greaterThan(0);
    await served.stop();
  });

  it("refuse while the network to the server is silent or cut, and answer again by themselves", async () => {
    const proxy = await openTcpProxy(started.server);
    const served = await serve([database.url.replace(`:${started.server.port}/`, `:${proxy.port}/`)]);
    await untilAnswered(served.url);
    proxy.setSilent(true);
    await untilRefused(served.url);
    expect(served.reader.health.readiness().isReady).to.equal(false);
    proxy.cut();
    proxy.setSilent(false);
    await untilAnswered(served.url);
    for (let cuts = 0; cuts < 5; cuts += 1) {
      const asked = Array.from({ length: 8 }, () => askServer(served.url, COUNT));
      proxy.cut();
      for (const { status, body } of await Promise.all(asked))
        expect(status, body).to.be.oneOf([200, 429, 503]);
      await untilAnswered(served.url);
    }
    await compareAnswers(writer.url, served.url, COUNT);
    await served.stop();
    await proxy.close();
  });

  it("refuse while the server has no connection left, and answer again by themselves", async () => {
    const served = await serve([database.url]);
    await database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chainnode reader'",
    );
    const held: Client[] = [];
    const { host, port, user } = started.server;
    let isRefused = false;
    while (!isRefused) {
      const client = new Client({ host, port, user, database: "postgres" });
      client.on("error", () => undefined);
      const isConnected = await client.connect().then(
        () => true,
        () => false,
      );
      if (isConnected) held.push(client);
      else isRefused = (await askServer(served.url, COUNT)).status === 503;
      // The reader may hold one of the connections.
      if (!isConnected && !isRefused)
        await database.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chainnode reader'",
        );
    }
    await Promise.all(held.map((client) => client.end()));
    await untilAnswered(served.url);
    await served.stop();
  });

  it("refuse while the server is killed, and answer again when it is started, but not from another network's", async () => {
    const foreign = await startWriter();
    const other = await startPostgres(SETTINGS);
    const theirs = await createDatabase(other.server);
    await (await startProjection(foreign, [theirs.url])).stop();
    const served = await serve([database.url, theirs.url]);
    await untilAnswered(served.url);
    started.process.kill("SIGKILL");
    await once(started.process, "exit");
    await untilRefused(served.url);
    for (let asked = 0; asked < 20; asked += 1) {
      expect((await askServer(served.url, COUNT)).status).to.equal(503);
      await delay(100);
    }
    started = await runPostgres(started.directory, started.server.port, SETTINGS);
    await untilAnswered(served.url);
    await compareAnswers(writer.url, served.url, COUNT);
    await served.stop();
    await other.server.stop();
    await foreign.stop();
  });

  it("report that a replica lags, on /readyz and in each answer, until it has caught up", async () => {
    const replica = await startReplica(started);
    const on = (sql: string) => queryOn(replica.server, "postgres", sql);
    await on("ALTER SYSTEM SET recovery_min_apply_delay = '1h'");
    await on("SELECT pg_reload_conf()");
    const url = database.url.replace(`:${started.server.port}/`, `:${replica.server.port}/`);
    const reader = await startProcess(url, "--ops-port", "0", "--max-lag", "1", "--compare", "0");
    const ready = `${textIn(reader.banner, "ops")}/readyz`;
    while ((await fetch(ready)).status !== 200) await delay(100);
    await pay(1);
    while ((await fetch(ready)).status !== 503) await delay(100);
    expect(await (await fetch(ready)).text()).to.include("blocks behind the node");
    const answer = await fetch(`${reader.url}${COUNT.target}`);
    expect(answer.status).to.equal(200);
    expect(Number(answer.headers.get("chain-lag"))).to.be.greaterThan(1);
    expect(Number(answer.headers.get("chain-height"))).to.be.lessThan(writer.node.tip.height);
    await on("ALTER SYSTEM RESET recovery_min_apply_delay");
    await on("SELECT pg_reload_conf()");
    while ((await fetch(ready)).status !== 200) await delay(100);
    await compareAnswers(writer.url, reader.url, COUNT);
    expect((await fetch(`${reader.url}${COUNT.target}`)).headers.get("chain-lag")).to.equal(null);
    await reader.kill();
    await replica.server.stop();
  });

  it("change to a new server once its copy is complete, as in an upgrade of PostgreSQL", async () => {
    const next = await startPostgres(SETTINGS);
    const copy = await createDatabase(next.server);
    const served = await serve([copy.url, database.url]);
    await untilAnswered(served.url);
    const isOnNew = async (): Promise<boolean> => {
      const [row] = await copy.query(
        "SELECT count(*)::int AS readers FROM pg_stat_activity WHERE application_name = 'chainnode reader'",
      );
      return (
        Number(row?.["readers"]) > 0 &&
        /^chainnode_reader_database.*"1".* 1$/m.test(served.reader.metrics.text("1", false))
      );
    };
    const beside = await startProjection(writer, [copy.url], { schema: NEXT_SCHEMA });
    await beside.stop();
    expect(await isOnNew()).to.equal(false);
    await replaceLive(readDatabaseAddress(copy.url), [readDatabaseAddress(database.url)]);
    while (!(await isOnNew())) {
      expect((await askServer(served.url, COUNT)).status).to.equal(200);
      await delay(50);
    }
    await projection.stop();
    projection = await startProjection(writer, [copy.url]);
    await database.remove();
    await started.server.stop();
    started = next;
    database = copy;
    await pay(7);
    const requests = await corpus();
    for (const kind of Corpus.kinds) await compareAnswers(writer.url, served.url, requests.next(kind));
    await served.stop();
  });
});
