import { expect } from "chai";
import { DEFAULT_SERVER_LIMITS } from "../../src/rpc/limits.js";
import { ask } from "./support/http.js";
import { RawSocket } from "./support/raw-socket.js";
import { startRpc, useRpc, type RpcHarness } from "./support/rpc-harness.js";

const PING = "GET /ping HTTP/1.1\r\nHost: x\r\n\r\n";
/** Idle connections are kept for longer than a busy machine takes to open a thousand of them. */
const KEPT = { keepAliveTimeoutMs: 600_000 };
const PONG = '{"code":200,"data":[]}';

/** A connection that received an answer and is kept open. */
async function idle(url: string): Promise<RawSocket> {
  const socket = await RawSocket.open(url);
  socket.write(PING);
  await socket.until(PONG);
  return socket;
}

describe("the limits of connections", () => {
  const opened: RawSocket[] = [];
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
  });

  it("are 1,000 in total and 64 from one address, 10 s for headers, 30 s for a request, 500 requests a second", () => {
    expect(DEFAULT_SERVER_LIMITS).to.include({
      connections: 1000,
      connectionsPerAddress: 64,
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 30_000,
      rateLimit: 500,
    });
  });

  async function openIdle(harness: RpcHarness, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) opened.push(await idle(harness.url));
  }

  it("accepts 64 connections from one address, and refuses one more while those are idle", async () => {
    const harness = await startRpc({ limits: KEPT });
    await openIdle(harness, 64);
    const refused = await RawSocket.open(harness.url);
    refused.write(PING);
    await refused.untilClosed();
    expect(refused.received).to.equal("");
    opened[0]?.destroy();
    await opened[0]?.untilClosed();
    await openIdle(harness, 1);
    await harness.server.close(0);
  });

  it("accepts 1,000 connections in total, and refuses one more while those are idle", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connectionsPerAddress: 2000 } });
    await openIdle(harness, 1000);
    const refused = await RawSocket.open(harness.url);
    refused.write(PING);
    await refused.untilClosed();
    expect(refused.received).to.equal("");
    await harness.server.close(0);
  });

  it("accepts as many connections in total as the limit, and refuses one more", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 3 } });
    await openIdle(harness, 3);
    const refused = await RawSocket.open(harness.url);
    await refused.untilClosed();
    await harness.server.close(0);
  });

  it("closes the oldest connection whose request is still arriving to make room for a new one", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connectionsPerAddress: 3 } });
    const kept = await idle(harness.url);
    const slowHeaders = await RawSocket.open(harness.url);
    slowHeaders.write("GET /ping HT");
    const slowBody = await idle(harness.url);
    slowBody.write("POST /ping HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1");
    opened.push(kept, slowHeaders, slowBody);
    // A second answer on the kept connection comes after the slow bytes, which have been read by then.
    kept.write(PING);
    await kept.until(`${PONG}HTTP/1.1`);
    await openIdle(harness, 1);
    await slowHeaders.untilClosed();
    await openIdle(harness, 1);
    await slowBody.untilClosed();
    expect(kept.isClosed).to.equal(false);
    await harness.server.close(0);
  });

  it("answers every Ping while five hundred sockets are open that send a byte now and then (how fast: npm run bench)", async () => {
    const harness = await startRpc();
    for (let index = 0; index < 500; index += 1) {
      const socket = await RawSocket.open(harness.url);
      socket.write("G");
      opened.push(socket);
    }
    for (let index = 0; index < 200; index += 1) {
      opened[index % opened.length]?.write("E");
      expect((await ask(harness.url, "/ping")).text).to.equal(PONG);
    }
    // At most as many of them remain as one address may have: the oldest were closed to make room.
    for (const socket of opened.slice(0, 500 - 64)) await socket.untilClosed();
    await harness.server.close(0);
  });
});

describe("slow requests", () => {
  const rpc = useRpc({ limits: { headersTimeoutMs: 50, requestTimeoutMs: 100 } });

  it("get a 408 and are closed when the headers take too long", async () => {
    const socket = await RawSocket.open(rpc().url);
    socket.write("GET /ping HTTP/1.1\r\n");
    await socket.untilClosed();
    expect(socket.received).to.match(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(socket.received).to.include('{"code":408,"status":"fail",').and.include('"REQUEST_TIMEOUT"');
  });

  it("get a 408 and are closed when the body takes too long", async () => {
    const socket = await RawSocket.open(rpc().url);
    socket.write("POST /ping HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1");
    await socket.untilClosed();
    expect(socket.received).to.match(/^HTTP\/1.1 408 Request Timeout\r\n/);
  });
});

describe("closing a server", () => {
  it("waits for the answers in progress, and accepts no new connection", async () => {
    const { engine, server, url } = await startRpc();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    async function* slow(): AsyncIterable<string> {
      yield "[";
      await finished;
      yield "]";
    }
    engine.answer = { json: slow() };
    const idleSocket = await idle(url);
    const socket = await RawSocket.open(url);
    socket.write('GET /request?request={"type":"GetBlocks"} HTTP/1.1\r\nHost: x\r\n\r\n');
    await socket.until("200 OK");
    const closed = server.close(60_000);
    await idleSocket.untilClosed();
    const late = await RawSocket.open(url);
    expect(late.isClosed).to.equal(true);
    finish();
    await closed;
    await socket.untilClosed();
    expect(socket.received).to.match(/\[\]\}\r\n0\r\n\r\n$/);
  });

  it("closes the remaining connections when the grace period is over", async () => {
    const { server, url } = await startRpc();
    const socket = await RawSocket.open(url);
    socket.write("POST /ping HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1");
    await server.close(10);
    await socket.untilClosed();
    expect(socket.received).to.equal("");
  });
});
