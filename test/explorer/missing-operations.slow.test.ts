import { expect } from "chai";
import { useBrowser } from "../support/browser.js";
import { useDevProcess } from "../support/dev-process.js";
import { answerAsOldNode } from "./support/old-node.js";
import { expectAccessible } from "./support/expect-accessible.js";
import { useExplorerProxy } from "./support/explorer-proxy.js";
import { makeShownChain, type ShownChain } from "./support/shown-chain.js";

const CANNOT = "This node cannot answer that";

/** A node that has none of the operations that chainnode added, as those of 2.1. */
describe("the explorer of a node without the operations that it asks", () => {
  const browser = useBrowser();
  const dev = useDevProcess();
  const old = useExplorerProxy(dev, answerAsOldNode);
  let chain: ShownChain;
  before(async () => {
    chain = await makeShownChain(dev.node);
  });
  /** What the page may report: only that the node has no such paths. */
  const unexpected = (faults: readonly string[]): readonly string[] =>
    faults.filter((fault) => !/status of 404/.test(fault));

  it("shows the chain, and asks again by itself since there are no events", async () => {
    const { page, faults } = await browser.open(old.url);
    await page.getByRole("region", { name: "Main blocks" }).waitFor();
    await page.getByText("Connected").waitFor();
    await page.getByRole("link", { name: "Transactions", exact: true }).first().click();
    await page.getByText("1.5 coins").first().waitFor();
    expect(unexpected(faults)).to.deep.equal([]);
  });

  it("says that the node cannot trace a transaction, and shows the rest of its page", async () => {
    const { page, faults } = await browser.open(`${old.url}/tx/${chain.sent}`);
    await page.getByRole("region", { name: "What it did" }).getByText(CANNOT).waitFor();
    await page.getByRole("region", { name: "Parameters" }).getByText("1.5 coins").waitFor();
    await expectAccessible(page);
    expect(unexpected(faults)).to.deep.equal([]);
  });

  it("says that the node cannot try a call, and still calls a request", async () => {
    const { page, faults } = await browser.open(`${old.url}/codes`);
    await page.getByRole("link", { name: "Write", exact: true }).click();
    const form = page.getByRole("form", { name: "Try the contract" });
    await form.getByRole("button", { name: "Try it" }).click();
    await page.getByText(CANNOT).nth(1).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Read", exact: true }).click();
    const request = page.getByRole("form", { name: "Call the request" });
    await request.getByLabel(/^of/).fill(chain.alice);
    await request.getByRole("button", { name: "Call it" }).click();
    await page.getByText('"note": "<img').waitFor();
    expect(unexpected(faults)).to.deep.equal([]);
  });

  it("finds the calls of a contract among the latest transactions", async () => {
    const { page, faults } = await browser.open(`${old.url}/codes`);
    await page.getByRole("link", { name: "Send", exact: true }).click();
    await page.getByRole("button", { name: "Look through the last 500 transactions" }).click();
    await page.getByText("1.5 coins").first().waitFor();
    expect(unexpected(faults)).to.deep.equal([]);
  });

  it("says that the node has no history of an address or a cell", async () => {
    const { page, faults } = await browser.open(`${old.url}/address/${chain.bob}?at=2`);
    await page.getByText(CANNOT).first().waitFor();
    await page.getByRole("region", { name: "Transactions" }).getByText("1.5 coins").waitFor();
    await page.getByRole("button", { name: "Now" }).click();
    await page.locator("dl").getByText("30,001.5 coins").waitFor();
    await page.goto(`${old.url}/cell/universal.${"ab".repeat(54)}`);
    await page.getByText(CANNOT).first().waitFor();
    expect(unexpected(faults)).to.deep.equal([]);
  });
});
