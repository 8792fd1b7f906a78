import { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { connect, Socket } from "node:net";
import { expect } from "chai";
import { ConnectionGate } from "../../src/rpc/connection-gate.js";
import { readFileLimit } from "../../src/base/file-limit.js";
import { limitsUnder, DEFAULT_SERVER_LIMITS } from "../../src/rpc/limits.js";
import { ask } from "./support/http.js";
import { RawSocket } from "./support/raw-socket.js";
import type { RpcServerOptions } from "../../src/rpc/server.js";
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

/** Lets a socket in that nothing reads. */
function admit(gate: ConnectionGate, socket: Socket): void {
  const origin = { caller: socket.remoteAddress ?? "", isShared: false, bytesBefore: 0 };
  gate.admit(socket, origin, { proceed: () => undefined, end: () => undefined });
}

/** Long enough for the gate to make room. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
}

describe("the limits of connections", () => {
  const opened: RawSocket[] = [];
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy();
  });

  it("are 1,000 in total and 64 from one address, 66 s for a request, 65 s without one, 500 requests a second", () => {
    expect(DEFAULT_SERVER_LIMITS).to.include({
      connections: 1000,
      connectionsPerAddress: 64,
      headersTimeoutMs: 66_000,
      requestTimeoutMs: 66_000,
      keepAliveTimeoutMs: 65_000,
      rateLimit: 500,
    });
  });

  async function openIdle(harness: RpcHarness, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) opened.push(await idle(harness.url));
  }

  /** A server for which the test's sockets, which are all on loopback, are strangers' with addresses of their own. */
  async function startForStrangers(limits: RpcServerOptions["limits"]): Promise<RpcHarness> {
    const proxy = { trusted: ["127.0.0.1"], hasProtocol: true };
    const harness = await startRpc({ limits: { ...KEPT, ...limits }, proxy });
    opening = (address) => strangerAt(harness.url, address);
    return harness;
  }
  let opening: (address: string) => Promise<RawSocket>;
  async function strangerAt(url: string, address: string): Promise<RawSocket> {
    const socket = await RawSocket.open(url);
    socket.write(`PROXY TCP4 ${address} 192.0.2.200 5000 80\r\n`);
    opened.push(socket);
    return socket;
  }
  async function answered(address: string): Promise<RawSocket> {
    const socket = await opening(address);
    socket.write(PING);
    await socket.until(PONG);
    return socket;
  }
  async function refusedWith(code: string, socket: RawSocket, request = PING): Promise<void> {
    socket.write(request);
    await socket.until(`"${code}"`);
    await socket.untilClosed();
    expect(socket.received).to.match(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(socket.received.toLowerCase())
      .to.include("retry-after: 1\r\n")
      .and.include("connection: close\r\n");
    expect(socket.received).to.include('{"code":503,"status":"fail",');
  }

  it("refuse one connection more from one address with 503, while others are answered and none is closed", async () => {
    const harness = await startForStrangers({ connectionsPerAddress: 3 });
    for (let index = 0; index < 3; index += 1) await answered("192.0.2.1");
    await refusedWith("CONNECTIONS_OF_CALLER", await opening("192.0.2.1"));
    await answered("192.0.2.2");
    expect(opened.filter(({ isClosed }) => isClosed)).to.have.length(1);
    await harness.server.close(0);
  });

  it("do not hold for loopback addresses but in total", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 100 } });
    await openIdle(harness, 100);
    await refusedWith("CONNECTIONS", await RawSocket.open(harness.url));
    expect(opened.filter(({ isClosed }) => isClosed)).to.deep.equal([]);
    await harness.server.close(0);
  });

  it("refuse a request of two packets only after its second one, so that nothing resets its answer", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 1 } });
    await openIdle(harness, 1);
    const socket = await RawSocket.open(harness.url);
    socket.write("POST /sendtransaction HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
    socket.write("x".repeat(50_000));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(socket.received).to.equal("");
    await refusedWith("CONNECTIONS", socket, "x".repeat(50_000));
    await harness.server.close(0);
  });

  it("close a connection that was idle for some seconds to make room, the one that was idle for longest", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 3, idleMs: 30 } });
    await openIdle(harness, 3);
    // The first one is no longer the one that is idle for longest.
    opened[0]?.write(PING);
    await opened[0]?.until(`${PONG}HTTP/1.1`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await openIdle(harness, 1);
    await opened[1]?.untilClosed();
    expect(opened.filter(({ isClosed }) => isClosed)).to.have.length(1);
    await harness.server.close(0);
  });

  it("close one that has been sending one request for too long before any that is idle", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 3, idleMs: 20, arrivalMs: 40 } });
    const kept = await idle(harness.url);
    const slowHeaders = await RawSocket.open(harness.url);
    slowHeaders.write("GET /ping HT");
    const slowBody = await idle(harness.url);
    slowBody.write("POST /ping HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1");
    opened.push(kept, slowHeaders, slowBody);
    // The gate looks every 40 ms: it has seen them arriving for as long after three looks.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await openIdle(harness, 1);
    await slowHeaders.untilClosed();
    await openIdle(harness, 1);
    await slowBody.untilClosed();
    expect(kept.isClosed).to.equal(false);
    await harness.server.close(0);
  });

  it("never close one whose request is arriving in its time, or is being answered, however many newcomers there are", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 3, idleMs: 0, refusals: 100 } });
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
    const [busy, head, body] = [
      await RawSocket.open(harness.url),
      await RawSocket.open(harness.url),
      await RawSocket.open(harness.url),
    ];
    opened.push(busy, head, body);
    busy.write('GET /request?request={"type":"GetBlocks"} HTTP/1.1\r\nHost: x\r\n\r\n');
    await busy.until("200 OK");
    head.write("GET /ping HTTP/1.1\r\nHo");
    body.write("POST /ping HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1");
    // What was written is read before any newcomer makes room.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const newcomers = await Promise.all(Array.from({ length: 50 }, () => RawSocket.open(harness.url)));
    for (const newcomer of newcomers) await refusedWith("CONNECTIONS", newcomer);
    head.write("st: x\r\n\r\n");
    body.write("2345");
    await head.until(PONG);
    await body.until(PONG);
    finish();
    await busy.until("[]}");
    await harness.server.close(0);
  });

  it("tell a newcomer that sends nothing, and let no more of them wait than there are places", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 1, refusals: 2, refusalMs: 50 } });
    await openIdle(harness, 1);
    const silent = [await RawSocket.open(harness.url), await RawSocket.open(harness.url)];
    opened.push(...silent);
    for (const socket of silent) {
      await socket.untilClosed();
      expect(socket.received)
        .to.match(/^HTTP\/1\.1 503 /)
        .and.include('"CONNECTIONS"');
      expect(socket.received).to.include("retry-after: 1\r\n");
    }
    await refusedWith("CONNECTIONS", await RawSocket.open(harness.url));
    await harness.server.close(0);
  });

  it("refuse a newcomer's request although silent ones hold every place for that", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 1, refusals: 2, refusalMs: 600_000 } });
    await openIdle(harness, 1);
    for (let index = 0; index < 20; index += 1) opened.push(await RawSocket.open(harness.url));
    await refusedWith("CONNECTIONS", await RawSocket.open(harness.url));
    // The silent ones that made room have been told as well.
    await opened[1]?.untilClosed();
    expect(opened[1]?.received)
      .to.match(/^HTTP\/1\.1 503 /)
      .and.include('"CONNECTIONS"');
    await harness.server.close(0);
  });

  it("refuse a newcomer's request although others that trickle a request hold every place for that", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 1, refusals: 4, refusalMs: 600_000 } });
    await openIdle(harness, 1);
    const trickling = await Promise.all(Array.from({ length: 4 }, () => RawSocket.open(harness.url)));
    opened.push(...trickling);
    for (const [index, socket] of trickling.entries())
      socket.write(
        index % 2 === 0
          ? "GET /ping HTTP/1.1\r\nHo"
          : "POST /ping HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n1",
      );
    // What was written is read before any newcomer makes room.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await refusedWith("CONNECTIONS", await RawSocket.open(harness.url));
    // The one that made room has been told as well.
    const [oldest] = trickling;
    await oldest?.untilClosed();
    expect(oldest?.received)
      .to.match(/^HTTP\/1\.1 503 /)
      .and.include('"CONNECTIONS"');
    await harness.server.close(0);
  });

  it("let many more newcomers know than wait at a time: with 3 places, 60 of 60 that ask one after the other", async () => {
    const harness = await startRpc({ limits: { ...KEPT, connections: 1, refusals: 3 } });
    await openIdle(harness, 1);
    for (let index = 0; index < 60; index += 1)
      await refusedWith("CONNECTIONS", await RawSocket.open(harness.url));
    await harness.server.close(0);
  });

  it("closes no connection that is being answered without node:http", async () => {
    const gate = new ConnectionGate({ ...DEFAULT_SERVER_LIMITS, connections: 2, idleMs: 0 });
    const [first, second] = [socketOf("192.0.2.1", 1), socketOf("192.0.2.1", 2)];
    for (const socket of [first, second]) admit(gate, socket);
    expect([gate.begin(first), gate.begin(socketOf("192.0.2.1", 3))]).to.deep.equal([true, false]);
    admit(gate, socketOf("192.0.2.1", 4));
    await turns();
    expect([first.destroyed, second.destroyed]).to.deep.equal([false, true]);
    // Answered, it is the last one to have become idle.
    gate.rest(first);
    const third = socketOf("192.0.2.1", 5);
    admit(gate, third);
    await turns();
    expect([first.destroyed, third.destroyed]).to.deep.equal([false, false]);
    gate.close();
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
    for (const socket of [first, second, other]) admit(gate, socket);
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
