import { connect as connectHttp2 } from "node:http2";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { RawSocket } from "./support/raw-socket.js";
import { useRpc } from "./support/rpc-harness.js";

const HOST = "Host: x\r\n";
const post = (fields: string, body = ""): string => `POST /ping HTTP/1.1\r\n${HOST}${fields}\r\n${body}`;
const get = (fields: string, version = "1.1"): string => `GET /ping HTTP/${version}\r\n${fields}\r\n`;

/** What a client sends, the HTTP status and the code of the error. */
const REFUSED: Readonly<Record<string, readonly [bytes: string, status: number, code: string]>> = {
  "HTTP/1.1 without Host": [get(""), 400, "HOST_FIELD"],
  "two Host fields": [get(`${HOST}Host: y\r\n`), 400, "HOST_FIELD"],
  "two equal Host fields, in another casing": [get(`${HOST}HOST: x\r\n`), 400, "HOST_FIELD"],
  "two Host fields in HTTP/1.0": [get(`${HOST}${HOST}`, "1.0"), 400, "HOST_FIELD"],
  "a Host field that is no host": [get("Host: a/b\r\n"), 400, "HOST_VALUE"],
  "an unknown expectation": [get(`${HOST}Expect: x\r\n`), 400, "EXPECTATION"],
  "an unknown expectation beside a known one": [post("Expect: 100-continue, x\r\n"), 400, "EXPECTATION"],
  "too long a header": [get(`${HOST}X: ${"x".repeat(20_000)}\r\n`), 431, "HEADERS_TOO_LARGE"],
  "a megabyte of headers": [get(`${HOST}X: ${"x".repeat(1_000_000)}\r\n`), 431, "HEADERS_TOO_LARGE"],
  "an unknown method": [`FOO /ping HTTP/1.1\r\n${HOST}\r\n`, 400, "NOT_HTTP"],
  "a TLS handshake": ["\u0016\u0003\u0001\u0002", 400, "NOT_HTTP"],
  "a space in the target": [`GET /pi ng HTTP/1.1\r\n${HOST}\r\n`, 400, "HTTP_MALFORMED"],
  "no slash before the path": [`GET ping HTTP/1.1\r\n${HOST}\r\n`, 400, "REQUEST_TARGET"],
  "an unknown version": [get(HOST, "1.2"), 400, "HTTP_MALFORMED"],
  "a request line of HTTP/2.0": [get(HOST, "2.0"), 505, "HTTP_VERSION"],
  "a header on two lines": [get(`${HOST}A: b\r\n c\r\n`), 400, "HTTP_MALFORMED"],
  "a space before a colon": [get("Host : x\r\n"), 400, "HTTP_MALFORMED"],
  "a zero byte in a header": [get(`${HOST}A: b\0c\r\n`), 400, "HTTP_MALFORMED"],
  "two lengths": [post("Content-Length: 3\r\nContent-Length: 4\r\n", "abcd"), 400, "HTTP_MALFORMED"],
  "a negative length": [post("Content-Length: -3\r\n"), 400, "HTTP_MALFORMED"],
  "a length beside chunks": [
    post("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "0\r\n\r\n"),
    400,
    "HTTP_MALFORMED",
  ],
  "a chunk without a length": [post("Transfer-Encoding: chunked\r\n", "zz\r\n\r\n"), 400, "HTTP_MALFORMED"],
  "compression as a transfer coding": [
    post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
    400,
    "TRANSFER_CODING",
  ],
  "compression alone as a transfer coding": [
    post("Transfer-Encoding: gzip\r\n", "0"),
    400,
    "TRANSFER_CODING",
  ],
  "chunks in chunks": [post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), 400, "TRANSFER_CODING"],
  "chunks in HTTP/1.0": [
    `POST /ping HTTP/1.0\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n`,
    400,
    "TRANSFER_CODING",
  ],
  "the method of a tunnel": [`CONNECT x:1 HTTP/1.1\r\n${HOST}\r\n`, 405, "METHOD_NOT_ALLOWED"],
};

describe("refusals before the handler (PROTOCOL 13.16)", () => {
  const rpc = useRpc();

  async function answersTo(bytes: string): Promise<string> {
    const socket = await RawSocket.open(rpc().url);
    socket.write(bytes);
    await socket.untilClosed();
    return socket.received;
  }

  for (const [title, [bytes, status, code]] of Object.entries(REFUSED))
    it(`answers ${title} once with ${status} and ${code}, readable by any page, and ends the connection`, async () => {
      const received = await answersTo(bytes);
      const [head = "", body = ""] = received.split("\r\n\r\n");
      expect(head).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(head)
        .to.include("access-control-allow-origin: *")
        .and.include("access-control-expose-headers: ");
      expect(head).to.match(new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, "m"));
      expect(JSON.parse(body)).to.deep.include({ code: status === 400 ? 999 : status, status: "fail" });
      expect(JSON.parse(body).error.code).to.equal(code);
      expect(rpc().errors).to.deep.equal([]);
    });

  it("answers HTTP/1.0 and HTTP/0.9 without Host, an empty Host, and an expectation of 1.0", async () => {
    for (const bytes of [
      get("", "1.0"),
      "GET /ping\r\n\r\n",
      get("Host:\r\nConnection: close\r\n"),
      get("Expect: x\r\n", "1.0"),
      get("Host: [2001:db8::1]:80\r\nConnection: close\r\n"),
    ])
      expect(await answersTo(bytes), bytes).to.match(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it("answers a whole request before it refuses what follows it", async () => {
    const received = await answersTo(`${get(HOST)}${get(HOST)}rubbish\r\n\r\n`);
    expect(received.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  it("waits once for the answer before a broken request, in however many pieces the rest comes", async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): void => void warnings.push(warning);
    process.on("warning", warn);
    let answer = (): void => undefined;
    rpc().engine.answer = {
      json: Readable.from(
        (async function* () {
          await new Promise<void>((resolve) => (answer = resolve));
          yield "1";
        })(),
      ),
    };
    const socket = await RawSocket.open(rpc().url);
    socket.write(`GET /request?request={"type":"GetBlock"} HTTP/1.1\r\n${HOST}\r\n`);
    await socket.until("HTTP/1.1 200");
    for (let piece = 0; piece < 20; piece += 1) {
      socket.write("rubbish\r\n\r\n");
      await sleep(5);
    }
    answer();
    await socket.untilClosed();
    process.off("warning", warn);
    expect(socket.received.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(["HTTP/1.1 200", "HTTP/1.1 400"]);
    expect(warnings).to.deep.equal([]);
  });

  it("answers a client that begins with HTTP/2 in HTTP/2", async () => {
    const session = connectHttp2(rpc().url);
    const ended = new Promise((resolve) => session.once("close", resolve));
    session.on("error", () => undefined);
    const stream = session.request({ ":path": "/ping" }).setEncoding("utf8");
    const status = await new Promise((resolve) =>
      stream.once("response", (headers) => resolve(headers[":status"])),
    );
    let text = "";
    for await (const piece of stream) text += String(piece);
    await ended;
    expect([status, JSON.parse(text).error.code]).to.deep.equal([505, "HTTP_VERSION"]);
  });
});
