import { expect } from "chai";
import { createClient } from "../../src/client/index.js";
import { expectAccessible } from "./support/expect-accessible.js";
import { everyPath } from "./support/every-path.js";
import { sendCommitted } from "./support/send-committed.js";
import { useShownExplorer } from "./support/shown-explorer.js";

describe("the blocks in the explorer", () => {
  const explorer = useShownExplorer(["--mine"]);
  before(() => everyPath(explorer));

  it("of both chains are on the overview, with the pool, the slots and the health of the node", async () => {
    const { page, faults } = await explorer.open("");
    await page.getByRole("region", { name: "Resource blocks" }).getByRole("link").first().waitFor();
    await page.getByRole("region", { name: "Main blocks" }).getByRole("link").first().waitFor();
    const facts = page.locator("dl");
    for (const name of [
      "Blocks per minute",
      "Transactions per second",
      "Difficulty",
      "Size of the pool",
      "Validator slots",
    ])
      await facts.getByText(name).waitFor();
    await facts.getByText("accepted").waitFor();
    expect(faults).to.deep.equal([]);
  });

  it("show the transactions of the last hour, including those that arrive while the page is open", async () => {
    const { page, faults } = await explorer.open("");
    const { client } = explorer.chain;
    const shown = async (): Promise<void> => {
      const count = (await client.transactionCount()).toLocaleString("en");
      await page.getByText(`${count} transactions in the last hour`).waitFor();
    };
    await shown();
    const [, bob] = explorer.node.accounts;
    await sendCommitted(client, explorer.node, { type: "Send", to: bob?.address ?? "", amount: "1" });
    await shown();
    expect(faults).to.deep.equal([]);
  });

  it("have a chart whose points the arrow keys and the pointer choose, with its units and a table", async () => {
    const { page, faults } = await explorer.open("");
    const chart = page.getByRole("figure").filter({ hasText: "As a table" });
    const point = chart.getByRole("slider");
    await point.focus();
    await page.keyboard.press("Home");
    const said = async () => (await chart.getByRole("strong").innerText()).replace(/^\S+ \S+: /, "");
    expect(await said()).to.match(/^\d+ transactions?$/);
    expect(await point.getAttribute("aria-valuetext")).to.equal(await chart.getByRole("strong").innerText());
    const first = await chart.getByRole("strong").innerText();
    await page.keyboard.press("ArrowRight");
    expect(await chart.getByRole("strong").innerText()).not.to.equal(first);
    const { x = 0, y = 0, height = 0 } = (await point.boundingBox()) ?? {};
    await page.mouse.move(x + 1, y + height / 2);
    expect(await chart.getByRole("strong").innerText()).to.equal(first);
    await chart.getByText("As a table").click();
    expect(await chart.getByRole("row").count()).to.equal(61);
    await expectAccessible(page);
    expect(faults).to.deep.equal([]);
  });

  it("name their transactions, what they changed by the codes that own the cells, and who sealed them", async () => {
    const client = createClient({ url: explorer.node.url });
    const { height } = await client.trace(explorer.chain.written);
    const { page, faults } = await explorer.open(`/block/${height + 1}`);
    await page.getByRole("region", { name: "Transactions" }).getByRole("link", { name: "Write" }).waitFor();
    const updates = page.getByRole("region", { name: "Cells of the universal state that the block changed" });
    const note = updates.getByRole("row").filter({ hasText: "note" });
    await note.getByRole("link", { name: "notes" }).waitFor();
    await note.getByText("hello").waitFor();
    expect(await page.getByRole("region", { name: "Seal" }).getByRole("row").count()).to.equal(2);
    expect(faults).to.deep.equal([]);
  });

  it("of the resource chain show the miner, the difficulty and the main block that they name", async () => {
    const { page, faults } = await explorer.open("/resource-block/1");
    const block = await explorer.chain.client.getResourceBlock(1);
    await page.getByText("Difficulty").waitFor();
    await page
      .getByRole("link", { name: String(block?.main_height), exact: true })
      .first()
      .waitFor();
    await page.locator(`[title="${block?.miner}"]`).first().waitFor();
    expect(faults).to.deep.equal([]);
  });
});
