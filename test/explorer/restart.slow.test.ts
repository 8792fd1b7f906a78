import { expect } from "chai";
import { createClient } from "../../src/client/index.js";
import { useBrowser } from "../support/browser.js";
import { startDevProcess, useProcess } from "../support/dev-process.js";
import { createServer } from "node:http";
import { close } from "../../src/rpc/http-server.js";
import { listen } from "../../src/rpc/listen.js";
import { objectToMap } from "../../src/codec/value.js";

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, "127.0.0.1", 0);
  await close(server, 0);
  return port;
}

/** A node that goes away while a reader looks, and comes back. */
describe("the explorer while its node restarts", () => {
  const browser = useBrowser();
  let port = 0;
  const dev = useProcess(async (directory) => {
    if (port === 0) port = await freePort();
    return startDevProcess(directory, ["--port", String(port)]);
  });

  it("says that the node does not answer, keeps what it shows, and goes on by itself", async () => {
    const { page } = await browser.open(`${dev.node.url}/explorer`);
    const status = page.locator("header").getByRole("status");
    await page.getByText("Live").waitFor();
    await dev.node.kill();
    await status.getByText("The node does not answer").waitFor();
    expect(await page.getByRole("table").count()).to.be.greaterThan(0);
    await dev.restart();
    await status.getByText("Live").waitFor({ timeout: 60_000 });
    const [alice, bob] = dev.node.accounts;
    const client = createClient({ url: dev.node.url });
    await client.signAndSend(
      objectToMap({
        type: "Send",
        from: alice?.address ?? "",
        to: bob?.address ?? "",
        amount: "1",
        timestamp: BigInt(Date.now()) * 1000n,
      }),
      alice?.privateKey ?? "",
    );
    const { height } = (await client.info()).last_block;
    await page.getByRole("link", { name: String(height + 1), exact: true }).waitFor({ timeout: 60_000 });
  });
});
