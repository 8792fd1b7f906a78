import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { spaceIdOf } from "../../src/codec/hash.js";
import { shortened } from "../../src/explorer/format/numbers.js";
import { expectAccessible } from "./support/expect-accessible.js";
import { useShownExplorer } from "./support/shown-explorer.js";

describe("the search of the explorer", () => {
  const explorer = useShownExplorer();

  it("takes a shortened hash for the whole, copied from a page and pasted into a field", async () => {
    const { page, faults } = await explorer.openAsOwner(`/address/${explorer.chain.alice}`, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.getByRole("region", { name: "Transactions" }).getByRole("row").nth(1).waitFor();
    await page.evaluate(
      `getSelection().selectAllChildren(document.querySelector("[aria-label=Transactions] tbody"))`,
    );
    await page.keyboard.press("Control+c");
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    for (const hash of (
      await explorer.chain.client.listTransaction({ count: 5 }, explorer.chain.alice)
    ).keys())
      expect(copied).to.include(`\t${hash}`).and.not.include(shortened(hash));
    const box = page.getByRole("searchbox");
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(shortened(explorer.chain.sent))})`);
    await box.focus();
    await page.keyboard.press("Control+v");
    expect(await box.inputValue()).to.equal(explorer.chain.sent);
    expect(faults).to.deep.equal([]);
  });

  it("leads to what a height, a hash or its parts, an address and a name mean", async () => {
    const { page, faults } = await explorer.openAsOwner("");
    const { chain } = explorer;
    const block = await chain.client.getBlockSummary(4);
    const searchbox = page.getByRole("searchbox");
    const searchFor = async (words: string): Promise<void> => {
      await searchbox.fill(words);
      await page.keyboard.press("Enter");
    };
    const leadsTo = async (words: string, path: string): Promise<void> => {
      await searchFor(words);
      // The page that was found has an empty box. Its address may be the one before the search.
      while ((await searchbox.inputValue()) !== "") await setTimeout(20);
      await page.waitForURL(explorer.at(path));
      // A new page takes the focus, which the next search would lose.
      await page.locator("h1:focus").waitFor();
    };
    await leadsTo("4", `/block/${block?.blockhash}`);
    await leadsTo(block?.blockhash ?? "", `/block/${block?.blockhash}`);
    await leadsTo(shortened(block?.blockhash ?? ""), `/block/${block?.blockhash}`);
    // As tables show it, also once no page has shown it.
    await page.goto(explorer.at("/network"));
    await leadsTo(shortened(chain.written), `/tx/${chain.written}`);
    await leadsTo(chain.written, `/tx/${chain.written}`);
    await leadsTo(chain.written.slice(0, 30), `/tx/${chain.written}`);
    await leadsTo(chain.bob, `/address/${chain.bob}`);
    // The name of a development account.
    await leadsTo("bob", `/address/${chain.bob}`);
    await page.getByLabel("Your name for it").fill("the shop");
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByText("kept in this browser").waitFor();
    await leadsTo("Shop", `/address/${chain.bob}`);
    // One that the node does not have: its page says so.
    await leadsTo("0".repeat(78), `/tx/${"0".repeat(78)}`);
    await page.getByText("has no transaction of this hash").waitFor();
    // Each code of a space is one of the meanings of its id.
    await searchFor(spaceIdOf(chain.alice, "notes"));
    const found = page.getByRole("region", { name: "Found" });
    await found.getByRole("link", { name: "Write" }).waitFor();
    await found.getByRole("link", { name: "Read" }).waitFor();
    await expectAccessible(page);
    await searchFor("none such");
    await page.getByText("Nothing is found.").waitFor();
    expect(faults).to.deep.equal([]);
  });
});
