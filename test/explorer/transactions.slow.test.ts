import { expect } from "chai";
import { expectAccessible } from "./support/expect-accessible.js";
import { HOSTILE } from "./support/shown-chain.js";
import { useShownExplorer } from "./support/shown-explorer.js";

describe("the transactions in the explorer", () => {
  const explorer = useShownExplorer();

  it("are listed newest first, with what they call, and lead to each one", async () => {
    const { page, faults } = await explorer.open("/transactions");
    const first = page.getByRole("row").nth(1);
    await first.getByText("1.5 coins").waitFor();
    await expectAccessible(page);
    await first.getByRole("link").first().click();
    await page.getByRole("heading", { name: "Parameters" }).waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/explorer/tx/${explorer.chain.sent}`);
    expect(faults).to.deep.equal([]);
  });

  it("show their block, their contract and their parameters, as amounts and addresses", async () => {
    const { page, faults } = await explorer.open(`/tx/${explorer.chain.sent}`);
    const parameters = page.getByRole("region", { name: "Parameters" });
    await parameters.getByText("1.5 coins").waitFor();
    await expectAccessible(page);
    expect(await parameters.getByRole("link").getAttribute("href")).to.equal(
      `/explorer/address/${explorer.chain.bob}`,
    );
    const { height } = (await explorer.chain.client.getBlockSummary()) ?? { height: 0 };
    expect(await page.getByRole("link", { name: String(height), exact: true }).count()).to.equal(1);
    expect(faults).to.deep.equal([]);
  });

  it("show hostile text as text", async () => {
    const { page, faults } = await explorer.open(`/tx/${explorer.chain.written}`);
    await page.getByText("<img src=x").first().waitFor();
    expect(await page.locator("main img").count()).to.equal(0);
    expect(await page.getByText("U+202E").count()).to.be.greaterThan(0);
    expect(await page.title()).not.to.equal("owned");
    expect(await page.locator("main").innerText()).not.to.contain(HOSTILE.at(-1));
    expect(faults).to.deep.equal([]);
  });

  it("show every operator, and lead from a written cell to the operator that wrote it, by keyboard", async () => {
    const { page, faults } = await explorer.open(`/tx/${explorer.chain.written}`);
    await page.getByText("It succeeded.").waitFor();
    await expectAccessible(page);
    const show = page
      .getByRole("row")
      .filter({ hasText: /^note/ })
      .getByRole("button", { name: "show the operator" });
    await show.focus();
    await page.keyboard.press("Enter");
    // Not by a condition in the page: its policy refuses to evaluate text.
    await page.locator(":focus").filter({ hasText: "$write_universal" }).waitFor();
    const fold = page.getByRole("button", { name: /inside condition/ }).first();
    expect(await fold.getAttribute("aria-expanded")).to.equal("true");
    await fold.press("Enter");
    expect(await fold.getAttribute("aria-expanded")).to.equal("false");
    expect(faults).to.deep.equal([]);
  });

  it("say that the node has no transaction of a hash", async () => {
    const { page } = await explorer.open(`/tx/${"0".repeat(78)}`);
    await page.getByText("has no transaction of this hash").waitFor();
    await page.goto(explorer.at("/tx/abc"));
    await page.getByRole("heading", { name: "Not found" }).waitFor();
  });
});
