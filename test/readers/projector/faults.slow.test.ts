import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { Client } from "pg";
import type { ProjectorOptions } from "../../../src/readers/projector/projector.js";
import type { ProjectorStatus } from "../../../src/ops/status/projector-status.js";
import { LIVE_SCHEMA } from "../../../src/store/postgres/schema.js";
import type { Store } from "../../../src/store/store.js";
import { freePort } from "../../support/free-port.js";
import {
  asPostgresUser,
  createDatabase,
  makeServerDirectory,
  queryOn,
  requireBinaries,
  runBinary,
  runPostgres,
  startPostgres,
  startReplica,
  type PostgresServer,
  type StartedPostgres,
  type TestDatabase,
} from "../../support/postgres.js";
import { createSeededRandom, seeded, TEST_SEED } from "../../support/seeded-random.js";
import { skip } from "../../support/skip.js";
import { openTcpProxy } from "../../support/tcp-proxy.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";
import { ADDRESSES, growAtRandom } from "./random-chain.js";
import { copyOnce, expectCopied, projectorOf, withProjection } from "./support.js";

/** A projector that runs beside a test. */
interface Running {
  /** The last status. */
  readonly status: () => ProjectorStatus;
  readonly tell: () => void;
  /** Resolves when a status fulfils a condition. */
  until(condition: (status: ProjectorStatus) => boolean): Promise<void>;
  stop(): Promise<void>;
}

function run(store: Store, urls: readonly string[], options: Partial<ProjectorOptions> = {}): Running {
  const waiting = new Set<() => void>();
  const { projector, tell } = projectorOf(store, urls, {
    ...options,
    onStatus: () => waiting.forEach((look) => look()),
  });
  const ended = new AbortController();
  const running = projector.run(ended.signal);
  return {
    status: () => projector.status,
    tell,
    until: (condition) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!condition(projector.status)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        running.catch(reject);
        look();
      }),
    async stop() {
      ended.abort();
      await running;
    },
  };
}

describe(seeded("a projection whose projector, network or server fails"), () => {
  let started: StartedPostgres;
  let server: PostgresServer;
  let database: TestDatabase;
  let chain: TempStore;
  const random = createSeededRandom();
  before(async function () {
    requireBinaries(this);
    started = await startPostgres({ max_connections: "12" });
    ({ server } = started);
  });
  beforeEach(async () => {
    database = await createDatabase(server);
    chain = await openTempStore();
    await growAtRandom(chain.store, random, 40);
  });
  afterEach(async () => {
    await chain.remove();
    await database.remove();
  });
  after(() => server.stop());

  const grow = (changes = 15): Promise<void> => growAtRandom(chain.store, random, changes);
  const expectSame = (url = database.url): Promise<void> => expectCopied(chain.store, url, ADDRESSES);
  const isCaughtUp =
    (main: number) =>
    ({ state, main: own }: ProjectorStatus): boolean =>
      state === "following" && own === main;
  /** Waits until the database has the last blocks of the store: a block of another branch may have the same height. */
  async function untilCopied(): Promise<void> {
    const [main, resource] = [
      await chain.store.mainBlockSummary("last"),
      await chain.store.resourceBlock("last"),
    ];
    for (;;) {
      const tip = await withProjection(database.url, (projection) => projection.tip());
      if (tip.main.blockhash === main?.blockhash && tip.resource.blockhash === (resource?.blockhash ?? ""))
        return;
      await delay(20);
    }
  }
  /** Waits until the server has ended the session of a killed projector, and with it its lock. */
  async function untilUnlocked(): Promise<void> {
    const locks = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    while ((await database.query(locks)).length > 0) await delay(20);
  }
  const height = async (): Promise<number> => (await chain.store.mainBlockSummary("last"))?.height ?? 0;

  it("is complete after a kill at any message to the server", async () => {
    let kills = 0;
    for (let message = 1; ; message += 1) {
      const proxy = await openTcpProxy(server);
      const url = database.url.replace(`:${server.port}/`, `:${proxy.port}/`);
      const ended = new AbortController();
      let sent = 0;
      proxy.onSent(() => {
        sent += 1;
        if (sent !== message) return;
        proxy.cut();
        ended.abort();
      });
      await grow(2);
      const { projector } = projectorOf(chain.store, [url]);
      await projector.run(ended.signal, { once: true }).catch(() => undefined);
      await proxy.close();
      await untilUnlocked();
      await copyOnce(chain.store, database.url);
      if (message % 8 === 0) await expectSame();
      if (sent < message) break;
      kills += 1;
    }
    await expectSame();
    expect(kills).to.be.greaterThan(10);
  });

  for (const seed of [TEST_SEED, TEST_SEED + 1])
    it(seeded("equals the chain, with two projectors at once, while it grows and forks", seed), async () => {
      const own = createSeededRandom(seed);
      const both = [run(chain.store, [database.url]), run(chain.store, [database.url])];
      for (let round = 0; round < 20; round += 1) {
        await growAtRandom(chain.store, own, 5);
        for (const { tell } of both) tell();
      }
      const main = await height();
      await Promise.any(both.map((each) => each.until(isCaughtUp(main))));
      const writing = both.find(({ status }) => status().state === "following");
      const other = both.find((each) => each !== writing);
      await writing?.stop();
      await grow();
      other?.tell();
      await untilCopied();
      await other?.stop();
      await expectSame();
    });

  it("continues when the server is killed and started again", async () => {
    const running = run(chain.store, [database.url]);
    await running.until(isCaughtUp(await height()));
    started.process.kill("SIGKILL");
    await once(started.process, "exit");
    await grow();
    running.tell();
    await running.until(({ failure }) => failure !== null);
    started = await runPostgres(started.directory, server.port, { max_connections: "12" });
    await running.until(isCaughtUp(await height()));
    await running.stop();
    await expectSame();
  });

  it("continues when the network was silent", async () => {
    const proxy = await openTcpProxy(server);
    const url = database.url.replace(`:${server.port}/`, `:${proxy.port}/`);
    const running = run(chain.store, [url], { statementTimeoutMs: 1000 });
    await running.until(isCaughtUp(await height()));
    proxy.setSilent(true);
    await grow();
    running.tell();
    await running.until(({ failure }) => failure !== null);
    proxy.cut();
    proxy.setSilent(false);
    await running.until(isCaughtUp(await height()));
    await running.stop();
    await proxy.close();
    await expectSame();
  });

  it("continues when the server had no connection left", async () => {
    const held: Client[] = [];
    const [host, port, user] = [server.host, server.port, server.user];
    for (;;) {
      const client = new Client({ host, port, user, database: "postgres" });
      client.on("error", () => undefined);
      const isConnected = await client.connect().then(
        () => true,
        () => false,
      );
      if (!isConnected) break;
      held.push(client);
    }
    const running = run(chain.store, [database.url]);
    await running.until(({ failure }) => failure?.code === "POSTGRES_UNREACHABLE");
    await Promise.all(held.map((client) => client.end()));
    await running.until(isCaughtUp(await height()));
    await running.stop();
    await expectSame();
  });

  it("continues after a lock delayed its statements beyond their limit", async () => {
    await copyOnce(chain.store, database.url);
    await grow();
    await database.query("BEGIN");
    await database.query(`LOCK TABLE ${LIVE_SCHEMA}.tx IN ACCESS EXCLUSIVE MODE`);
    const running = run(chain.store, [database.url], { statementTimeoutMs: 500 });
    await running.until(({ failure }) => failure?.code === "POSTGRES_SLOW");
    await database.query("ROLLBACK");
    await running.until(isCaughtUp(await height()));
    await running.stop();
    await expectSame();
  });

  it("continues when the disk of the server was full", async function () {
    const directory = await makeServerDirectory();
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=96m", "tmpfs", directory]);
    if (status !== 0) {
      await rm(directory, { recursive: true });
      skip(this, "this user may not mount");
    }
    spawnSync("chown", ["postgres:postgres", directory]);
    spawnSync("chmod", ["700", directory]);
    const data = join(directory, "data");
    runBinary("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]);
    const small = await runPostgres(directory, await freePort(), {
      max_wal_size: "32MB",
      min_wal_size: "32MB",
    });
    const own = await createDatabase(small.server);
    const running = run(chain.store, [own.url]);
    await running.until(isCaughtUp(await height()));
    const filler = spawn(...fill(join(directory, "filler")));
    await once(filler, "exit");
    for (let round = 0; running.status().failure === null && round < 400; round += 1) {
      await grow();
      running.tell();
      await running.until(({ failure, state }) => failure !== null || state === "following");
    }
    expect(running.status().failure).not.to.equal(null);
    await rm(join(directory, "filler"));
    await running.until(isCaughtUp(await height()));
    await running.stop();
    await expectSame(own.url);
    await own.remove();
    small.process.kill("SIGQUIT");
    await once(small.process, "exit");
    spawnSync("umount", [directory]);
    await rm(directory, { recursive: true, force: true });
  });
});

/** The command that fills the disk of a file. */
function fill(file: string): [string, string[]] {
  const [command = "", ...words] = asPostgresUser(["dd", "if=/dev/zero", `of=${file}`, "bs=64k"]);
  return [command, words];
}

describe("a projection whose server is replaced by its replica", () => {
  it("continues there without an operator, and loses nothing", async function () {
    requireBinaries(this);
    const primary = await startPostgres({ wal_level: "replica", max_wal_senders: "4" });
    const { port } = primary.server;
    const replica = await startReplica(primary);
    const database = await createDatabase(primary.server);
    const chain = await openTempStore();
    const random = createSeededRandom();
    await growAtRandom(chain.store, random, 40);
    const replicaUrl = database.url.replace(`:${port}/`, `:${replica.server.port}/`);
    const running = run(chain.store, [replicaUrl, database.url]);
    const caughtUp = async (): Promise<void> => {
      const main = (await chain.store.mainBlockSummary("last"))?.height ?? 0;
      running.tell();
      await running.until(({ state, main: own }) => state === "following" && own === main);
    };
    await caughtUp();
    const { term } = running.status();
    primary.process.kill("SIGKILL");
    await once(primary.process, "exit");
    await growAtRandom(chain.store, random, 20);
    running.tell();
    await running.until(({ failure }) => failure !== null);
    await queryOn(replica.server, "postgres", "SELECT pg_promote()");
    await caughtUp();
    expect(running.status().term).to.be.greaterThan(term);
    // The old primary comes back, and does not know that it was replaced.
    const returned = await runPostgres(primary.directory, port);
    await running.until(({ rivals }) => rivals.length > 0);
    await growAtRandom(chain.store, random, 5);
    await caughtUp();
    await running.stop();
    const again = run(chain.store, [database.url, replicaUrl]);
    await again.until(({ state }) => state === "following");
    await again.stop();
    await queryOn(returned.server, "postgres", "ALTER SYSTEM SET default_transaction_read_only = on");
    await queryOn(returned.server, "postgres", "SELECT pg_reload_conf()");
    const fenced = run(chain.store, [database.url, replicaUrl]);
    await fenced.until(({ state }) => state === "following");
    expect(fenced.status().rivals).to.deep.equal([]);
    await fenced.stop();
    returned.process.kill("SIGKILL");
    await once(returned.process, "exit");
    await expectCopied(chain.store, replicaUrl, ADDRESSES);
    await chain.remove();
    await replica.server.stop();
    await primary.server.stop();
  });
});
