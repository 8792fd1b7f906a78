import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import Koa from "koa";
import { MAX_JSON_DEPTH } from "../../src/codec/json-reader.js";
import { ChainError, type ErrorKind } from "../../src/codec/chain-error.js";
import { memberOf } from "../../src/codec/value.js";
import { MAX_BODY_SIZE } from "../../src/records/operations/limits.js";
import { createApp } from "../../src/rpc/app.js";
import { ConnectionGate } from "../../src/rpc/connection-gate.js";
import { EventStreams } from "../../src/rpc/event-streams.js";
import { publicFailure } from "../../src/rpc/failure.js";
import { close } from "../../src/rpc/http-server.js";
import { LargeBodies } from "../../src/rpc/large-bodies.js";
import { LongAnswers } from "../../src/rpc/long-answers.js";
import { DEFAULT_SERVER_LIMITS } from "../../src/rpc/limits.js";
import { listen } from "../../src/rpc/listen.js";
import { createBodyReader } from "../../src/rpc/read-body.js";
import { ask, envelopeOf, json, urlencoded, type HttpAnswer } from "./support/http.js";
import { RawSocket } from "./support/raw-socket.js";
import { startRpc, useRpc } from "./support/rpc-harness.js";
import { ScriptedEngine } from "./support/scripted-engine.js";

/** The code of the error in a failed answer, by its own member. */
function codeOf(answer: HttpAnswer): unknown {
  return memberOf(envelopeOf(answer).get("error"), "code");
}

describe("the limit of a body: 2 MiB", () => {
  const rpc = useRpc();
  const chunked = { "transfer-encoding": "chunked" };

  it("reads a body of exactly the limit, declared or chunked", async () => {
    const body = `a=${"x".repeat(MAX_BODY_SIZE - 2)}`;
    expect((await ask(rpc().url, "/ping", { body })).status).to.equal(200);
    expect((await ask(rpc().url, "/ping", { body, headers: chunked })).status).to.equal(200);
  });

  it("refuses one byte more, declared or chunked, and reads the next request on the connection", async () => {
    const body = "x".repeat(MAX_BODY_SIZE + 1);
    for (const headers of [{}, chunked]) {
      const answer = await ask(rpc().url, "/ping", { body, headers });
      expect([answer.status, codeOf(answer)]).to.deep.equal([413, "BODY_TOO_LARGE"]);
    }
  });

  it("refuses a declared length before any of the body arrives", async () => {
    const socket = await RawSocket.open(rpc().url);
    socket.write(`POST /ping HTTP/1.1\r\nHost: x\r\nContent-Length: ${MAX_BODY_SIZE + 1}\r\n\r\n`);
    await socket.until('"code":"BODY_TOO_LARGE"');
    socket.destroy();
  });

  it("refuses a body with more values than a request needs, as JSON and in a form's field", async () => {
    const zeros = (count: number): string => `[${"0,".repeat(count)}0]`;
    const told = async (path: string, body: string): Promise<unknown> => {
      const { status, text } = await ask(rpc().url, path, { body });
      return [status, text.includes("JSON_WEIGHT")];
    };
    const json = (count: number): string => `{"request":{"type":"GetBlock","target":${zeros(count)}}}`;
    expect(await told("/rawrequest", json(60_000))).to.deep.equal([200, false]);
    expect(await told("/rawrequest", json(70_000))).to.deep.equal([400, true]);
    expect(await told("/request", `request=${zeros(70_000)}`)).to.deep.equal([400, true]);
    expect(await told("/rawrequest", `request=${zeros(70_000)}`)).to.deep.equal([400, true]);
  });

  it("counts the decompressed bytes of a compressed body", async () => {
    const headers = { "content-encoding": "gzip" };
    const small = await ask(rpc().url, "/rawrequest", {
      headers,
      body: gzipSync('{"request":{"type":"GetBlock"}}'),
    });
    expect(small.status).to.equal(200);
    const bomb = await ask(rpc().url, "/ping", { headers, body: gzipSync(Buffer.alloc(MAX_BODY_SIZE + 1)) });
    expect([bomb.status, codeOf(bomb)]).to.deep.equal([413, "BODY_TOO_LARGE"]);
  });

  it("refuses a body that cannot be decompressed", async () => {
    for (const encoding of ["gzip", "deflate", "br"]) {
      const answer = await ask(rpc().url, "/ping", {
        headers: { "content-encoding": encoding },
        body: "\xff\xff",
      });
      expect([answer.status, codeOf(answer)], encoding).to.deep.equal([400, "BODY_ENCODING"]);
    }
    expect(rpc().errors).to.deep.equal([]);
  });

  it("refuses an unknown encoding", async () => {
    const answer = await ask(rpc().url, "/ping", { headers: { "content-encoding": "rot13" }, body: "n=o" });
    expect(answer.status).to.equal(415);
    expect(envelopeOf(answer).get("code")).to.equal(415n);
  });
});

describe("the limit of JSON: 512 levels (PROTOCOL 1.7)", () => {
  const rpc = useRpc();
  const nested = (levels: number): string =>
    `{"request":{"type":"x","a":${"[".repeat(levels)}${"]".repeat(levels)}}}`;

  it("reads JSON of exactly that depth", async () => {
    expect((await ask(rpc().url, "/rawrequest", json(nested(MAX_JSON_DEPTH - 2)))).status).to.equal(200);
  });

  it("refuses one level more, and a body of nothing but brackets", async () => {
    for (const body of [nested(MAX_JSON_DEPTH - 1), "[".repeat(MAX_BODY_SIZE)]) {
      const answer = await ask(rpc().url, "/rawrequest", json(body));
      expect([answer.status, codeOf(answer)]).to.deep.equal([400, "JSON_DEPTH"]);
    }
  });
});

describe("malformed requests", () => {
  const rpc = useRpc();

  const cases: readonly (readonly [string, string, Parameters<typeof ask>[2], string])[] = [
    ["malformed JSON with the content type of JSON", "/round", json("{bad"), "Invalid JSON at offset 1"],
    ["malformed JSON, on Request", "/request", json("{bad"), "Invalid JSON at offset 1"],
    ["JSON that is not UTF-8", "/round", { ...json(""), body: Buffer.from([0x7b, 0xff]) }, "not valid UTF-8"],
    ["a form that is not UTF-8", "/round", { ...urlencoded({}), body: "height=%ff" }, "not valid UTF-8"],
    ["a query that is not UTF-8", "/round?height=%c3", {}, "not valid UTF-8"],
    ["too long a chain_type", "/round?chain_type=123456789", {}, "'chain_type' must be less than 8 char"],
    [
      "too long a round_key",
      `/broadcast?round_key=${"0".repeat(79)}`,
      {},
      "'round_key' must be less than 78",
    ],
    ["too long a host", `/peer?register=1&host=${"h".repeat(260)}`, {}, "'host' must be less than 259"],
    ["too long a height", `/round?height=${"1".repeat(21)}`, {}, "'height' must be less than 20"],
    ["Inspect without a type", "/inspect?key=00", {}, "The data must contain the 'type' parameter. "],
    ["Inspect without a key", "/inspect?type=local", {}, "The data must contain the 'key' parameter. "],
    [
      "Inspect of too long a key",
      `/inspect?type=local&key=${"0".repeat(129)}`,
      {},
      "'key' must be less than 128",
    ],
    ["StateAt without keys", "/stateat?type=local", {}, "The data must contain the 'keys' parameter. "],
    [
      "StateAt of too many keys",
      "/stateat",
      {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `type=local&keys=${`${"0".repeat(128)},`.repeat(65)}`,
      },
      "'keys' must be less than 8256",
    ],
    [
      "StateAt of too many short keys",
      `/stateat?type=local&keys=${`${"0".repeat(66)},`.repeat(64)}00`,
      {},
      "at most 64",
    ],
    [
      "StateAt at no height",
      "/stateat?type=local&keys=00&height=abc",
      {},
      "'height' must be of integer type",
    ],
    ["Inspect of another state", "/inspect?type=both&key=00", {}, "'type' must be one of the following"],
  ];
  for (const [title, path, question, message] of cases) {
    it(`answers 400 to ${title}`, async () => {
      const answer = await ask(rpc().url, path, question);
      expect([answer.status, envelopeOf(answer).get("code")]).to.deep.equal([400, 999n]);
      expect(envelopeOf(answer).get("msg")).to.include(message);
    });
  }

  it("accepts each of these at its limit", async () => {
    for (const path of [
      "/round?chain_type=12345678",
      `/broadcast?round_key=${"0".repeat(78)}`,
      `/peer?register=1&host=${"h".repeat(259)}`,
      `/round?height=${"1".repeat(20)}`,
      `/inspect?type=local&key=${"0".repeat(66)}`,
      `/inspect?type=universal&key=${"0".repeat(128)}`,
    ]) {
      expect((await ask(rpc().url, path)).status, path).to.equal(200);
    }
  });

  it("answers a message that is not HTTP with an envelope, and ends the connection", async () => {
    for (const [bytes, status, message] of [
      ["rubbish\r\n\r\n", 400, "NOT_HTTP"],
      ["GET /\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "REQUEST_TARGET"],
      [`GET /?${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, "HEADERS_TOO_LARGE"],
    ] as const) {
      const socket = await RawSocket.open(rpc().url);
      socket.write(bytes);
      await socket.untilClosed();
      expect(socket.received).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(socket.received).to.include(`"status":"fail"`).and.include(message);
    }
  });
});

describe("failures of the engine (PROTOCOL 13.4)", () => {
  const rpc = useRpc();

  async function infoWith(failure: unknown): Promise<HttpAnswer> {
    rpc().engine.failure = failure;
    return ask(rpc().url, "/info");
  }

  const statuses: Readonly<Record<Exclude<ErrorKind, "local">, readonly [number, number]>> = {
    refused: [400, 999],
    usage: [400, 999],
    "not-found": [400, 999],
    gone: [410, 410],
    busy: [429, 429],
    unavailable: [503, 503],
    unreachable: [503, 503],
    internal: [500, 500],
  };
  for (const [kind, [status, code]] of Object.entries(statuses)) {
    it(`answers a failure of kind ${kind} with HTTP ${status}`, async () => {
      const answer = await infoWith(new ChainError("X", 'Why "not". ', { kind: kind as ErrorKind }));
      expect(answer.status).to.equal(status);
      expect(answer.text).to.equal(
        `{"code":${code},"status":"fail","msg":"Why \\"not\\". ","error":{"code":"X","kind":"${kind}"}}`,
      );
      expect(answer.headers["retry-after"]).to.equal(status === 429 || status === 503 ? "1" : undefined);
    });
  }

  it("hides a fault of the node's own files, whose message names paths, but reports it to the operator", async () => {
    const answer = await infoWith(
      new ChainError("DATABASE_FULL", "/data/chain.sqlite is full. ", { kind: "local" }),
    );
    expect(answer.status).to.equal(500);
    expect(codeOf(answer)).to.equal("INTERNAL");
    expect(answer.text).not.to.match(/data|function/);
    expect(rpc().errors.map(String).at(-1)).to.equal("ChainError: /data/chain.sqlite is full. ");
  });

  it("hides an unexpected error, but reports it to the operator", async () => {
    const answer = await infoWith(new TypeError("x is not a function"));
    expect(answer.status).to.equal(500);
    expect(codeOf(answer)).to.equal("INTERNAL");
    expect(answer.text).not.to.match(/data|function/);
    expect(rpc().errors.map(String).at(-1)).to.equal("TypeError: x is not a function");
  });
});

describe("a request that is aborted before its body is read", () => {
  it("is an error of the client", async () => {
    const bodies = createBodyReader(DEFAULT_SERVER_LIMITS.bodySize);
    const app = new Koa();
    const thrown = new Promise<unknown>((resolve) => {
      app.use(async (ctx) => {
        ctx.req.destroy();
        await bodies.read(ctx).catch(resolve);
      });
    });
    const server = createServer((request, response) => void app.callback()(request, response));
    const socket = await RawSocket.open(`http://127.0.0.1:${await listen(server, "127.0.0.1", 0)}`);
    socket.write("POST /ping HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n");
    expect(publicFailure(await thrown)).to.deep.include({ status: 400 });
    socket.destroy();
    await close(server, 0);
  });
});

describe("the limit of requests a second", () => {
  it("answers 429 with Retry-After and an envelope beyond the limit", async () => {
    const gate = new ConnectionGate(DEFAULT_SERVER_LIMITS);
    const app = createApp({
      engine: new ScriptedEngine(),
      isReady: () => true,
      callers: gate.callers,
      largeBodies: new LargeBodies(DEFAULT_SERVER_LIMITS),
      longAnswers: new LongAnswers(DEFAULT_SERVER_LIMITS),
      bodies: createBodyReader(DEFAULT_SERVER_LIMITS.bodySize),
      limitRate: () => 3,
      chargeForwards: () => undefined,
      hasExplorer: false,
      streams: new EventStreams(DEFAULT_SERVER_LIMITS, gate),
      onError: (error) => expect.fail(String(error)),
    });
    const server = createServer((request, response) => void app.callback()(request, response));
    const port = await listen(server, "127.0.0.1", 0);
    const answer = await ask(`http://127.0.0.1:${port}`, "/ping");
    expect([answer.status, answer.headers["retry-after"]]).to.deep.equal([429, "3"]);
    expect(codeOf(answer)).to.equal("RATE_LIMIT");
    await close(server, 0);
  });

  it("does not count loopback addresses", async () => {
    const { server, url } = await startRpc({ limits: { rateLimit: 1 }, nowMs: () => 0 });
    for (let count = 0; count < 3; count += 1) expect((await ask(url, "/ping")).status).to.equal(200);
    await server.close(0);
  });
});
