import { expect } from "chai";
import { request } from "node:http";
import type { IncomingHttpHeaders, OutgoingHttpHeaders, RequestOptions } from "node:http";
import type { ValueMap } from "../../src/codec/value.js";
import type { Operation } from "../../src/records/operations/operation.js";
import { OPERATIONS, operationPath } from "../../src/records/operations/operations.js";
import { SMALL_EXPLORER } from "./support/explorer-page.js";
import { useRpc } from "./support/rpc-harness.js";

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The operations that only a node with an explorer has. */
const EXPLORER_PATHS = [...OPERATIONS.values()]
  .filter(({ isExplorer }: Operation) => isExplorer === true)
  .map(({ name }) => operationPath(name));

async function ask(url: string, options: RequestOptions = {}, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let received = "";
      response.setEncoding("utf8").on("data", (text: string) => (received += text));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
      );
    });
    sent.on("error", reject).end(body);
  });
}

describe("the explorer on a node's port", () => {
  const rpc = useRpc({ explorer: SMALL_EXPLORER });
  const get = (path: string, headers = {}, method = "GET"): Promise<Answer> =>
    ask(rpc().url + path, { headers, method });

  it("is the page at each of its links, which is not kept, and its files, which are", async () => {
    for (const path of ["/explorer", "/explorer/", "/explorer/block/12?at=3"]) {
      const { status, headers, body } = await get(path);
      expect(status, path).to.equal(200);
      expect(body).to.include("<p>page</p>");
      expect(headers["cache-control"]).to.equal("no-cache");
    }
    const { headers, body } = await get("/explorer/assets/a.js");
    expect([body, headers["content-type"]]).to.deep.equal(["1", "text/javascript; charset=utf-8"]);
    expect(headers["cache-control"]).to.include("immutable");
    expect((await get("/explorer", {}, "HEAD")).body).to.equal("");
    expect((await get("/explorer", {}, "POST")).status).to.equal(405);
  });

  it("has its files by relative links at each depth, so that a proxy can put it behind another path", async () => {
    for (const [path, link] of [
      ["/explorer", "./explorer/a.js"],
      ["/explorer/", "./a.js"],
      ["/explorer/blocks?at=3", "./a.js"],
      ["/explorer/block/12", "../a.js"],
      ["/explorer/block/12/", "../../a.js"],
    ] as const)
      expect((await get(path)).body, path).to.equal(`<script src="${link}"></script><p>page</p>`);
    expect((await get(`/explorer${"/a".repeat(1000)}`)).status).to.equal(404);
  });

  it("runs only its own scripts, in no frame, and tells nothing about where one came from", async () => {
    for (const path of [
      "/explorer",
      "/explorer/api/ping",
      "/explorer/settings.json",
      "/explorer/assets/a.js",
    ]) {
      const { headers } = await get(path);
      const policy = String(headers["content-security-policy"]);
      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ])
        expect(policy.split("; "), path).to.include(part);
      expect(policy).not.to.include("unsafe");
      expect(headers["x-content-type-options"]).to.equal("nosniff");
      expect(headers["referrer-policy"]).to.equal("no-referrer");
    }
  });

  it("has the operations and the version below it, and leaves the other paths as they are", async () => {
    expect((await get("/explorer/api/ping")).body).to.equal((await get("/ping")).body);
    for (const path of ["/nothing", "?a=1", ""])
      expect((await get(`/explorer/api${path}`)).body, path).to.equal(
        (await get(`/${path.replace("/", "")}`)).body,
      );
    for (const path of ["/trace", "/whatif", "/history", "/listcells", "/listcalls", "/search"]) {
      expect((await get(path)).status, path).to.equal(400);
      expect((await get(`/explorer/api${path}`)).status, path).to.equal(400);
    }
    expect((await get("/explorer/settings.json")).body).to.equal('{"version":"1.2.3","dev":false}');
    for (const path of ["/explorers", "/nothing"]) expect((await get(path)).status, path).to.equal(404);
  });

  it("answers under its own names and addresses alone, so that no name of another site can turn to it", async () => {
    const { port } = new URL(rpc().url);
    for (const host of [`127.0.0.1:${port}`, "LOCALHOST", "[::1]:9900", "192.0.2.1", "explorer.example"])
      expect((await get("/explorer/api/ping", { host })).status, host).to.equal(200);
    for (const host of [`evil.example:${port}`, "127.0.0.1.evil.example", "localhost.evil.example", "[::1"]) {
      for (const path of [
        "/explorer",
        "/explorer/assets/a.js",
        "/explorer/api/ping",
        "/explorer/settings.json",
      ]) {
        const { status, body } = await get(path, { host });
        expect(status, `${host} ${path}`).to.be.oneOf([400, 403]);
        expect(body).not.to.include("page");
      }
    }
  });

  it("answers no page of another site, but links may lead to it", async () => {
    const { host } = new URL(rpc().url);
    for (const headers of [
      { origin: "http://evil.example" },
      { origin: "null" },
      { origin: `http://${host}.evil.example` },
      { origin: "http://127.0.0.1:1" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const { status } = await get("/explorer/api/ping", headers);
      expect(status, JSON.stringify(headers)).to.equal(403);
    }
    expect((await get("/explorer/api/ping", { origin: `http://${host}` })).status).to.equal(200);
    expect((await get("/explorer/block/1", { "sec-fetch-site": "cross-site" })).status).to.equal(200);
    expect((await get("/ping", { origin: "http://evil.example" })).status).to.equal(200);
  });

  it("asks the same of its operations beside it: the host by a name of this machine's address, and the origin", async () => {
    const { host } = new URL(rpc().url);
    for (const path of EXPLORER_PATHS) {
      for (const headers of [
        { host: "evil.example" },
        { host: "evil.example", origin: "http://evil.example" },
        { origin: "http://evil.example" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
      ])
        for (const method of ["GET", "POST", "OPTIONS"])
          expect((await get(path, headers, method)).status, `${method} ${path}`).to.equal(403);
      for (const headers of [
        { origin: `http://${host}` },
        { host: "localhost:1" },
        { host: "explorer.example" },
      ])
        expect((await get(path, headers)).status, path).to.be.oneOf([200, 400]);
    }
    for (const path of ["/ping", "/info"])
      expect((await get(path, { host: "evil.example", origin: "http://evil.example" })).status).to.equal(200);
  });
});

describe("the actions of the explorer on a development chain", () => {
  const done: unknown[] = [];
  const dev = {
    token: "secret-token",
    actions: new Map([
      [
        "send",
        async (given: ValueMap) => {
          done.push(given);
          return "done";
        },
      ],
      ["fail", () => Promise.reject(new Error("inner detail"))],
    ]),
  };
  const onError = (error: unknown): void => void done.push(String(error));
  const rpc = useRpc({ explorer: { ...SMALL_EXPLORER, onError, dev } });
  const act = (name: string, headers: OutgoingHttpHeaders, body = "{}", method = "POST"): Promise<Answer> =>
    ask(`${rpc().url}/explorer/actions/${name}`, { headers, method }, body);
  const token = { "x-explorer-token": dev.token };

  beforeEach(() => (done.length = 0));

  it("are done for the page that has the token", async () => {
    const answer = await act("send", { ...token, origin: rpc().url }, '{"a":1}');
    expect([answer.status, answer.body]).to.deep.equal([200, '{"code":200,"data":"done"}']);
    expect(done).to.deep.equal([new Map([["a", 1n]])]);
    expect((await ask(`${rpc().url}/explorer/settings.json`)).body).to.equal(
      '{"version":"1.2.3","dev":true}',
    );
  });

  it("are refused without it, and to every page of another site that had it", async () => {
    const { host } = new URL(rpc().url);
    for (const headers of [
      {},
      { "x-explorer-token": "" },
      { "x-explorer-token": "secret-toke" },
      { "x-explorer-token": "secret-tokem" },
      { "x-explorer-token": `${dev.token}${dev.token}` },
      { ...token, origin: "http://evil.example" },
      { ...token, origin: "null" },
      { ...token, "sec-fetch-site": "cross-site" },
      { ...token, host: "evil.example" },
      { ...token, host: "evil.example", origin: "http://evil.example" },
      { ...token, host, origin: `https://evil.example@${host}` },
    ]) {
      const answer = await act("send", headers);
      expect(answer.status, JSON.stringify(headers)).to.equal(403);
    }
    expect(done).to.deep.equal([]);
  });

  it("are no other ones, by no other method, with no other body", async () => {
    for (const [name, body, method, status] of [
      ["nothing", "{}", "POST", 404],
      ["send/x", "{}", "POST", 404],
      ["constructor", "{}", "POST", 404],
      ["send", "", "GET", 405],
      ["send", "", "OPTIONS", 405],
      ["send", "{", "POST", 400],
      ["send", "\ufffd\u0000", "POST", 400],
      ["send", `"${"a".repeat(600_000)}"`, "POST", 413],
    ] as const)
      expect((await act(name, token, body, method)).status, `${method} ${name}`).to.equal(status);
    expect(done).to.deep.equal([]);
  });

  it("tell nothing of a bug but that there was one", async () => {
    const answer = await act("fail", token);
    expect(answer.status).to.equal(500);
    expect(answer.body).not.to.include("inner detail");
    expect(done).to.deep.equal(["Error: inner detail"]);
  });

  it("are nowhere else", async () => {
    expect(
      (await ask(`${rpc().url}/actions/send`, { headers: token, method: "POST" }, "{}")).status,
    ).to.equal(404);
    expect(
      (await ask(`${rpc().url}/explorer/api/actions/send`, { headers: token, method: "POST" }, "{}")).status,
    ).to.equal(404);
  });
});

describe("a node without the explorer", () => {
  const rpc = useRpc();

  it("has nothing at its path, and no operation of it", async () => {
    for (const path of [
      "/explorer",
      "/trace?hash=0",
      "/whatif",
      "/history",
      "/search",
      "/overview",
      "/statistics",
      "/explorer/api/ping",
    ])
      expect((await ask(rpc().url + path)).status, path).to.equal(404);
  });
});
