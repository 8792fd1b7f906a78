import { expect } from "chai";
import { createServer, request, type Server } from "node:http";
import { memberOf } from "../../src/codec/value.js";
import { useBrowser } from "../support/browser.js";
import { useDevProcess } from "../support/dev-process.js";
import { listenLocally } from "../support/listen-locally.js";
import { textIn } from "../support/vectors.js";

/** A web server that has the node behind a path of its own, as nginx with `location /chain/` and a `proxy_pass` that ends in `/`. */
describe("the explorer behind a path of another server", () => {
  const browser = useBrowser();
  const dev = useDevProcess();
  let server: Server;
  let port: number;
  const strays: string[] = [];
  before(async () => {
    server = createServer((asked, answer) => {
      const { url = "", method, headers } = asked;
      if (!url.startsWith("/chain/")) {
        strays.push(url);
        answer.writeHead(404).end();
        return;
      }
      const passed = request(dev.node.url + url.slice("/chain".length), { method, headers }, (told) => {
        answer.writeHead(told.statusCode ?? 502, told.headers);
        told.pipe(answer);
      });
      answer.once("close", () => passed.destroy());
      passed.once("error", () => answer.destroy());
      asked.pipe(passed);
    });
    port = await listenLocally(server);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it("has its files, links, events and actions there", async () => {
    const at = (path: string): string => `http://127.0.0.1:${port}/chain/explorer${path}`;
    const { hash } = new URL(textIn(memberOf(dev.node.banner, "explorer")));
    const { page, faults } = await browser.open(at(hash));
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("link", { name: "2", exact: true }).click();
    await page.getByRole("heading", { name: "Main block 2" }).waitFor();
    expect(page.url()).to.equal(at("/block/2"));
    // Each depth of a link, as a shared link.
    for (const path of ["/", "/blocks?at=2", "/block/2", "/block/2/"]) {
      await page.goto(at(path));
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByText("Live", { exact: true }).waitFor();
    }
    await page.getByRole("link", { name: "Development" }).click();
    const form = page.getByRole("form", { name: "Send coins" });
    await form.getByRole("button", { name: "Send" }).press("Enter");
    await form.getByRole("link").click();
    await page.getByText("It succeeded.").waitFor();
    expect(new URL(page.url()).pathname).to.match(/^\/chain\/explorer\/tx\//);
    expect(strays).to.deep.equal([]);
    expect(faults).to.deep.equal([]);
  });
});
