import { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { connect, Socket } from "node:net";
import { expect } from "chai";
import { ConnectionGate } from "../../src/rpc/connection-gate.js";
import { limitsUnder, readFileLimit } from "../../src/rpc/file-limit.js";
import { DEFAULT_SERVER_LIMITS } from "../../src/rpc/limits.js";
import { ask } from "./support/http.js";
import { RawSocket } from "./support/raw-socket.js";
import { startRpc, useRpc, type RpcHarness } from "./support/rpc-harness.js";
import { skip } from "../support/skip.js";

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

/** The end of a connection at the server. */
function socketOf(remoteAddress: string, remotePort: number): Socket {
  const socket = new Socket();
  return Object.defineProperties(socket, {
    remoteAddress: { value: remoteAddress },
    remotePort: { value: remotePort },
  });
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

  it("accepts 64 connections from one address, and closes the one that is idle for longest for one more", async () => {
    const harness = await startRpc({ limits: KEPT });
    await openIdle(harness, 64);
    // The first one is no longer the one that is idle for longest.
    opened[0]?.write(PING);
    await opened[0]?.until(`${PONG}HTTP/1.1`);
    await openIdle(harness, 1);
    await opened[1]?.untilClosed();
    expect(opened.filter(({ isClosed }) => isClosed)).to.have.length(1);
    await harness.server.close(0);
  });

  it("accepts 1,000 connections in total, and answers one more by closing an idle one", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connectionsPerAddress: 2000 } });
    await openIdle(harness, 1001);
    await opened[0]?.untilClosed();
    await harness.server.close(0);
  });

  it("refuses one more while every connection is being answered", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 2 } });
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    harness.engine.answer = {
      json: (async function* () {
        yield "[";
        await finished;
        yield "]";
      })(),
    };
    for (const socket of [await RawSocket.open(harness.url), await RawSocket.open(harness.url)]) {
      socket.write('GET /request?request={"type":"GetBlocks"} HTTP/1.1\r\nHost: x\r\n\r\n');
      opened.push(socket);
    }
    await opened[0]?.until("200 OK");
    const refused = await RawSocket.open(harness.url);
    await refused.untilClosed();
    expect(refused.received).to.equal("");
    finish();
    await harness.server.close(0);
  });

  it("makes room at the address with the most connections", () => {
    const gate = new ConnectionGate({ ...DEFAULT_SERVER_LIMITS, connections: 4, connectionsPerAddress: 3 });
    const first = socketOf("192.0.2.1", 1);
    const greedy = [2, 3, 4].map((port) => socketOf("192.0.2.2", port));
    for (const socket of [first, ...greedy]) gate.admit(socket);
    gate.admit(socketOf("192.0.2.3", 5));
    expect(first.destroyed).to.equal(false);
    expect(greedy.map(({ destroyed }) => destroyed)).to.deep.equal([true, false, false]);
    gate.close();
  });

  it("closes no connection that is being answered without node:http", () => {
    const gate = new ConnectionGate({ ...DEFAULT_SERVER_LIMITS, connectionsPerAddress: 2 });
    const [first, second] = [socketOf("192.0.2.1", 1), socketOf("192.0.2.1", 2)];
    for (const socket of [first, second]) gate.admit(socket);
    expect([gate.begin(first), gate.begin(socketOf("192.0.2.1", 3))]).to.deep.equal([true, false]);
    gate.admit(socketOf("192.0.2.1", 4));
    expect([first.destroyed, second.destroyed]).to.deep.equal([false, true]);
    // Answered, it is the last one to have become idle.
    gate.rest(first);
    const third = socketOf("192.0.2.1", 5);
    gate.admit(third);
    expect([first.destroyed, third.destroyed]).to.deep.equal([false, false]);
    gate.close();
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

describe("requests sent ahead", () => {
  it("are answered one after the other, and end the connection when they are too many", async () => {
    const harness = await startRpc();
    const socket = await RawSocket.open(harness.url);
    socket.write(PING.repeat(10));
    await socket.until(`${PONG}HTTP/1.1`.slice(0, 8));
    while (socket.received.split(PONG).length - 1 < 10) await new Promise(setImmediate);
    socket.write(PING.repeat(2000));
    await socket.untilClosed();
    expect(socket.received.split(PONG).length - 1).to.be.lessThan(2000);
    await harness.server.close(0);
  });

  it("of one address leave room for those of others", () => {
    const gate = new ConnectionGate({ ...DEFAULT_SERVER_LIMITS, requestsWaitingPerAddress: 3 });
    const ask = (socket: Socket, times: number): void => {
      for (let time = 0; time < times; time += 1) {
        const request = new IncomingMessage(socket);
        gate.answer(request, new ServerResponse(request), () => undefined);
      }
    };
    const [first, second] = [socketOf("192.0.2.1", 1), socketOf("192.0.2.1", 2)];
    const other = socketOf("192.0.2.2", 3);
    for (const socket of [first, second, other]) gate.admit(socket);
    // One is being answered on each.
    ask(first, 3);
    ask(second, 2);
    expect(second.destroyed).to.equal(false);
    ask(second, 1);
    expect([first.destroyed, second.destroyed]).to.deep.equal([false, true]);
    ask(other, 4);
    expect(other.destroyed).to.equal(false);
    // Those of the closed connection wait no longer.
    ask(first, 1);
    expect(first.destroyed).to.equal(false);
    gate.close();
  });

  it("are not begun while an earlier answer is not read", async () => {
    const harness = await startRpc({ limits: { unreadMs: 2000 } });
    let begun = 0;
    const text = "x".repeat(32 * 1024 * 1024);
    Object.defineProperty(harness.engine, "answer", {
      get() {
        begun += 1;
        return { json: `"${text}"` };
      },
    });
    const { hostname, port } = new URL(harness.url);
    const socket = connect({ host: hostname, port: Number(port) }).pause();
    socket.on("error", () => undefined);
    socket.write('GET /request?request={"type":"GetBlocks"} HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10));
    const hasBegun = (): boolean => begun > 0;
    while (!hasBegun()) await new Promise(setImmediate);
    // It waits for the answers in progress: until the client that reads nothing is cut off.
    await harness.server.close(600_000);
    expect(begun).to.equal(1);
    socket.destroy();
  });
});

describe("loading the body reader", () => {
  it("is over once the server is prepared: later requests load nothing from the disk", async () => {
    const harness = await startRpc();
    await harness.server.prepare();
    const modules = Object.keys(createRequire(import.meta.url).cache);
    await ask(harness.url, "/request", { method: "POST", body: 'request={"type":"GetBlocks"}' });
    expect(Object.keys(createRequire(import.meta.url).cache)).to.deep.equal(modules);
    await harness.server.close(0);
  });
});

describe("the limit of open files", () => {
  it("leaves room for the node's own files, and is an error when it is too low for a node", () => {
    const wanted = { connections: 1000, streams: 1024 };
    for (const limit of [null, 100_000]) expect(limitsUnder(limit, wanted)).to.deep.equal(wanted);
    expect(limitsUnder(1792, wanted)).to.deep.equal({ connections: 1000, streams: 600 });
    expect(limitsUnder(1024, wanted)).to.deep.equal({ connections: 624, streams: 208 });
    expect(() => limitsUnder(100, wanted))
      .to.throw()
      .with.property("code", "FILE_LIMIT");
  });

  it("is read from the system", function () {
    if (process.platform === "win32") skip(this, "Windows has no such limit");
    expect(readFileLimit()).to.be.greaterThan(0);
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
