import { expect } from "chai";
import { textIn } from "../support/vectors.js";
import { memberOf } from "../../src/codec/value.js";
import { useBrowser } from "../support/browser.js";
import { useDevProcess } from "../support/dev-process.js";

/** The one test of the default run that opens the real page; the others are in the slow suite. */
describe("the page of the explorer", () => {
  const browser = useBrowser();
  const dev = useDevProcess();

  it("shows the chain at the address that the node prints, and asks no other server", async () => {
    const url = textIn(memberOf(dev.node.banner, "explorer"));
    const { page, faults, requests } = await browser.open(url);
    await page.getByRole("table").first().waitFor();
    expect(await page.title()).to.equal("Overview · chainnode explorer");
    expect(await page.getByText("The explorer of chainnode").count()).to.equal(0);
    await page.getByRole("link", { name: "2", exact: true }).click();
    await page.getByRole("heading", { name: "Main block 2" }).waitFor();
    expect(new URL(page.url()).pathname).to.equal("/explorer/block/2");
    expect(faults).to.deep.equal([]);
    expect(requests.filter((request) => !request.startsWith(dev.node.url))).to.deep.equal([]);
  });
});
