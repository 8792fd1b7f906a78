import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { systemClock } from "../../../src/base/clock/system-clock.js";
import { dataDirectory } from "../../../src/data/directory/data-directory.js";
import { DEFINITION_NOTE, networkToToml } from "../../../src/data/directory/network-file.js";
import { networkIdentity } from "../../../src/data/directory/open-store.js";
import { initDevDirectory } from "../../../src/data/dev-directory.js";
import { devAccounts } from "../../../src/data/dev-network.js";
import { prepareDevChain } from "../../../src/dev/prepare-dev-chain.js";
import { openNode, type OpenNode } from "../../../src/node/open-node.js";
import { readDatabaseAddress } from "../../../src/store/postgres/address.js";
import { openPostgresStore } from "../../../src/store/postgres/open.js";
import { transfer } from "../../bench/big-chain.js";
import { runBinary } from "../../cli/binary.js";
import { startDevProcess, type DevProcess } from "../../support/dev-process.js";
import { expectSameAnswers } from "../../support/compare-stores.js";
import {
  createDatabase,
  findPostgres,
  type PostgresServer,
  type TestDatabase,
} from "../../support/postgres.js";
import { FastSigner } from "../../support/fast-signer.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const LOOK_MS = 50;

describe("a node with --postgres (docs/adr/0019)", () => {
  let server: PostgresServer | undefined;
  let database: TestDatabase;
  let path: string;
  let opened: OpenNode;
  const messages: string[] = [];
  before(async function () {
    server = await findPostgres(this);
    database = await createDatabase(server);
    path = await makeTempDirectory();
    const directory = dataDirectory(path);
    await initDevDirectory(directory);
    opened = await openNode({
      directory,
      clock: systemClock,
      log: ({ message, fields }) => messages.push(`${message} ${fields?.["reason"] ?? ""}`),
      postgres: { urls: database.url, passwordFile: null },
    });
    opened.node.start();
    await prepareDevChain(opened.node);
  });
  after(async () => {
    await opened.close();
    await rm(path, { recursive: true });
    await server?.stop();
  });

  async function metric(name: string): Promise<number> {
    const text = await opened.metrics.text("0", false);
    const line = text.split("\n").find((each) => each.startsWith(name));
    return Number(line?.split(" ").at(-1) ?? "NaN");
  }

  it("copies the chain while it runs, and reports how far the copy is", async () => {
    const { ledger } = opened.node;
    while ((await metric('chainnode_projector_height{chain="main"}')) < ledger.tip.height)
      await delay(LOOK_MS);
    const address = readDatabaseAddress(database.url);
    const store = await openPostgresStore({ address, network: networkIdentity(opened.definition) });
    await expectSameAnswers(ledger.store, store, [opened.node.identity.node.address]);
    // A reader reads the network from the database.
    expect(await store.readMeta(DEFINITION_NOTE)).to.equal(networkToToml(opened.definition));
    await store.close();
    while ((await metric('chainnode_projector_state{state="following"}')) !== 1) await delay(LOOK_MS);
    expect(await metric("chainnode_projector_term")).to.equal(1);
    expect(await metric("chainnode_projector_conflicts_total")).to.equal(0);
    expect(await metric("chainnode_projector_lag_seconds_count")).to.be.greaterThan(0);
  });

  it("makes blocks while the database is missing, and reports the reason why the copy waits", async () => {
    await database.remove();
    while (!messages.some((message) => message.startsWith("the projection waits"))) await delay(LOOK_MS);
    const { node } = opened;
    const [account] = devAccounts();
    if (account === undefined) throw new Error("no account");
    const [signer, to] = [new FastSigner(account), node.identity.node.address];
    const sent = transfer({ signer, to, amount: "1", time: node.clock.nowUs() });
    await node.submit(sent);
    await node.whenIncluded([sent.hash]);
  });
});

describe("chainnode status of a node with --postgres", () => {
  let server: PostgresServer | undefined;
  let database: TestDatabase;
  let directory: string;
  const nodes: DevProcess[] = [];
  before(async function () {
    server = await findPostgres(this);
    database = await createDatabase(server);
    directory = await makeTempDirectory();
  });
  after(async () => {
    for (const node of nodes) await node.kill();
    await rm(directory, { recursive: true });
    await database.remove();
    await server?.stop();
  });

  async function start(name: string): Promise<void> {
    nodes.push(await startDevProcess(join(directory, name), ["--postgres", database.url]));
  }

  /** Waits until the row of the projector matches, and returns the member in `--json`. */
  async function statusWith(name: string, row: RegExp): Promise<Record<string, unknown>> {
    const words = ["status", "--data-dir", join(directory, name)];
    while (!row.test((await runBinary(words)).stdout)) await delay(LOOK_MS);
    const { stdout } = await runBinary([...words, "--json"]);
    return (JSON.parse(stdout) as { readonly projection: Record<string, unknown> }).projection;
  }

  it("shows how far the copy is, and why the database of another network holds no copy", async () => {
    await start("one");
    const following = await statusWith("one", /^postgres\s+following, main block [1-9][0-9]*$/m);
    expect(following).to.include({ state: "following", behind_seconds: 0, failure: null });
    await start("two");
    await statusWith("two", /^postgres\s+standby, main block 0/m);
    await nodes.shift()?.kill();
    const row = /^postgres\s+connecting, main block 0, behind for .*: .*another network/m;
    expect(await statusWith("two", row)).to.include({ state: "connecting", height: 0 });
  });
});
