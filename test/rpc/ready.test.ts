import { expect } from "chai";
import { OPERATIONS, operationPath } from "../../src/records/operations/operations.js";
import { ask } from "./support/http.js";
import { SMALL_EXPLORER } from "./support/explorer-page.js";
import { startRpc, type RpcHarness } from "./support/rpc-harness.js";

describe("a node that is not ready (PROTOCOL 13.4)", () => {
  let isReady = false;
  let rpc: RpcHarness;
  before(async () => {
    rpc = await startRpc({ explorer: SMALL_EXPLORER, isReady: () => isReady });
  });
  after(() => rpc.server.close(0));

  for (const name of OPERATIONS.keys()) {
    it(`answers ${name} with 503 and Retry-After, and nothing reaches the node`, async () => {
      isReady = false;
      const answer = await ask(rpc.url, operationPath(name), { method: "POST", body: "" });
      expect([answer.status, answer.headers["retry-after"]]).to.deep.equal([503, "1"]);
      expect(answer.text).to.match(/^\{"code":503,"status":"fail",.*"NODE_NOT_READY"/);
      expect(rpc.engine.queries).to.deep.equal([]);
    });
  }

  it("still answers / and serves the description of the interface", async () => {
    isReady = false;
    expect(await ask(rpc.url, "/")).to.include({ status: 200, text: '{"code":200}' });
    expect((await ask(rpc.url, "/openapi.json")).status).to.equal(200);
  });

  it("answers as soon as it is ready", async () => {
    isReady = true;
    expect((await ask(rpc.url, "/ping")).status).to.equal(200);
  });
});
