import { expect } from "chai";
import { createClient } from "../../src/client/index.js";
import { useBrowser } from "../support/browser.js";
import { startDevProcess, useProcess, type DevProcess } from "../support/dev-process.js";
import { freePort } from "../support/free-port.js";
import { sendCommitted } from "./support/send-committed.js";

/** A node that goes away while a reader looks, and comes back. */
describe("the explorer while its node restarts", () => {
  const browser = useBrowser();
  let port = 0;
  const dev = useProcess(async (directory) => {
    if (port === 0) port = await freePort();
    return startDevProcess(directory, ["--port", String(port)]);
  });

  it("says that the node does not answer, keeps its content, and continues by itself", async () => {
    const { page } = await browser.open(`${dev.node.url}/explorer`);
    const status = page.locator("header").getByRole("status");
    await page.getByText("Live").waitFor();
    await page.getByRole("table").first().waitFor();
    await dev.node.kill();
    await status.getByText("The node does not answer").waitFor();
    expect(await page.getByRole("table").count()).to.be.greaterThan(0);
    // One box says so, also on a page of many parts that were never answered.
    await page.getByRole("link", { name: "Network" }).click();
    await page.getByRole("heading", { name: "The round of the next main block" }).waitFor();
    expect(await page.getByRole("alert").allInnerTexts()).to.have.length(1);
    await page.goBack();
    await dev.restart();
    await status.getByText("Live").waitFor({ timeout: 60_000 });
    const height = await sendOne(dev.node);
    await page.getByRole("link", { name: String(height), exact: true }).waitFor({ timeout: 60_000 });
  });

  it("follows the node in one of several pages, and in another when that one is closed", async () => {
    const { context, page: first, requests } = await browser.open(`${dev.node.url}/explorer`);
    await first.getByText("Live").waitFor();
    const second = await context.newPage();
    let streams = 0;
    second.on("request", (request) => (streams += request.url().includes("/api/events") ? 1 : 0));
    await second.goto(`${dev.node.url}/explorer`);
    await second.getByText("Live").waitFor();
    const told = await sendOne(dev.node);
    for (const page of [first, second])
      await page.getByRole("link", { name: String(told), exact: true }).waitFor({ timeout: 60_000 });
    expect(requests.filter((url) => url.includes("/api/events"))).to.have.length(1);
    expect(streams).to.equal(0);
    await first.close();
    const seen = await sendOne(dev.node);
    await second.getByRole("link", { name: String(seen), exact: true }).waitFor({ timeout: 60_000 });
    expect(streams).to.equal(1);
  });
});

/** Sends a transaction, and returns the height of its block once it is there. */
async function sendOne(node: DevProcess): Promise<number> {
  const client = createClient({ url: node.url });
  await sendCommitted(client, node, { type: "Send", to: node.accounts[1]?.address ?? "", amount: "1" });
  const { height } = (await client.getBlockSummary()) ?? { height: 0 };
  return height;
}
