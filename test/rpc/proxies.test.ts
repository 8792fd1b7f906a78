import { once } from "node:events";
import { rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { expect } from "chai";
import { memberOf } from "../../src/codec/value.js";
import type { PeerQuery } from "../../src/api/engine.js";
import type { ProxySettings } from "../../src/rpc/callers.js";
import type { RpcServerOptions } from "../../src/rpc/server.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { skip, skipWithout } from "../support/skip.js";
import { writeCertificate } from "./support/certificate.js";
import { ask, envelopeOf, type HttpQuestion } from "./support/http.js";
import { RawSocket } from "./support/raw-socket.js";
import { startRpc, type RpcHarness } from "./support/rpc-harness.js";

const PEER = "GET /peer HTTP/1.1\r\nHost: x\r\n\r\n";
const TRUSTED: ProxySettings = { trusted: ["127.0.0.1", "10.0.0.0/8"] };
const FORWARDED: ProxySettings = { ...TRUSTED, header: "forwarded" };
const PROTOCOL: ProxySettings = { ...TRUSTED, hasProtocol: true };

/** The caller of the last Peer request; undefined for a program on this machine. */
function lastCaller({ engine }: RpcHarness): string | undefined {
  return (engine.queries.at(-1) as PeerQuery).caller;
}

describe("the caller of a request", () => {
  let harness: RpcHarness;
  let warnings: [string, string][];
  async function start(proxy?: ProxySettings, options: Partial<RpcServerOptions> = {}): Promise<void> {
    warnings = [];
    const warn = (message: string, address: string): void => void warnings.push([message, address]);
    harness = await startRpc({ ...(proxy === undefined ? {} : { proxy }), warn, ...options });
  }
  async function callerOf(headers: HttpQuestion["headers"] = {}): Promise<string | undefined> {
    expect((await ask(harness.url, "/peer", { headers })).status).to.equal(200);
    return lastCaller(harness);
  }
  /** The caller when these bytes precede a request; null when the connection is refused. */
  async function callerAfter(bytes: string | Buffer): Promise<string | null | undefined> {
    const { length } = harness.engine.queries;
    const socket = await RawSocket.open(harness.url);
    socket.write(bytes);
    socket.write(PEER);
    await socket.until("200 OK").catch(() => undefined);
    socket.destroy();
    return harness.engine.queries.length > length ? lastCaller(harness) : null;
  }
  afterEach(async () => harness.server.close(0));

  it("has no name on this machine, but is one caller when a proxy there is not trusted, which is said once", async () => {
    await start();
    expect(await callerOf()).to.equal(undefined);
    expect(warnings).to.deep.equal([]);
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
      expect(await callerOf({ [name]: "198.51.100.2" })).to.equal("forwarded 127.0.0.1");
    expect(warnings.map(([, address]) => address)).to.deep.equal(["127.0.0.1"]);
    expect(warnings[0]?.[0]).to.include("--trusted-proxy");
  });

  it("stays a caller with limits when another proxy is trusted", async () => {
    await start({ trusted: ["10.0.0.1"] });
    expect(await callerOf({ "x-forwarded-for": "198.51.100.2" })).to.equal("forwarded 127.0.0.1");
  });

  it("is the rightmost address of X-Forwarded-For that is not a trusted proxy's", async () => {
    await start(TRUSTED);
    const callers: Readonly<Record<string, string>> = {
      "198.51.100.2": "198.51.100.2",
      "192.0.2.66, 198.51.100.2": "198.51.100.2",
      "192.0.2.66, 198.51.100.2, 10.1.1.1, 127.0.0.1": "198.51.100.2",
      "10.1.1.1": "10.1.1.1",
      "198.51.100.2:4444": "198.51.100.2",
      "::ffff:198.51.100.2": "198.51.100.2",
      "[2001:db8:1:2::5]:80": "2001:db8:1:2::/64",
      "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
      // A user of the proxy on its own machine is not a program on this one.
      "127.0.0.9": "forwarded 127.0.0.9",
      "::1": "forwarded ::1",
      "0:0:0:0:0:0:0:1": "forwarded ::1",
      "127.0.0.1": "forwarded 127.0.0.1",
      // Trust ends where an element cannot be read.
      "198.51.100.2, unknown": "forwarded 127.0.0.1",
      "198.51.100.2, <x>": "forwarded 127.0.0.1",
      "198.51.100.2, _hidden, 10.1.1.1": "10.1.1.1",
      "": "forwarded 127.0.0.1",
    };
    for (const [value, caller] of Object.entries(callers))
      expect(await callerOf({ "x-forwarded-for": value }), value).to.equal(caller);
    expect(await callerOf()).to.equal("forwarded 127.0.0.1");
    expect(await callerOf({ forwarded: "for=198.51.100.2" })).to.equal("forwarded 127.0.0.1");
    expect(warnings).to.deep.equal([]);
  });

  it("is in the last of several header fields, even behind thousands of others", async () => {
    await start(TRUSTED);
    const fields = `X-Forwarded-For: 192.0.2.66\r\n${"a:\r\n".repeat(3000)}X-Forwarded-For: 198.51.100.2\r\n`;
    const socket = await RawSocket.open(harness.url);
    socket.write(`GET /peer HTTP/1.1\r\nHost: x\r\n${fields}\r\n`);
    await socket.until("200 OK");
    socket.destroy();
    expect(lastCaller(harness)).to.equal("198.51.100.2");
  });

  it("is in Forwarded where that is chosen, and then in no other header", async () => {
    await start(FORWARDED);
    const callers: Readonly<Record<string, string>> = {
      "for=198.51.100.2;proto=https": "198.51.100.2",
      'for=192.0.2.66, for="198.51.100.2:80", for=10.1.1.1': "198.51.100.2",
      'for="[2001:db8:1:2::5]:80"': "2001:db8:1:2::/64",
      'for="192.0.2.66, for=198.51.100.2': "198.51.100.2",
      "for=198.51.100.2, for=unknown": "forwarded 127.0.0.1",
    };
    for (const [value, caller] of Object.entries(callers))
      expect(await callerOf({ forwarded: value, "x-forwarded-for": "192.0.2.66" }), value).to.equal(caller);
    expect(await callerOf({ "x-forwarded-for": "192.0.2.66" })).to.equal("forwarded 127.0.0.1");
  });

  it("is in the header of the PROXY protocol where that is chosen, and in no other header", async () => {
    await start(PROTOCOL);
    expect(await callerAfter("PROXY TCP4 198.51.100.2 192.0.2.9 5000 80\r\n")).to.equal("198.51.100.2");
    expect(await callerAfter("PROXY TCP6 2001:db8:1:2::5 ::1 5000 80\r\n")).to.equal("2001:db8:1:2::/64");
    expect(await callerAfter("PROXY TCP4 127.0.0.1 127.0.0.1 5000 80\r\n")).to.equal("forwarded 127.0.0.1");
    expect(await callerAfter("PROXY UNKNOWN\r\n")).to.equal("forwarded 127.0.0.1");
    const v2 = Buffer.from("0d0a0d0a000d0a515549540a2111000cc6336402c000020913880050", "hex");
    expect(await callerAfter(v2)).to.equal("198.51.100.2");
    const local = Buffer.from("0d0a0d0a000d0a515549540a20000000", "hex");
    expect(await callerAfter(local)).to.equal("forwarded 127.0.0.1");
    const socket = await RawSocket.open(harness.url);
    const line = "PROXY TCP4 198.51.100.2 192.0.2.9 5000 80\r\n";
    // Whatever the pieces in which it arrives.
    for (const character of line + PEER.replace("Host", "X-Forwarded-For: 192.0.2.66\r\nHost")) {
      socket.write(character);
      await new Promise(setImmediate);
    }
    await socket.until("200 OK");
    socket.destroy();
    expect(lastCaller(harness)).to.equal("198.51.100.2");
    expect(warnings).to.deep.equal([]);
  });

  it("makes a connection refused that must begin with the PROXY protocol and does not, or begins with two headers", async () => {
    await start(PROTOCOL, { limits: { proxyHeaderMs: 50 } });
    const line = "PROXY TCP4 198.51.100.2 192.0.2.9 5000 80\r\n";
    for (const bytes of [
      "",
      "PROXY TCP4 1.2.3.4\r\n",
      "x".repeat(100_000),
      line + line,
      `${line}PROXY UNKNOWN\r\n`,
    ])
      expect(await callerAfter(bytes), bytes.slice(0, 30)).to.equal(null);
    expect(warnings).to.have.length(1);
    const endless = await RawSocket.open(harness.url);
    endless.write("PROXY TCP4 1.2");
    await endless.untilClosed();
    expect(endless.received).to.equal("");
  });

  it("is the address of a connection from elsewhere, which speaks plain HTTP, whatever it claims", async function () {
    if (process.platform !== "linux") skip(this, "only Linux has a whole network of loopback addresses");
    for (const proxy of [TRUSTED, FORWARDED, PROTOCOL, undefined]) {
      await start(proxy);
      const answer = await new Promise<number>((resolve, reject) => {
        const { port } = new URL(harness.url);
        const headers = { "x-forwarded-for": "198.51.100.2", forwarded: "for=198.51.100.2" };
        const options = {
          host: "127.0.0.1",
          port,
          path: "/peer",
          localAddress: "127.0.0.8",
          headers,
          agent: false,
        };
        request(options, (response) => resolve(response.resume().statusCode ?? 0))
          .on("error", reject)
          .end();
      });
      expect([answer, lastCaller(harness)]).to.deep.equal([200, "forwarded 127.0.0.8"]);
      await harness.server.close(0);
    }
  });

  it("is named by the PROXY protocol before TLS begins, in one packet with it or apart", async function () {
    skipWithout(this, "openssl");
    const directory = await makeTempDirectory();
    const tls = await writeCertificate(directory, "node.example.org");
    await start(PROTOCOL, { tls });
    const line = "PROXY TCP4 198.51.100.2 192.0.2.9 5000 80\r\n";
    for (const isApart of [false, true]) {
      const upstream = connect(Number(new URL(harness.url).port), "127.0.0.1");
      await once(upstream, "connect");
      upstream.cork();
      upstream.write(line);
      if (isApart) {
        upstream.uncork();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const socket = connectTls({ socket: upstream, rejectUnauthorized: false });
      if (!isApart) setTimeout(() => upstream.uncork(), 20);
      await once(socket, "secureConnect");
      socket.write(PEER);
      const [answer] = (await once(socket, "data")) as [Buffer];
      expect(answer.toString()).to.match(/^HTTP\/1\.1 200 OK/);
      expect(lastCaller(harness)).to.equal("198.51.100.2");
      socket.destroy();
    }
    await rm(directory, { recursive: true });
  });
});

describe("one connection too many over HTTPS", () => {
  it("is refused with 503 in full, when its request is whole", async function () {
    skipWithout(this, "openssl");
    const directory = await makeTempDirectory();
    const tls = await writeCertificate(directory, "node.example.org");
    const { server, url } = await startRpc({ tls, limits: { connections: 2 } });
    const open = async (): Promise<{
      text: string;
      write: (text: string) => void;
      closed: Promise<unknown>;
    }> => {
      const socket = connectTls({
        port: Number(new URL(url).port),
        host: "127.0.0.1",
        rejectUnauthorized: false,
      });
      await once(socket, "secureConnect");
      const opened = {
        text: "",
        write: (text: string) => void socket.write(text),
        closed: once(socket, "close"),
      };
      socket.on("data", (bytes: Buffer) => (opened.text += bytes.toString()));
      return opened;
    };
    const kept = [await open(), await open()];
    const refused = await open();
    refused.write("POST /ping HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01234");
    refused.write("56789");
    await refused.closed;
    expect(refused.text)
      .to.match(/^HTTP\/1\.1 503 /)
      .and.include('"CONNECTIONS"');
    for (const { write } of kept) write("GET /ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    for (const { closed } of kept) await closed;
    expect(kept.map(({ text }) => text.slice(0, 15))).to.deep.equal(Array(2).fill("HTTP/1.1 200 OK"));
    await server.close(0);
    await rm(directory, { recursive: true });
  });
});

describe("the limits of a caller behind a proxy", () => {
  const from = (address: string): HttpQuestion => ({ headers: { "x-forwarded-for": address } });
  const codeOf = async (asked: ReturnType<typeof ask>): Promise<unknown> =>
    memberOf(envelopeOf(await asked).get("error"), "code");

  it("hold for each address: the rate", async () => {
    const { server, url } = await startRpc({ proxy: TRUSTED, limits: { rateLimit: 2 }, nowMs: () => 0 });
    for (const address of ["198.51.100.1", "198.51.100.2"]) {
      for (let count = 0; count < 2; count += 1)
        expect((await ask(url, "/ping", from(address))).status).to.equal(200);
      expect(await codeOf(ask(url, "/ping", from(address)))).to.equal("RATE_LIMIT");
    }
    await server.close(0);
  });

  it("hold for each address: requests in progress, the bytes of large bodies and streams", async () => {
    const limits = {
      connectionsPerAddress: 2,
      streamsPerAddress: 2,
      bodySize: 1000,
      smallBodyBytes: 100,
      bodyBytesPerCaller: 1500,
      bodyBytes: 2500,
    };
    const { server, engine, url } = await startRpc({ proxy: TRUSTED, limits });
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = {
      async *[Symbol.asyncIterator]() {
        yield "[";
        await finished;
        yield "]";
      },
    };
    engine.answer = { json: slow };
    const held: RawSocket[] = [];
    const hold = async (address: string, path: string): Promise<void> => {
      const socket = await RawSocket.open(url);
      held.push(socket);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`);
      await socket.until("200 OK");
    };
    for (let count = 0; count < 2; count += 1)
      await hold("198.51.100.1", '/request?request={"type":"GetBlocks"}');
    const refused = await ask(url, "/ping", from("198.51.100.1"));
    expect([refused.status, refused.headers["retry-after"]]).to.deep.equal([503, "1"]);
    expect(await codeOf(ask(url, "/ping", from("198.51.100.1")))).to.equal("CONNECTIONS_OF_CALLER");
    expect((await ask(url, "/ping", from("198.51.100.2"))).status).to.equal(200);
    expect((await ask(url, "/ping")).status).to.equal(200);
    finish();
    for (const socket of held) await socket.until("[]}");
    expect((await ask(url, "/ping", from("198.51.100.1"))).status).to.equal(200);

    const body = async (address: string): Promise<RawSocket> => {
      const socket = await RawSocket.open(url);
      held.push(socket);
      socket.write(
        `POST /ping HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Length: 1000\r\n\r\n`,
      );
      socket.write("x".repeat(500));
      return socket;
    };
    const arriving = [await body("198.51.100.1")];
    await new Promise((resolve) => setTimeout(resolve, 50));
    const large = (address: string): HttpQuestion => ({ ...from(address), body: "x".repeat(1000) });
    expect(await codeOf(ask(url, "/ping", large("198.51.100.1")))).to.equal("LARGE_BODIES");
    expect((await ask(url, "/ping", large("198.51.100.2"))).status).to.equal(200);
    arriving.push(await body("198.51.100.2"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    // No more than 2,500 bytes in all.
    expect(await codeOf(ask(url, "/ping", large("198.51.100.3")))).to.equal("LARGE_BODIES");
    expect((await ask(url, "/ping", { ...from("198.51.100.3"), body: "x".repeat(100) })).status).to.equal(
      200,
    );
    for (const socket of arriving) {
      socket.write("x".repeat(500));
      await socket.until("200 OK");
    }
    expect((await ask(url, "/ping", large("198.51.100.1"))).status).to.equal(200);
    for (const socket of held) socket.destroy();
    await server.close(0);
  });
});

describe("a unix socket", () => {
  let directory: string;
  before(async () => {
    directory = await makeTempDirectory();
  });
  after(async () => rm(directory, { recursive: true, force: true }));

  const askAt = async (socketPath: string, headers: Record<string, string> = {}): Promise<number> =>
    new Promise((resolve, reject) => {
      request({ socketPath, path: "/peer", headers, agent: false }, (response) =>
        resolve(response.resume().statusCode ?? 0),
      )
        .on("error", reject)
        .end();
    });

  it("serves its user and group alone, trusts what a proxy says there, and is removed at the end", async () => {
    const path = join(directory, "node.sock");
    const harness = await startRpc({ host: `unix:${path}` });
    expect(harness.url).to.equal(`unix:${path}`);
    expect((await stat(path)).mode & 0o777).to.equal(0o660);
    expect(await askAt(path, { "x-forwarded-for": "192.0.2.66, 198.51.100.2" })).to.equal(200);
    expect(lastCaller(harness)).to.equal("198.51.100.2");
    expect(await askAt(path)).to.equal(200);
    expect(lastCaller(harness)).to.equal("forwarded unix");
    const many = await Promise.all(Array.from({ length: 50 }, () => askAt(path)));
    expect(many).to.deep.equal(Array(50).fill(200));
    await harness.server.close(0);
    expect(await stat(path).catch(() => null)).to.equal(null);
  });

  it("replaces one without a server, and neither another server's nor a file", async () => {
    const path = join(directory, "left.sock");
    const host = `unix:${path}`;
    const { writeFile, rename } = await import("node:fs/promises");
    // What a killed process leaves: the name is moved away while it is removed.
    const dead = createServer();
    await once(dead.listen(path), "listening");
    await rename(path, `${path}.kept`);
    dead.close();
    await once(dead, "close");
    await rename(`${path}.kept`, path);
    const harness = await startRpc({ host });
    expect(await askAt(path)).to.equal(200);
    const second = await startRpc({ host }).catch((error: unknown) => error);
    expect(second).to.have.property("code", "SOCKET_TAKEN");
    expect(await askAt(path)).to.equal(200);
    await harness.server.close(0);
    await writeFile(path, "text");
    const third = await startRpc({ host }).catch((error: unknown) => error);
    expect(third).to.have.property("code", "SOCKET_TAKEN");
    expect((await stat(path)).size).to.equal(4);
  });

  it("needs a path that a socket can have, and has no TLS", async () => {
    for (const host of ["unix:", `unix:/${"x".repeat(200)}`, "unix:/nowhere/node.sock"])
      expect(await startRpc({ host }).catch((error: unknown) => error)).to.have.property("code", "LISTEN");
    const tls = { certFile: "c", keyFile: "k" };
    const host = `unix:${join(directory, "x.sock")}`;
    expect(await startRpc({ host, tls }).catch((error: unknown) => error)).to.have.property(
      "code",
      "SOCKET_SETTINGS",
    );
  });

  it("may carry the PROXY protocol", async () => {
    const path = join(directory, "proxied.sock");
    const harness = await startRpc({ host: `unix:${path}`, proxy: { trusted: [], hasProtocol: true } });
    const callers: (string | undefined)[] = [];
    for (const address of ["198.51.100.1", "198.51.100.2"]) {
      const socket = connect(path);
      socket.write(`PROXY TCP4 ${address} 192.0.2.9 5000 80\r\n${PEER}`);
      await once(socket, "data");
      callers.push(lastCaller(harness));
      socket.destroy();
    }
    expect(callers).to.deep.equal(["198.51.100.1", "198.51.100.2"]);
    await harness.server.close(0);
  });
});
