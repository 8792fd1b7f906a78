import { expect } from "chai";
import { createServer, type RequestListener, type Server } from "node:http";
import { readNodeAddress } from "../../src/client/node-address.js";
import { passOn } from "../../src/rpc/pass-on.js";
import { listenLocally } from "../support/listen-locally.js";

describe("what a node answers through the explorer of another machine", () => {
  const onError = (error: unknown): void => expect.fail(String(error));
  const servers: Server[] = [];
  const asked: string[] = [];
  let url: string;

  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    return `http://127.0.0.1:${await listenLocally(server)}`;
  }

  before(async () => {
    const inner = await serve((request, response) => {
      asked.push(request.url ?? "");
      response.end('{"code":200,"data":"secret"}');
    });
    const node = await serve((request, response) => {
      if (request.url === "/round") response.writeHead(302, { location: `${inner}/secret` });
      else
        response.writeHead(200, {
          "content-type": request.url === "/peer" ? "text/html" : "Text/Javascript",
        });
      response.end("alert(1)");
    });
    const passed = passOn({ node: readNodeAddress(node), onError });
    url = await serve((request, response) => void passed(request, response));
  });
  after(() => {
    for (const server of servers) server.close();
  });

  it("does not lead to other machines", async () => {
    const answer = await fetch(`${url}/round`, { redirect: "manual" });
    expect(answer.status).to.equal(503);
    expect(await answer.text()).to.include('"UNREACHABLE"');
    expect(asked).to.deep.equal([]);
  });

  it("is asked without the headers that name a caller: a client can write anything there", async () => {
    let names: readonly string[] = [];
    const node = await serve((request, response) => {
      names = Object.keys(request.headers);
      response.end("{}");
    });
    const passed = passOn({ node: readNodeAddress(node), isPublic: true, onError });
    const reader = await serve((request, response) => void passed(request, response));
    const headers = { "x-forwarded-for": "198.51.100.2", forwarded: "for=198.51.100.2", "x-real-ip": "::1" };
    expect((await fetch(`${reader}/info`, { headers })).status).to.equal(200);
    expect(names).to.include("host");
    for (const name of Object.keys(headers)) expect(names).not.to.include(name);
  });

  it("does not tell strangers where a silent node is", async () => {
    const silent = await serve((request) => request.socket.destroy());
    const passed = passOn({ node: readNodeAddress(silent), isPublic: true, onError });
    const reader = await serve((request, response) => void passed(request, response));
    const answer = await fetch(`${reader}/round`);
    expect(answer.status).to.equal(503);
    const text = await answer.text();
    expect(text).to.include('"NODE_BEHIND"');
    expect(text).not.to.include("127.0.0.1");
  });

  it("is neither a page nor a script", async () => {
    for (const path of ["/peer", "/info"]) {
      const answer = await fetch(url + path);
      expect(answer.headers.get("content-type")).to.equal("application/json; charset=utf-8");
      expect(await answer.text()).to.equal("alert(1)");
    }
  });
});
