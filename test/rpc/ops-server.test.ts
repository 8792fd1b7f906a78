import { expect } from "chai";
import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { CHECKS } from "../../src/ops/health/checks.js";
import { Health } from "../../src/ops/health/health.js";
import { openOpsServer, type OpsServer } from "../../src/rpc/ops-server.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { RawSocket } from "./support/raw-socket.js";
import { expectRejection } from "../support/expect-rejection.js";

describe("The ops server", () => {
  let test: TestNode;
  let health: Health;
  let server: OpsServer;
  let isServing: boolean;
  const host = "127.0.0.1";
  const onError = (error: unknown): never => {
    throw error;
  };

  const metrics = async (isOpenMetrics: boolean): Promise<string> =>
    isOpenMetrics ? "open 1\n# EOF\n" : "plain 1\n";

  beforeEach(async () => {
    test = await startDevNode();
    health = new Health(test.node, null);
    isServing = true;
    server = await openOpsServer({ health, metrics, host, port: 0, isServing: () => isServing, onError });
  });
  afterEach(async () => {
    await server.close();
    await test.node.stop();
  });

  const get = async (path: string): Promise<{ readonly status: number; readonly body: unknown }> => {
    const response = await fetch(server.url + path);
    const text = await response.text();
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  };

  it("answers 200 at /healthz while the store answers", async () => {
    expect(await test.run(get("/healthz"))).to.deep.equal({ status: 200, body: { status: "ok" } });
  });

  it("answers 503 at /readyz before the first look, and 200 with every check after it", async () => {
    expect(await test.run(get("/readyz"))).to.include({ status: 503 });
    await test.run(health.look());
    const { status, body } = await test.run(get("/readyz"));
    expect(status).to.equal(200);
    expect(body).to.include({ ready: true, verdict: "ready" });
    expect(body).to.have.property("checks").with.length(CHECKS.length);
  });

  it("answers 503 at /readyz while the node starts or stops", async () => {
    await test.run(health.look());
    isServing = false;
    const { status, body } = await test.run(get("/readyz"));
    expect({ status, ...(body as object) }).to.include({ status: 503, ready: false });
  });

  it("answers the metrics at /metrics, as OpenMetrics where that is accepted", async () => {
    const plain = await test.run(fetch(`${server.url}/metrics`));
    expect(plain.headers.get("content-type")).to.equal("text/plain; version=0.0.4; charset=utf-8");
    expect(await plain.text()).to.equal("plain 1\n");
    const accept = "application/openmetrics-text; version=1.0.0,text/plain;q=0.5";
    const open = await test.run(fetch(`${server.url}/metrics`, { headers: { accept } }));
    expect(open.headers.get("content-type")).to.include("application/openmetrics-text");
    expect(await open.text()).to.equal("open 1\n# EOF\n");
  });

  it("is read by no page whose site turns its name to this machine (DNS rebinding)", async () => {
    const { hostname, port } = new URL(server.url);
    const asked = async (path: string, host: string): Promise<unknown> => {
      const socket = await RawSocket.open(server.url);
      socket.write(`GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
      await test.run(socket.untilClosed());
      return Number(socket.received.slice(9, 12));
    };
    for (const path of ["/metrics", "/healthz", "/readyz"]) {
      for (const name of [
        "evil.example",
        `evil.example:${port}`,
        "localhost.evil.example",
        "127.0.0.1.evil.example",
      ])
        expect(await asked(path, `Host: ${name}\r\n`), `${path} ${name}`).to.equal(403);
      for (const name of [`${hostname}:${port}`, "LOCALHOST", "[::1]:9901", "10.0.0.1", ""])
        expect(await asked(path, `Host: ${name}\r\n`), `${path} ${name}`).to.be.oneOf([200, 503]);
    }
  });

  it("refuses what is not HTTP/1.1 with an envelope", async () => {
    const socket = await RawSocket.open(server.url);
    socket.write("GET /healthz HTTP/1.1\r\n\r\n");
    await test.run(socket.untilClosed());
    expect(socket.received)
      .to.match(/^HTTP\/1\.1 400 /)
      .and.include("HOST_FIELD");
  });

  it("serves nothing else, and none of the public operations", async () => {
    for (const path of ["/", "/ping", "/info", "/status", "/readyz/x"])
      expect((await test.run(get(path))).status, path).to.equal(404);
    expect((await test.run(fetch(`${server.url}/readyz`, { method: "POST" }))).status).to.equal(404);
  });

  it("answers health checks while pages of the explorer hold more streams of events than it has other connections", async () => {
    const file = { bytes: Buffer.alloc(0), zipped: null, type: "text/html", isFinal: false };
    const api: RequestListener = (_request, response) => void response.writeHead(200).write(": begun\n\n");
    const page = { index: file, files: new Map() };
    const explorer = { page, version: "1", names: [], onError, api };
    const watched = await openOpsServer({
      health,
      metrics,
      host,
      port: 0,
      isServing: () => true,
      explorer,
      onError,
    });
    const pages = Array.from({ length: 70 }, () => new AbortController());
    await Promise.all(pages.map(({ signal }) => fetch(`${watched.url}/explorer/api/events`, { signal })));
    const response = await test.run(fetch(`${watched.url}/healthz`));
    expect(response.status).to.equal(200);
    for (const open of pages) open.abort();
    await watched.close();
  });

  it("refuses to listen on a taken port", async () => {
    const port = Number(new URL(server.url).port);
    const opened = openOpsServer({ health, metrics, host, port, isServing: () => true, onError });
    await expectRejection(opened, "PORT_TAKEN", "local");
  });

  it("survives a client that sends no HTTP", async () => {
    const { port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), host, () => socket.end("\0\0nonsense\r\n\r\n"));
      socket.resume();
      socket.on("close", () => resolve());
    });
    expect((await test.run(get("/healthz"))).status).to.equal(200);
  });
});
