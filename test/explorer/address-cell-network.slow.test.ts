import { expect } from "chai";
import { expectAccessible } from "./support/expect-accessible.js";
import { useShownExplorer } from "./support/shown-explorer.js";

describe("addresses, cells and the network in the explorer", () => {
  const explorer = useShownExplorer();

  it("show what an address has, now and as of a block, its transactions and its codes", async () => {
    const { page, faults } = await explorer.open(`/address/${explorer.chain.alice}`);
    await page
      .getByRole("region", { name: "Codes of notes" })
      .getByRole("link", { name: "Write", exact: true })
      .waitFor();
    await page.getByRole("region", { name: "Transactions" }).getByText("1.5 coins").waitFor();
    await expectAccessible(page);
    await page.goto(explorer.at(`/address/${explorer.chain.bob}`));
    await page.locator("dl").getByText("30,001.5 coins").waitFor();
    const { height } = (await explorer.chain.client.getBlockSummary()) ?? { height: 0 };
    await page.goto(explorer.at(`/address/${explorer.chain.bob}?at=${height - 1}`));
    await page.getByText(`Balance after block ${height - 1}`).waitFor();
    await page.locator("dl").getByText("30,000 coins").waitFor();
    await page.getByRole("button", { name: "Now" }).click();
    await page.locator("dl").getByText("30,001.5 coins").waitFor();
    expect(new URL(page.url()).search).to.equal("");
    expect(faults).to.deep.equal([]);
  });

  it("keep the user's name for an address in the browser, as text", async () => {
    const { page, faults } = await explorer.open(`/address/${explorer.chain.bob}`);
    await page.getByLabel("Your name for it").fill("<b>Bob</b>");
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByText("kept in this browser").waitFor();
    await page.goto(explorer.at("/transactions"));
    await page.getByText("<b>Bob</b>").first().waitFor();
    expect(faults).to.deep.equal([]);
  });

  it("show what a cell holds and held, by the name that its code gives it", async () => {
    const { page, faults } = await explorer.open(`/tx/${explorer.chain.written}`);
    await page.getByRole("region", { name: "Written cells" }).getByRole("link", { name: /note/ }).click();
    await page.getByRole("heading", { name: "Cell note" }).waitFor();
    const values = page.getByRole("region", { name: "Values" });
    await values.getByText("hello").waitFor();
    expect(await values.getByRole("row").count()).to.equal(3);
    await expectAccessible(page);
    await page.goto(explorer.at("/cell/universal.ab"));
    await page.getByRole("heading", { name: "Not found" }).waitFor();
    expect(faults).to.deep.equal([]);
  });

  it("choose the block by the slider, by keyboard, and keep it in the link", async () => {
    const { page } = await explorer.open(`/address/${explorer.chain.bob}`);
    const slider = page.getByRole("slider", { name: /^As of/ });
    await slider.focus();
    await page.keyboard.press("Home");
    await page.getByText("Balance after block 1").waitFor();
    expect(new URL(page.url()).searchParams.get("at")).to.equal("1");
  });

  it("show the round, the peers and the forks", async () => {
    const { page, faults } = await explorer.open("/network");
    await page.getByText("The node has no peer.").waitFor();
    await page.getByText("The round of the next main block").waitFor();
    await page.getByText("No block has been undone").waitFor();
    await expectAccessible(page);
    expect(faults).to.deep.equal([]);
  });
});
