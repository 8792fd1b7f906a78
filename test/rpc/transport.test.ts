import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { EMPTY, objectToValue } from "../../src/codec/value.js";
import { OPERATIONS, operationPath } from "../../src/records/operations/operations.js";
import { signTransaction } from "../../src/records/transaction.js";
import { mapIn } from "../support/vectors.js";
import { ask, envelopeOf, json, multipart, urlencoded, type HttpQuestion } from "./support/http.js";
import { RawSocket } from "./support/raw-socket.js";
import { SMALL_EXPLORER } from "./support/explorer-page.js";
import { startRpc, useRpc } from "./support/rpc-harness.js";

const PRIVATE_KEY = "a745fbb3860f243293a66a5fcadf70efc1fa5fa5f0254b3100057e753ef0d9bb";
const SIGNED = signTransaction(
  mapIn(
    objectToValue({ type: "Send", to: "é+&%/", amount: 9007199254740993n, timestamp: 1795238608650000n }),
  ),
  PRIVATE_KEY,
);
const TRANSACTION = canonicalJson(SIGNED.transaction);
const { public_key, signature } = SIGNED;

/** The fields that each operation is sent, as the text of a form. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ping: {},
  Info: {},
  Peer: { register: "1", host: "node.example.org:9900", authentication: "0" },
  Round: { chain_type: "resource", height: "7" },
  Broadcast: { chain_type: "main", round_key: "0".repeat(78) },
  Request: { request: '{"type":"GetBlock","target":9007199254740993}' },
  RawRequest: { request: '{"type":"GetBlock","target":9007199254740993}' },
  SendTransaction: { transaction: TRANSACTION, public_key, signature },
  SendRawTransaction: { transaction: TRANSACTION, public_key, signature },
  Weight: { transaction: TRANSACTION, public_key, signature },
  Inspect: { type: "universal", key: "0".repeat(66) },
  StateAt: { type: "local", keys: `${"0".repeat(66)},${"1".repeat(66)}`, height: "7" },
  Trace: { hash: "0".repeat(78) },
  WhatIf: { call: '{"type":"Send","to":9007199254740993}', kind: "contract", height: "7" },
  History: { type: "local", key: "0".repeat(66), before: "7" },
  ListCells: { type: "local", prefix: "0".repeat(64), after: "0".repeat(66), height: "7" },
  ListCalls: { type: "Send", cid: "0".repeat(64), before: "7" },
  Statistics: { interval: "60", count: "3", before: "7", type: "Send" },
  Search: { text: "é+&%/…" },
  Overview: {},
};

/** The fields as a JSON body. A field that holds JSON is JSON there. */
function jsonBody(fields: Readonly<Record<string, string>>): string {
  const members = Object.entries(fields).map(([name, text]) =>
    text.startsWith("{") ? `"${name}":${text}` : `"${name}":${JSON.stringify(text)}`,
  );
  return `{${members.join(",")}}`;
}

describe("every operation over every transport (PROTOCOL 13.1)", () => {
  const rpc = useRpc({ explorer: SMALL_EXPLORER });

  for (const [name] of OPERATIONS) {
    const fields = FIELDS[name] ?? {};
    const path = operationPath(name);
    const transports: Readonly<Record<string, readonly [string, HttpQuestion]>> = {
      "a percent-encoded query": [`${path}?${new URLSearchParams(fields).toString()}`, {}],
      "a urlencoded form": [path, urlencoded(fields)],
      "a multipart form": [path, multipart(fields)],
      "a JSON body": [path, json(jsonBody(fields))],
      "a JSON body of no stated type": [path, { body: jsonBody(fields) }],
      "a JSON body of an invalid type": [
        path,
        { body: jsonBody(fields), headers: { "content-type": "json" } },
      ],
      "a JSON body said to be a form, as curl -d sends it": [
        path,
        { ...urlencoded({}), body: jsonBody(fields) },
      ],
      "a query beside an empty body": [`${path}?${new URLSearchParams(fields).toString()}`, { body: "" }],
    };
    for (const [transport, [target, question]] of Object.entries(transports)) {
      it(`${name}: ${transport}`, async () => {
        const { engine, url } = rpc();
        engine.queries.length = 0;
        const answer = await ask(url, target, question);
        expect(answer.status, answer.text).to.equal(200);
        expect(answer.headers["content-type"]).to.equal("application/json; charset=utf-8");
        if (name === "Ping") return;
        const overJson = await ask(url, path, json(jsonBody(fields)));
        expect(answer.text).to.equal(overJson.text);
        expect(engine.queries[0]).to.deep.equal(engine.queries[1]);
      });
    }
  }

  it("reads raw JSON in a query string, as official clients send it", async () => {
    const { engine, url } = rpc();
    engine.queries.length = 0;
    const answer = await ask(url, '/request?request={"type":"GetBalance","address":"b5cf"}');
    expect(answer.status).to.equal(200);
    expect(engine.queries[0])
      .to.have.property("request")
      .deep.equal(
        new Map([
          ["type", "GetBalance"],
          ["address", "b5cf"],
        ]),
      );
  });

  it("keeps integers beyond 2^53 and floats as they were sent (PROTOCOL 1.2, 1.3)", async () => {
    const { engine, url } = rpc();
    for (const question of [
      urlencoded({ request: '{"type":"x","a":9007199254740993,"b":1.0}' }),
      json('{"request":{"type":"x","a":9007199254740993,"b":1.0}}'),
    ]) {
      engine.queries.length = 0;
      await ask(url, "/rawrequest", question);
      const [query] = engine.queries as readonly { request: unknown }[];
      expect(query?.request).to.deep.equal(
        new Map<string, unknown>([
          ["type", "x"],
          ["a", 9007199254740993n],
          ["b", 1],
        ]),
      );
    }
  });

  it("prefers the body's parameters to those of the query string", async () => {
    const { engine, url } = rpc();
    for (const question of [urlencoded({ height: "5" }), multipart({ height: "5" }), json('{"height":5}')]) {
      engine.queries.length = 0;
      await ask(url, "/round?height=4&chain_type=all", question);
      expect(engine.queries[0]).to.deep.equal({ chain_type: "all", height: 5 });
    }
  });
});

describe("paths and methods (PROTOCOL 13.1, 13.2, 13.4)", () => {
  const rpc = useRpc({ explorer: SMALL_EXPLORER });

  it("reads paths in any casing, with or without a slash at the end (http.json, GET /ping/)", async () => {
    for (const path of ["/ping", "/Ping", "/PING", "/ping/", "/pInG"]) {
      expect((await ask(rpc().url, path)).text, path).to.equal('{"code":200,"data":[]}');
    }
  });

  for (const [name, { isRead }] of OPERATIONS) {
    const path = operationPath(name);
    const query = `?${new URLSearchParams(FIELDS[name] ?? {}).toString()}`;

    it(`${name}: its path is read in any casing`, async () => {
      const { text } = await ask(rpc().url, path + query);
      for (const other of [`/${name}`, path.toUpperCase(), `${path}/`]) {
        expect((await ask(rpc().url, other + query)).text, other).to.equal(text);
      }
    });

    it(`${name}: HEAD is ${isRead ? "GET without the body" : "refused: it would send a transaction"}`, async () => {
      const get = await ask(rpc().url, path + query);
      const head = await ask(rpc().url, path + query, { method: "HEAD" });
      expect([head.status, head.text]).to.deep.equal([isRead ? 200 : 405, ""]);
      if (isRead) expect(head.headers["content-length"]).to.equal(String(Buffer.byteLength(get.text)));
    });

    it(`${name}: OPTIONS lists the methods, for any origin, without calling the node`, async () => {
      const { engine, url } = rpc();
      engine.queries.length = 0;
      const { status, text, headers } = await ask(url, path + query, { method: "OPTIONS" });
      expect([status, text]).to.deep.equal([204, ""]);
      const methods = isRead ? "GET, POST, HEAD, OPTIONS" : "GET, POST, OPTIONS";
      expect(headers).to.include({
        allow: methods,
        "access-control-allow-methods": methods,
        "access-control-allow-origin": "*",
      });
      expect(engine.queries).to.deep.equal([]);
    });
  }

  it("sends a short answer or failure whole, with its length", async () => {
    const askRaw = async (path: string): Promise<string> => {
      const socket = await RawSocket.open(rpc().url);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      await socket.untilClosed();
      return socket.received.replace(/Date: .*\r\n/, "");
    };
    const head =
      "access-control-allow-origin: *\r\naccess-control-expose-headers: chain-height, chain-tip, chain-lag, etag, retry-after, allow\r\n" +
      "content-type: application/json; charset=utf-8\r\nContent-Length: ";
    const answer = '{"code":200,"data":[]}';
    expect(await askRaw("/ping")).to.equal(
      `HTTP/1.1 200 OK\r\n${head}${answer.length}\r\nConnection: close\r\n\r\n${answer}`,
    );
    expect(await askRaw("/nope"))
      .to.match(/^HTTP\/1\.1 404 Not Found\r\n/)
      .and.to.include(`\r\n${head}199\r\n`);
  });

  it("answers code 200 at / (http.json, GET /)", async () => {
    expect((await ask(rpc().url, "/")).text).to.equal('{"code":200}');
    expect((await ask(rpc().url, "/", { body: "" })).text).to.equal('{"code":200}');
  });

  it("answers 404 as JSON for any other path (http.json, POST /nope)", async () => {
    for (const path of [
      "/nope",
      "/ping/x",
      "/peer/ping",
      "/%70ing",
      "/constructor",
      "/__proto__",
      "/ping%00",
    ]) {
      const answer = await ask(rpc().url, path, { body: "" });
      expect(answer.status, path).to.equal(404);
      expect(answer.text.slice(0, -1)).to.include(
        '{"code":404,"status":"fail","msg":"Api not found. Please check request uri. ","error":{"code":"PATH_UNKNOWN"',
      );
    }
  });

  it("answers 405 to other methods, and to HEAD where it would send a transaction", async () => {
    for (const [method, path] of [
      ["PUT", "/ping"],
      ["DELETE", "/sendtransaction"],
      ["PATCH", "/"],
      ["HEAD", "/sendtransaction"],
    ] as const) {
      const answer = await ask(rpc().url, path, { method });
      expect(answer.status, `${method} ${path}`).to.equal(405);
      expect(answer.headers.allow).to.match(/^GET, POST(, HEAD)?, OPTIONS$/);
      if (method !== "HEAD") expect(envelopeOf(answer).get("code")).to.equal(405n);
    }
  });

  it("answers HEAD as GET without the body", async () => {
    const answer = await ask(rpc().url, "/ping", { method: "HEAD" });
    expect([answer.status, answer.text, answer.headers["content-length"]]).to.deep.equal([200, "", "22"]);
  });

  it("lets any origin read, and answers a browser's preflight", async () => {
    const failed = await ask(rpc().url, "/nope");
    expect(failed.headers["access-control-allow-origin"]).to.equal("*");
    const preflight = await ask(rpc().url, "/rawrequest", {
      method: "OPTIONS",
      headers: { origin: "https://example.org", "access-control-request-method": "POST" },
    });
    expect(preflight.status).to.equal(204);
    expect(preflight.headers).to.include({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST, HEAD, OPTIONS",
      "access-control-allow-headers": "accept, content-type, last-event-id, x-requested-with",
    });
  });

  for (const path of ["/ping", "/sendtransaction", "/events", "/openapi.json", "/", "/nope"])
    it(`lets a page send the headers that its browser asks for to ${path}, and read those of the answer`, async () => {
      const asked = "last-event-id, x-requested-with, accept, x-any-other";
      const headers = { origin: "https://example.org", "access-control-request-headers": asked };
      const preflight = await ask(rpc().url, path, { method: "OPTIONS", headers });
      expect([preflight.status, preflight.headers["access-control-allow-headers"]]).to.deep.equal([
        204,
        asked,
      ]);
      const { headers: told } = await ask(rpc().url, "/ping");
      expect(told["access-control-expose-headers"]?.toString().split(", ")).to.include.members([
        "chain-height",
        "etag",
        "retry-after",
      ]);
    });

  it("answers a client that ends its half of the connection once it has asked", async () => {
    const { engine, server, url } = await startRpc();
    // The end arrives before the answer.
    engine.info = async () => sleep(20, EMPTY);
    const socket = await RawSocket.open(url);
    socket.write("GET /info HTTP/1.1\r\nHost: x\r\n\r\n");
    socket.end();
    await socket.untilClosed();
    expect(socket.received).to.match(/^HTTP\/1.1 200 OK\r\n[^]*"code":200/);
    await server.close(0);
  });

  it("keeps a connection for the next request", async () => {
    const { hostname, port } = new URL(rpc().url);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports: (number | undefined)[] = [];
    for (let count = 0; count < 3; count += 1) {
      await new Promise<void>((resolve, reject) => {
        const outgoing = request({ hostname, port, path: "/ping", agent }, (response) => {
          ports.push(response.socket.localPort);
          response.on("end", resolve).resume();
        });
        outgoing.on("error", reject).end();
      });
    }
    agent.destroy();
    expect(new Set(ports).size).to.equal(1);
  });
});
