import { expect } from "chai";
import { createClient } from "../../src/client/index.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import { useBrowser } from "../support/browser.js";
import { useDevProcess } from "../support/dev-process.js";
import { memberOf } from "../../src/codec/value.js";
import { textIn } from "../support/vectors.js";
import { expectAccessible } from "./support/expect-accessible.js";

describe("the page of a development chain", () => {
  const browser = useBrowser();
  const dev = useDevProcess();

  it("says how to get a token when its own is of another chain, and finds it once it is there", async () => {
    const { page, context } = await browser.open(
      `${dev.node.url}/explorer/development#token=of-another-chain`,
    );
    await page.getByText("chainnode explorer --print-url").waitFor();
    expect(await page.getByRole("alert").count()).to.equal(0);
    await expectAccessible(page);
    const other = await context.newPage();
    await other.goto(textIn(memberOf(dev.node.banner, "explorer")));
    await page.getByRole("region", { name: "Development accounts" }).getByText("alice").waitFor();
  });

  it("gives coins, mines, advances the time and goes back to a snapshot, and asks before something is lost", async () => {
    const client = createClient({ url: dev.node.url });
    const url = new URL(textIn(memberOf(dev.node.banner, "explorer")));
    url.pathname = "/explorer/development";
    const { page, faults } = await browser.open(url.href);
    // Mining takes as long as it takes.
    const act = async (name: string, said: string): Promise<void> => {
      const form = page.getByRole("form", { name, exact: true });
      await form.getByRole("button", { name, exact: true }).press("Enter");
      await form.getByText(said).waitFor({ timeout: 0 });
    };
    const confirm = async (name: string, said: string): Promise<void> => {
      const form = page.getByRole("form", { name, exact: true });
      await form.getByRole("button", { name: `${name}: yes` }).press("Enter");
      await form.getByText(said).waitFor({ timeout: 0 });
    };

    await act("Take a snapshot", "Taken.");
    const { height } = (await client.getBlockSummary()) ?? { height: 0 };
    await page.getByRole("form", { name: "Give coins" }).getByLabel("Address").fill(createKeyPair().address);
    await act("Give coins", "has them");
    await act("Mine one resource block", "was mined");
    expect(await client.resourceBlockCount()).to.equal(1);
    await expectAccessible(page);

    const before = (await client.round()).timestamp;
    await act("Advance the time", "Time does not go back");
    expect((await client.round()).timestamp - before).to.be.below(60_000_000);
    await page.getByRole("button", { name: "No", exact: true }).click();
    await act("Advance the time", "Time does not go back");
    await confirm("Advance the time", "is in that time now");
    expect((await client.round()).timestamp - before).to.be.at.least(60_000_000);

    await act("Revert to 1", "are undone");
    expect((await client.getBlockSummary())?.height).to.be.greaterThan(height);
    await expectAccessible(page);
    await confirm("Revert to 1", "as it was then");
    expect((await client.getBlockSummary())?.height).to.equal(height);
    expect(await client.resourceBlockCount()).to.equal(0);
    expect(faults).to.deep.equal([]);
  });
});
