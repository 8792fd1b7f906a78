import { beginOnRequest } from "../../../src/node/begin-network.js";
import { expect } from "chai";
import { once } from "node:events";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { memberOf, objectToValue, type Value } from "../../../src/codec/value.js";
import { isProof } from "../../../src/consensus/miner/kernel.js";
import { callAdmin } from "../../../src/ops/admin/admin-client.js";
import { Health } from "../../../src/ops/health/health.js";
import { createAdminRoutes } from "../../../src/ops/admin/admin-routes.js";
import { openAdminServer, type AdminServer } from "../../../src/ops/admin/admin-server.js";
import { startDevNode, type TestNode } from "../../support/dev-node.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { makeTempDirectory } from "../../support/temp-store.js";
import { textIn } from "../../support/vectors.js";

describe("The admin socket", () => {
  let test: TestNode;
  let directory: string;
  let health: Health;
  let isServing: boolean;
  let socket: string;
  let server: AdminServer;
  let stops: number;

  const get = (path: string): Promise<Value> => callAdmin(socket, { method: "GET", path });
  const post = (path: string, body?: Value): Promise<Value> =>
    callAdmin(socket, { method: "POST", path, ...(body === undefined ? {} : { body }) });

  beforeEach(async () => {
    test = await startDevNode();
    directory = await makeTempDirectory();
    socket = join(directory, "admin.sock");
    // As a killed node leaves it.
    await writeFile(socket, "");
    stops = 0;
    const stop = (): void => {
      stops += 1;
    };
    health = new Health(test.node, directory);
    isServing = true;
    const routes = createAdminRoutes({
      node: test.node,
      begin: (preset) => beginOnRequest(test.node, preset),
      rpc: ["http://127.0.0.1:9900"],
      ops: null,
      explorer: () => null,
      reload: async () => null,
      metrics: async () => "",
      lastLines: () => [],
      health,
      isServing: () => isServing,
      version: "1.2.3",
      projection: () => null,
      stop,
    });
    server = await openAdminServer(socket, routes);
  });
  afterEach(async () => {
    await server.close();
    await test.node.stop();
    await rm(directory, { recursive: true });
  });

  it("says that the node is ready once its checks pass and its RPC server answers, and not before", async () => {
    const isReady = async (): Promise<unknown> => memberOf(await get("/status"), "ready");
    expect(await isReady()).to.equal(false);
    await test.run(health.look());
    expect(await isReady()).to.equal(true);
    isServing = false;
    const status = await get("/status");
    expect(memberOf(status, "ready")).to.equal(false);
    expect(textIn(memberOf(status, "verdict"))).to.match(/^not ready: /);
  });

  it("is open to its owner alone: mode 0600", async () => {
    expect((await stat(socket)).mode & 0o777).to.equal(0o600);
  });

  it("reports a data directory whose path is too long for a socket", async () => {
    const long = join(directory, "d".repeat(120));
    await mkdir(long);
    const error = await expectRejection(
      openAdminServer(join(long, "admin.sock"), new Map()),
      "ADMIN_SOCKET",
      "local",
    );
    expect(error.advice).to.include("shorter data directory");
  });

  it("gives an external miner a job and makes a block with its nonce", async () => {
    const job = await get("/miningjob");
    const [prefix, limit] = ["prefix", "limit"].map((name) => textIn(memberOf(job, name)));
    const nonces = Array.from({ length: 100 }, (_, index) => String(index));
    const nonce = nonces.find((candidate) => isProof(prefix ?? "", candidate, limit ?? "")) ?? "";
    const made = await post("/miningresult", objectToValue({ prefix: prefix ?? "", nonce }));
    expect(memberOf(made, "height")).to.equal(1n);
    expect(memberOf(made, "blockhash")).to.equal(test.node.ledger.resourceChain.tip?.blockhash);
    await expectRejection(get("/miningjob"), "MINING_NO_JOB", "unavailable");
  });

  it("reports why a mining result is invalid", async () => {
    const unknown = objectToValue({ prefix: "ab", nonce: "1" });
    await expectRejection(post("/miningresult", unknown), "MINING_JOB_CLOSED", "refused");
    await expectRejection(post("/miningresult"), "RECORD_MALFORMED", "refused");
    await expectRejection(post("/miningresult", "x".repeat(70_000)), "BODY_TOO_LARGE", "usage");
  });

  it("shows the node's status", async () => {
    const status = await get("/status");
    expect(memberOf(status, "pid")).to.equal(BigInt(process.pid));
    expect(memberOf(status, "rpc")).to.deep.equal(["http://127.0.0.1:9900"]);
    expect(memberOf(status, "height")).to.equal(BigInt(test.node.ledger.tip.height));
  });

  it("stops the process after the answer", async () => {
    expect(await post("/stop")).to.deep.equal([]);
    expect(stops).to.equal(1);
  });

  it("turns mining on and off, and shows it", async () => {
    expect(memberOf(await get("/mining"), "mining")).to.equal(false);
    expect(memberOf(await post("/mining/start"), "mining")).to.equal(true);
    await test.pass(5_000_000);
    expect(memberOf(await get("/mining"), "resource_height")).to.equal(2n);
    expect(memberOf(await post("/mining/stop"), "mining")).to.equal(false);
  });

  it("reports a node that does not respond", async () => {
    const path = join(directory, "silent.sock");
    const silent = createServer().listen(path);
    await once(silent, "listening");
    await expectRejection(
      callAdmin(path, { method: "GET", path: "/status" }, 50),
      "NODE_SILENT",
      "unreachable",
    );
    silent.close();
  });

  it("refuses an unknown route", async () => {
    await expectRejection(get("/info"), "ADMIN_ROUTE", "not-found");
  });

  it("reports that no node is running", async () => {
    const elsewhere = callAdmin(join(directory, "none.sock"), { method: "GET", path: "/mining" });
    await expectRejection(elsewhere, "NODE_NOT_RUNNING", "unreachable");
  });
});
