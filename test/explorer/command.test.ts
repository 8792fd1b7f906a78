import { expect } from "chai";
import { once } from "node:events";
import { createClient } from "../../src/client/index.js";
import { startChild } from "../support/child.js";
import { useDevProcess } from "../support/dev-process.js";
import { expectRejection } from "../support/expect-rejection.js";

describe("chainnode explorer", () => {
  const dev = useDevProcess(["--explorer", "off"]);

  it("serves a page that only reads, for a node without an explorer, until it is stopped", async () => {
    const words = ["explorer", "--rpc", dev.node.url, "--port", "0", "--json"];
    // Fails with what the command says when it ends instead, as without a built page.
    const child = startChild("../bin/chainnode.js", words);
    const ended = once(child.process, "exit");
    try {
      const { url, node } = JSON.parse(await child.nextLine()) as {
        readonly url: string;
        readonly node: string;
      };
      expect(node).to.equal(dev.node.url);
      const page = await fetch(`${url}/block/1`);
      expect(page.headers.get("content-type")).to.equal("text/html; charset=utf-8");
      expect(await page.text()).to.include('<div id="page">');
      const passed = createClient({ url: `${url}/api` });
      expect(await passed.getBlock(1)).to.deep.equal(await createClient({ url: dev.node.url }).getBlock(1));
      for await (const { type } of passed.events({ after: "0", types: ["main_block"] })) {
        expect(type).to.equal("main_block");
        break;
      }
      // The node does not serve the explorer, and nothing is sent through it.
      await expectRejection(passed.trace("0".repeat(78)), "PATH_UNKNOWN", "not-found");
      for (const path of ["/sendtransaction", "/sendrawtransaction", "/nothing", "/../stop"])
        expect((await fetch(`${url}/api${path}`, { method: "POST", body: "{}" })).status, path).to.be.oneOf([
          404, 405,
        ]);
      const foreign = await fetch(`${url}/api/ping`, { headers: { origin: "http://evil.example" } });
      expect(foreign.status).to.equal(403);
    } finally {
      child.process.kill("SIGTERM");
    }
    await ended;
  });
});
