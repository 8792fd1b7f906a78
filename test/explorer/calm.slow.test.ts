import { expect } from "chai";
import { openTcpProxy, type TcpProxy } from "../support/tcp-proxy.js";
import { expectAccessible } from "./support/expect-accessible.js";
import { sendCommitted } from "./support/send-committed.js";
import { useShownExplorer } from "./support/shown-explorer.js";

describe("the calm of the explorer", () => {
  const explorer = useShownExplorer();
  let proxy: TcpProxy;
  before(async () => {
    proxy = await openTcpProxy({ host: "127.0.0.1", port: Number(new URL(explorer.node.url).port) });
  });
  after(() => proxy.close());
  const send = () =>
    sendCommitted(explorer.chain.client, explorer.node, {
      type: "Send",
      to: explorer.chain.bob,
      amount: "1",
    });

  it("holds a list under the pointer, counts the blocks that came, and shows them on request", async () => {
    const { page, faults } = await explorer.open("/blocks");
    const first = page.getByRole("row").nth(1);
    const { height } = (await explorer.chain.client.getBlockSummary()) ?? { height: 0 };
    const heights = async () => Number((await first.innerText()).split("\t")[0]);
    await first.getByText(String(height), { exact: true }).hover();
    await send();
    await page.getByRole("button", { name: "Show 1 new block" }).waitFor();
    // The page asks at least this often.
    await page.getByText(/^As of block \d+, \d+ s ago$/).waitFor();
    expect(await heights()).to.equal(height);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show 1 new block" }).click();
    await first.getByText(String(height + 1), { exact: true }).waitFor();
    expect(faults).to.deep.equal([]);
  });

  it("shows at once what a page held, where it was, when the reader goes back to it", async () => {
    for (let count = 0; count < 12; count += 1) await send();
    const url = `http://127.0.0.1:${proxy.port}/explorer/transactions`;
    const { page, faults } = await explorer.open("", { viewport: { width: 1024, height: 300 } });
    await page.goto(url);
    const link = page.getByRole("row").nth(12).getByRole("link").last();
    await link.waitFor();
    await page.mouse.wheel(0, 320);
    await page.getByRole("row").nth(12).hover();
    const scrolled = await page.evaluate<number>("scrollY");
    expect(scrolled).to.be.greaterThan(100);
    await link.click();
    await page.getByRole("heading", { name: "Parameters" }).waitFor();
    expect(await page.evaluate("scrollY")).to.equal(0);
    proxy.setSilent(true);
    await page.goBack();
    await link.waitFor();
    expect(await page.getByText("Asking the node…").count()).to.equal(0);
    expect(await page.evaluate("scrollY")).to.equal(scrolled);
    proxy.setSilent(false);
    expect(faults).to.deep.equal([]);
  });

  it("gives the search the focus at a slash, and moves through what is found with the arrows", async () => {
    const { page, faults } = await explorer.open("");
    await page.getByRole("table").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("not/e");
    expect(await page.getByRole("searchbox").inputValue()).to.equal("not/e");
    await page.getByRole("searchbox").fill("e");
    await page.keyboard.press("Enter");
    const found = page.getByRole("region", { name: "Found" }).getByRole("link");
    await found.nth(1).waitFor();
    const focused = (index: number) => found.nth(index).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    await focused(0);
    await page.keyboard.press("ArrowDown");
    await focused(1);
    await page.keyboard.press("ArrowUp");
    await focused(0);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^(Contract|Request) / }).waitFor();
    expect(faults).to.deep.equal([]);
  });
});
