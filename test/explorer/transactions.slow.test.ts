import { expect } from "chai";
import { readFile } from "node:fs/promises";
import { spaceIdOf } from "../../src/codec/hash.js";
import { expectAccessible } from "./support/expect-accessible.js";
import { sendCommitted } from "./support/send-committed.js";
import { HOSTILE } from "./support/shown-chain.js";
import { useShownExplorer } from "./support/shown-explorer.js";

describe("the transactions in the explorer", () => {
  const explorer = useShownExplorer();

  it("are listed newest first, with who gave how much to whom, and lead to each one", async () => {
    const { page, faults } = await explorer.openAsOwner("/transactions");
    const first = page.getByRole("row").nth(1);
    await first.getByText("alice → bob 1.5 coins").waitFor();
    await expectAccessible(page);
    await first.getByRole("link").last().click();
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

  it("begin with a sentence that says what they did, and show how each cell has changed", async () => {
    const { page, faults } = await explorer.openAsOwner(`/tx/${explorer.chain.sent}`);
    await page.getByText(/^alice sent 1\.5 coins to bob, in block \d+, .* ago\.$/).waitFor();
    const written = page.getByRole("region", { name: "Written cells" });
    await written.getByText("+1.5 coins").waitFor();
    await written.getByText(/^-1\.5\d* coins$/).waitFor();
    await page.goto(explorer.at(`/address/${explorer.chain.bob}`));
    const row = page.getByRole("region", { name: "Transactions" }).getByRole("row").nth(1);
    // The names of the accounts come after the transactions.
    await row.getByText("alice").waitFor();
    expect(await row.innerText()).to.match(/^in\s+\+1\.5 coins\s+alice/);
    await expectAccessible(page);
    expect(faults).to.deep.equal([]);
  });

  it("are saved as CSV, with whole hashes and times, and no text that a spreadsheet runs", async () => {
    const { chain, node } = explorer;
    const note = `=HYPERLINK("http://example.org/${"x".repeat(80)}")`;
    const cid = spaceIdOf(chain.alice, "notes");
    const hash = await sendCommitted(chain.client, node, { type: "Write", cid, note });
    const { page, faults } = await explorer.openAsOwner(`/tx/${hash}`);
    const saved = async (name: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name }).press("Enter"),
      ]);
      return readFile(await download.path(), "utf8");
    };
    expect(await saved("Parameters as CSV")).to.equal(
      `"Name","Value"\r\n"note","'${note.replaceAll('"', '""')}"\r\n`,
    );
    await page.goto(explorer.at("/transactions"));
    await page.getByRole("row").nth(1).getByText("alice").waitFor();
    const [titles, first] = (await saved("Transactions as CSV")).split("\r\n");
    expect(titles).to.equal('"What","Contract","Time","Transaction"');
    expect(first).to.match(/^"alice note =HYPERLINK.*","notes \/ Write","\d{4}-\d\d-\d\dT.*Z","/);
    expect(first).to.include(`"${hash}"`);
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
