import { expect } from "chai";
import { readPlace } from "../../src/explorer/places.js";
import { everyPath } from "./support/every-path.js";
import { useShownExplorer } from "./support/shown-explorer.js";
import { untilAnswered } from "./support/until-answered.js";

describe("the links of the explorer's pages", () => {
  const explorer = useShownExplorer(["--mine"]);

  it("lead to a page, and so do the links of that page", async () => {
    await everyPath(explorer);
    // The chain grows: links to later blocks are left out. Of the pages of early heights, the first of each kind is opened.
    const { client } = explorer.chain;
    const [main, resource] = [await client.blockCount(), await client.resourceBlockCount()];
    const early = new Set<string>();
    const isLeftOut = (link: string): boolean => {
      const { pathname, search } = new URL(link, explorer.node.url);
      const { name = "", id = "", at = null } = readPlace(pathname, search) ?? {};
      if ((name === "block" && Number(id) > main) || (name === "resourceBlock" && Number(id) > resource))
        return true;
      if (at === null) return false;
      const isKnown = early.has(name);
      early.add(name);
      return isKnown || at > main;
    };
    const { page, faults } = await explorer.openAsOwner("");
    const seen = new Set(["/explorer"]);
    const kinds = new Set<string>();
    for (const link of seen) {
      await page.goto(new URL(link, explorer.node.url).href);
      const heading = page.getByRole("heading", { level: 1 });
      await untilAnswered(page);
      // A code that came later is not found at an early height.
      if (readPlace(new URL(page.url()).pathname, new URL(page.url()).search)?.at === null)
        expect(await heading.textContent(), link).not.to.equal("Not found");
      kinds.add(new URL(page.url()).pathname.split("/")[2] ?? "");
      const found = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll("a[href^='/explorer']")].map((link) => link.getAttribute("href"))`,
      );
      for (const next of found) if (!seen.has(next) && !isLeftOut(next)) seen.add(next);
    }
    expect([...kinds].sort()).to.deep.equal([
      "",
      "address",
      "block",
      "blocks",
      "cell",
      "code",
      "codes",
      "development",
      // The documentation beside the page, whose own links have a test of their own.
      "docs",
      "network",
      "resource-block",
      "resource-blocks",
      "space",
      "transactions",
      "tx",
    ]);
    expect(faults).to.deep.equal([]);
  });
});
