import { expect } from "chai";
import { expectAccessible } from "./support/expect-accessible.js";
import { useShownExplorer } from "./support/shown-explorer.js";

describe("the codes in the explorer", () => {
  const explorer = useShownExplorer();
  const open = async (name: string): ReturnType<typeof explorer.open> => {
    const opened = await explorer.open(`/codes`);
    await opened.page.getByRole("link", { name, exact: true }).click();
    await opened.page.getByRole("heading", { name: "Source" }).waitFor();
    return opened;
  };

  it("are listed, broken ones with the reason", async () => {
    const { page, faults } = await explorer.open(`/codes`);
    const broken = page.getByRole("row").filter({ hasText: "Broken" });
    await broken.getByText("parameter is not valid").waitFor();
    await expectAccessible(page);
    await broken.getByRole("link").first().click();
    await page.getByText("The code is broken").waitFor();
    await page.getByRole("heading", { name: "Versions" }).waitFor();
    expect(faults).to.deep.equal([]);
  });

  it("are listed by space, those of users first, found by a filter that the link keeps, and sorted", async () => {
    const { page, faults } = await explorer.openAsOwner("/codes");
    const titles = page.getByRole("heading", { level: 2 });
    await titles.getByText("alice / counter").waitFor();
    expect(await titles.allInnerTexts()).to.deep.equal(["alice / counter", "alice / notes", "the network"]);
    await page.getByLabel(/^Filter/).fill("ALICE");
    await page.keyboard.press("Enter");
    await page.getByText("4 codes").waitFor();
    await page.getByRole("button", { name: "Sort by name" }).press("Enter");
    const names = page.getByRole("region", { name: "Codes" }).getByRole("row");
    await names.first().waitFor();
    expect((await names.allInnerTexts()).map((text) => text.split("\t")[0])).to.deep.equal([
      "Name",
      "notes / Broken",
      "counter / Count",
      "notes / Read",
      "notes / Write",
    ]);
    expect(new URL(page.url()).search).to.equal("?filter=ALICE&order=name");
    await expectAccessible(page);
    expect(faults).to.deep.equal([]);
  });

  it("of a space are on its page, with its cells, calls and versions", async () => {
    const { page, faults } = await explorer.openAsOwner("/codes");
    await page.getByRole("link", { name: "notes", exact: true }).click();
    await page.getByRole("heading", { name: "Space notes" }).waitFor();
    await page.getByText("2 contracts, 1 request").waitFor();
    const rows = (name: string) => page.getByRole("region", { name, exact: true }).getByRole("row");
    await rows("Calls").nth(2).waitFor();
    await rows("Versions").nth(4).waitFor();
    await rows("Cells").filter({ hasText: "note" }).getByRole("button", { name: "list all" }).press("Enter");
    await page.getByRole("region", { name: "Cells of note" }).getByText("<img src=x").waitFor();
    await expectAccessible(page);
    await rows("Codes").getByRole("link", { name: "Write", exact: true }).click();
    await page.getByRole("heading", { name: "Contract notes / Write" }).waitFor();
    expect(faults).to.deep.equal([]);
  });

  it("show a readable source beside the JSON, and what a version changed", async () => {
    const { page, faults } = await open("Write");
    await page.getByText("require note ≠").waitFor();
    await page.getByRole("button", { name: "TypeScript" }).click();
    await page.getByText("export const Write = contract(").waitFor();
    await page.getByRole("button", { name: "show what changed" }).click();
    const changed = page.getByRole("region", { name: "What changed" });
    await changed.getByText("The note is empty in version 2.").waitFor();
    expect(await changed.locator("del").count()).to.equal(2);
    await page
      .getByRole("region", { name: "Versions" })
      .getByRole("link", { name: "1", exact: true })
      .click();
    await page.getByText("The note is empty in version 1.").first().waitFor();
    expect(new URL(page.url()).searchParams.has("at")).to.equal(true);
    await expectAccessible(page);
    expect(faults).to.deep.equal([]);
  });

  it("are tried without sending anything: the failing condition is shown, by keyboard only", async () => {
    const { page, faults } = await open("Write");
    const count = await explorer.chain.client.transactionCount();
    await page.getByRole("form", { name: "Try the contract" }).getByLabel(/^note/).focus();
    await page.keyboard.press("Enter");
    await page.getByText("It would fail: The note is empty in version 2.").waitFor();
    await page.getByRole("button", { name: "Show where" }).press("Enter");
    await page.locator(":focus").filter({ hasText: "✗" }).waitFor();
    await page.getByRole("form", { name: "Try the contract" }).getByLabel(/^note/).fill("better");
    await page.keyboard.press("Enter");
    await page.getByText("It would succeed.").waitFor();
    await expectAccessible(page);
    expect(await explorer.chain.client.transactionCount()).to.equal(count);
    expect(faults).to.deep.equal([]);
  });

  it("list their cells by attribute and key, as of a block too", async () => {
    const { page, faults } = await open("Write");
    await page.getByRole("button", { name: "list all" }).click();
    const cells = page.getByRole("region", { name: "Cells of note" });
    await cells.getByText("<img src=x").waitFor();
    await expectAccessible(page);
    const { height } = (await explorer.chain.client.getBlockSummary()) ?? { height: 0 };
    const before = await cells.getByRole("row").nth(1).getByRole("link").nth(1).textContent();
    await page.goto(`${page.url().split("?")[0]}?at=${Number(before) - 1}`);
    await page.getByRole("button", { name: "list all" }).click();
    await cells.getByText("hello").waitFor();
    // Its links keep the block.
    await page.getByRole("region", { name: "Versions" }).waitFor();
    const writer = page.getByRole("link", { name: /^9515087d/ }).first();
    expect(await writer.getAttribute("href")).to.match(new RegExp(`at=${Number(before) - 1}$`));
    expect(height).to.be.greaterThan(Number(before) - 1);
    expect(faults).to.deep.equal([]);
  });

  it("list the calls of a contract, and the fees of the latest ones", async () => {
    const { page, faults } = await explorer.open("/codes");
    await page.getByRole("link", { name: "Send", exact: true }).click();
    const calls = page.getByRole("region", { name: "Calls" });
    await calls.getByRole("link").first().waitFor();
    expect(await calls.getByRole("row").count()).to.equal(2);
    await page.getByRole("img", { name: /Calls in each of the last 30 days, 1 together/ }).waitFor();
    await page.getByRole("button", { name: "Fees of the last 1 call" }).click();
    const { fee } = await explorer.chain.client.trace(explorer.chain.sent);
    await page.getByText("Median fee").waitFor();
    await page.locator(`dl [title="${fee} units"]`).first().waitFor();
    expect(await page.locator(`dl [title="${fee} units"]`).count()).to.equal(3);
    await expectAccessible(page);
    expect(faults).to.deep.equal([]);
  });

  it("answer a request, at any height", async () => {
    const { page, faults } = await open("Read");
    const form = page.getByRole("form", { name: "Call the request" });
    await form.getByLabel(/^of/).fill(explorer.chain.alice);
    await form.getByRole("button", { name: "Call it" }).click();
    await page.getByText('"note": "<img').waitFor();
    await form.getByLabel(/^After main block/).fill("3");
    await form.getByRole("button", { name: "Call it" }).click();
    await page.getByText("CODE_UNKNOWN").or(page.getByRole("alert")).first().waitFor();
    await page.getByText("As a command and as JSON").click();
    await page.getByText(`chainnode request Read of=${explorer.chain.alice} --cid`).waitFor();
    expect(faults.filter((fault) => !/status of 40[04]/.test(fault))).to.deep.equal([]);
  });

  it("are tried again with other values, from a transaction that called them", async () => {
    const { page } = await explorer.open(`/tx/${explorer.chain.sent}`);
    await page.getByText("Try it again with other values").click();
    const form = page.getByRole("form", { name: "Try the contract" });
    await form.getByLabel(/^Its balance/).fill("1");
    await form.getByRole("button", { name: "Try it" }).click();
    await page.getByText("It would fail:").waitFor();
    await form.getByLabel(/^amount/).fill("100");
    await form.getByRole("button", { name: "Try it" }).click();
    await page.getByText("It would succeed.").waitFor();
    await expectAccessible(page);
  });
});
