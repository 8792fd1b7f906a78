import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../support/free-port.js";
import { createDatabase, findPostgres, type PostgresServer, type TestDatabase } from "../support/postgres.js";
import { startNodeProcess, startServer, type NodeProcess } from "../support/node-process.js";
import { sendOracle } from "../support/send-oracle.js";
import { skipWithout } from "../support/skip.js";
import { openTcpProxy, type TcpProxy } from "../support/tcp-proxy.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { Watcher } from "./watcher.js";

const POLL_MS = 300;

describe("the alerts of real projectors and readers (docs/scale.md)", function () {
  this.timeout(1_200_000);
  let server: PostgresServer | undefined;
  let database: TestDatabase;
  let proxy: TcpProxy;
  let directory: string;
  let nodePort: number;
  let nodeTarget: string;
  let readerTarget: string;
  let node: NodeProcess;
  const started: NodeProcess[] = [];
  let watcher: Watcher;

  before(async function () {
    skipWithout(this, "prometheus");
    server = await findPostgres(this);
  });
  after(() => server?.stop());

  beforeEach(async () => {
    if (server === undefined) return;
    directory = await makeTempDirectory();
    database = await createDatabase(server);
    proxy = await openTcpProxy(server);
    [nodeTarget, readerTarget] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    nodePort = await freePort();
    watcher = await Watcher.start(directory, [nodeTarget, readerTarget]);
  });
  afterEach(async () => {
    await watcher.stop();
    for (const process of started.splice(0)) await process.kill();
    await proxy.close();
    await database.remove();
    await rm(directory, { recursive: true });
  });

  /** The address of the database by way of the proxy. */
  const distant = (): string => database.url.replace(/:\d+\//, `:${proxy.port}/`);

  /** Starts the node, which copies its chain into the database at this address. */
  async function startNode(postgres: string): Promise<void> {
    const flags = [
      "--dev",
      "--port",
      String(nodePort),
      "--ops-port",
      portOf(nodeTarget),
      "--postgres",
      postgres,
    ];
    node = await startNodeProcess(join(directory, "node"), flags);
    started.push(node);
    await watcher.sees(
      `chainnode_projector_lag_blocks == 0 and on (instance) chainnode_projector_height{chain="main"} > 0`,
    );
  }

  /** Starts a reader of the databases at these addresses, and waits until it is watched. */
  async function startReader(postgres: readonly string[], flags: readonly string[] = []): Promise<void> {
    const places = ["--postgres", postgres.join(","), "--writer", node.url, "--port", "0"];
    started.push(await startServer(["reader", ...places, "--ops-port", portOf(readerTarget), ...flags]));
    await watcher.sees(`chainnode_ready{instance="${readerTarget}"} == 1`);
  }

  const send = (): Promise<string> => sendOracle(join(directory, "node"), node.url);

  it("ChainnodeProjectorBehind fires while the database is silent, and ends when it answers", async () => {
    await startNode(distant());
    proxy.setSilent(true);
    await send();
    await watcher.fires("ChainnodeProjectorBehind", nodeTarget);
    proxy.setSilent(false);
    proxy.cut();
    await watcher.ends("ChainnodeProjectorBehind", nodeTarget);
  });

  it("ChainnodeProjectorConflicts fires while others write again and again, and ends when they do not", async () => {
    await startNode(database.url);
    const over = new AbortController();
    const others = (async () => {
      while (!over.signal.aborted) {
        await database.query("UPDATE chainnode.tip SET term = term + 1");
        await setTimeout(POLL_MS);
      }
    })();
    await watcher.fires("ChainnodeProjectorConflicts", nodeTarget);
    over.abort();
    await others;
    await watcher.ends("ChainnodeProjectorConflicts", nodeTarget);
  });

  it("ChainnodeReaderLagging fires while the projector is cut off, and ends when it is not", async () => {
    await startNode(distant());
    await startReader([database.url], ["--max-lag", "1"]);
    proxy.setSilent(true);
    await send();
    await watcher.fires("ChainnodeReaderLagging", readerTarget);
    proxy.setSilent(false);
    proxy.cut();
    await watcher.ends("ChainnodeReaderLagging", readerTarget);
  });

  it("ChainnodeReaderDatabase fires while one of two servers is gone, and ends when it is back", async () => {
    await startNode(database.url);
    await startReader([distant(), database.url]);
    proxy.setSilent(true);
    await watcher.fires("ChainnodeReaderDatabase", readerTarget);
    proxy.setSilent(false);
    proxy.cut();
    await watcher.ends("ChainnodeReaderDatabase", readerTarget);
  });

  it("ChainnodeReaderDiffers fires when rows were changed by hand, and ends after they are right again", async () => {
    await startNode(database.url);
    await startReader([database.url], ["--compare", "1"]);
    await watcher.sees("chainnode_reader_compared_total > 0");
    await database.query("UPDATE chainnode.main_block SET s_timestamp = s_timestamp + 1");
    await watcher.fires("ChainnodeReaderDiffers", readerTarget);
    await database.query("UPDATE chainnode.main_block SET s_timestamp = s_timestamp - 1");
    await watcher.ends("ChainnodeReaderDiffers", readerTarget);
  });

  it("ChainnodeReaderWriterDown fires when the node is killed, and ends when it runs again", async () => {
    await startNode(database.url);
    await startReader([database.url]);
    await node.kill();
    await watcher.fires("ChainnodeReaderWriterDown", readerTarget);
    await startNode(database.url);
    await watcher.ends("ChainnodeReaderWriterDown", readerTarget);
  });
});

function portOf(target: string): string {
  return target.slice(target.lastIndexOf(":") + 1);
}
