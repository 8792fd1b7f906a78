import { expect } from "chai";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import { createClient } from "../../../src/client/index.js";
import { textIn } from "../../../src/codec/text.js";
import { runBinary } from "../../cli/binary.js";
import { startDevProcess, type DevProcess } from "../../support/dev-process.js";
import { isInstalled } from "../../support/is-installed.js";
import { startServer, type NodeProcess } from "../../support/node-process.js";
import {
  createDatabase,
  queryOn,
  requireBinaries,
  startPostgres,
  startReplica,
  type StartedPostgres,
} from "../../support/postgres.js";
import { READERS_PROXIES, startReadersProxy, type ProxyProcess } from "../../support/proxy-process.js";
import { sendOracle } from "../../support/send-oracle.js";
import { skip } from "../../support/skip.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const CLIENTS = 300;
/** The pause of a client between two requests. */
const PAUSE_MS = 400;
const BLOCKS = encodeURIComponent(JSON.stringify({ type: "GetBlocks", target: 1, full: true }));

/** What became of a request: "answered", "cut", or the status and code of a refusal. */
type Outcome = string;

/** Asks for blocks at least of a height, which the answer must have. */
function ask(url: string, agent: Agent, height: number, localAddress: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const target = `${url}/request?min-height=${height}&request=${BLOCKS}`;
    const asked = get(target, { agent, localAddress }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response
        .once("error", () => resolve("cut"))
        .once("close", () => {
          if (!response.complete) return resolve("cut");
          if (response.statusCode !== 200) {
            const [, code = "of the proxy"] = /"code":"(\w+)"/.exec(text) ?? [];
            return resolve(`${response.statusCode} ${code}`);
          }
          try {
            expect(Number(response.headers["chain-height"])).to.be.at.least(height);
            expect(JSON.parse(text)).to.have.property("code", 200);
            resolve("answered");
          } catch (error) {
            reject(error);
          }
        });
    });
    asked.once("error", () => resolve("cut"));
  });
}

describe("readers behind a balancer (docs/scale.md)", function () {
  this.timeout(240_000);
  for (const name of READERS_PROXIES)
    describe(name, () => {
      let directory = "";
      let primary: StartedPostgres;
      let replica: StartedPostgres;
      let node: DevProcess;
      let proxy: ProxyProcess;
      const readers: NodeProcess[] = [];

      before(async function () {
        requireBinaries(this);
        if (process.platform !== "linux") skip(this, "only Linux has a whole network of loopback addresses");
        if (!isInstalled(name)) skip(this, `not installed: ${name}`);
        directory = await makeTempDirectory();
        primary = await startPostgres({ wal_level: "replica", max_wal_senders: "4" });
        replica = await startReplica(primary);
        const [database, late] = [await createDatabase(primary.server), await createDatabase(primary.server)];
        const replicaUrl = database.url.replace(`:${primary.server.port}/`, `:${replica.server.port}/`);
        const both = `${database.url},${replicaUrl}`;
        const data = join(directory, "node");
        node = await startDevProcess(data, ["--ops-port", "0", "--postgres", both]);
        await runBinary(["project", "--once", "--data-dir", data, "--postgres", late.url]);
        readers.push(...(await Promise.all([both, both, late.url].map(startReader))));
        proxy = await startReadersProxy(
          name,
          directory,
          readers.map(({ url, banner }) => ({ url, ops: textIn(banner, "ops") })),
        );
      });
      after(async () => {
        if (directory === "") return;
        await proxy.stop();
        for (const reader of readers) await reader.kill();
        await node.kill();
        await replica.server.stop();
        await primary.server.stop();
        await rm(directory, { recursive: true });
      });

      function startReader(postgres: string): Promise<NodeProcess> {
        const words = ["--writer", node.url, "--port", "0", "--ops-port", "0", "--compare", "0"];
        const flags = ["--max-lag", "2", "--trusted-proxy", "127.0.0.1"];
        return startServer(["reader", "--postgres", postgres, ...words, ...flags]);
      }

      it(`answer ${CLIENTS} clients, none with an older state, while one lags, one is killed and the database fails over`, async () => {
        let counts = new Map<Outcome, number>();
        const now = { isOver: false, height: 0 };
        const client = createClient({ url: node.url });
        const clients = Array.from({ length: CLIENTS }, async (_, index) => {
          const agent = new Agent({ keepAlive: true, maxSockets: 1 });
          const address = `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`;
          while (!now.isOver) {
            const outcome = await ask(proxy.url, agent, now.height, address);
            counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
            await delay(PAUSE_MS);
          }
          agent.destroy();
        });
        const failed = Promise.all(clients);
        failed.catch(() => undefined);
        /** The outcomes of the requests that end in the next seconds, and until one is answered, while blocks are made. */
        const outcomesIn = async (seconds: number): Promise<ReadonlyMap<Outcome, number>> => {
          counts = new Map();
          for (let part = 0; part < seconds * 2 || !counts.has("answered"); part += 1) {
            await sendOracle(join(directory, "node"), node.url);
            await Promise.race([delay(500), failed]);
            now.height = (await client.info()).last_block?.height ?? 0;
          }
          return counts;
        };

        try {
          // The third reader lags from the first block on.
          expectOnly(await outcomesIn(2), REFUSALS);
          await readers[0]?.kill();
          expectOnly(await outcomesIn(1), [...REFUSALS, "cut"]);
          primary.process.kill("SIGKILL");
          await once(primary.process, "exit");
          await queryOn(replica.server, "postgres", "SELECT pg_promote()");
          expectOnly(await outcomesIn(2), [...REFUSALS, "cut"]);
          // What was refused meanwhile is over.
          const agent = new Agent();
          while ((await ask(proxy.url, agent, now.height, "127.0.9.1")) !== "answered") await delay(100);
        } finally {
          now.isOver = true;
          await failed;
        }
      });
    });
});

/** The refusals that docs/scale.md names: of a reader, and of a proxy while no reader is ready, as on a busy machine. */
const REFUSALS = ["READER_DATABASE", "READER_OLDER", "READER_SLOW", "HEIGHT_AWAITED", "of the proxy"].flatMap(
  (code) => [502, 503, 504].map((status) => `${status} ${code}`),
);

/** Fails unless the requests that were not answered ended in one of these ways. */
function expectOnly(counts: ReadonlyMap<Outcome, number>, failures: readonly Outcome[]): void {
  counts.forEach((_, outcome) => expect(outcome).to.be.oneOf(["answered", ...failures, "429 READER_BUSY"]));
}
