import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import { createClient } from "../../../src/client/create-client.js";
import { objectToMap } from "../../../src/codec/value.js";
import { useDevProcess } from "../../support/dev-process.js";
import { BINARY } from "../../support/node-process.js";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  type TestDatabase,
} from "../../support/postgres.js";
import { openTcpProxy } from "../../support/tcp-proxy.js";

/** The exit code of a process and the signal that ended it. */
type End = readonly [code: number | null, signal: NodeJS.Signals | null];

describe("`chainnode project` that is killed with SIGKILL", () => {
  const fixture = useDevProcess();
  let server: PostgresServer;
  let database: TestDatabase;
  before(async function () {
    server = await findPostgres(this);
    database = await createDatabase(server);
  });
  after(async () => {
    await database.remove();
    await server.stop();
  });

  /** Sends transfers, each in a block of its own. */
  async function grow(blocks: number): Promise<void> {
    const { url, accounts } = fixture.node;
    const client = createClient({ url });
    const [alice, bob] = accounts;
    for (let block = 0; block < blocks; block += 1) {
      const { height } = (await client.info()).last_block ?? { height: 0 };
      const members = { type: "Send", from: alice?.address ?? "", to: bob?.address ?? "", amount: "1" };
      const timestamp = BigInt(Date.now()) * 1000n;
      await client.signAndSend(objectToMap({ ...members, timestamp }), alice?.privateKey ?? "");
      while (((await client.info()).last_block?.height ?? 0) <= height);
    }
  }

  function project(flag: string, url = database.url) {
    const words = ["project", flag, "--data-dir", fixture.directory, "--postgres", url, "--json"];
    const child = spawn(process.execPath, [BINARY, ...words], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    return { child, ended: once(child, "close") as Promise<unknown> as Promise<End>, output: () => output };
  }

  it("loses and repeats no block, whichever message it was at", async () => {
    let kills = 0;
    for (let message = 1; ; message += 1) {
      await grow(2);
      const proxy = await openTcpProxy(server);
      const { child, ended, output } = project(
        "--once",
        database.url.replace(`:${server.port}/`, `:${proxy.port}/`),
      );
      let sent = 0;
      proxy.onSent(() => {
        sent += 1;
        if (sent === message) child.kill("SIGKILL");
      });
      const [code, signal] = await ended;
      await proxy.close();
      if (signal === null) {
        expect(code, output()).to.equal(0);
        break;
      }
      kills += 1;
    }
    expect(kills).to.be.greaterThan(10);
    const check = project("--check");
    expect(await check.ended, check.output()).to.deep.equal([0, null]);
    expect(check.output()).to.include('"same":true');
  });
});
