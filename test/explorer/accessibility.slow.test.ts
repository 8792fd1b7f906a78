import axe from "axe-core";
import { expect } from "chai";
import { everyPath } from "./support/every-path.js";
import { useShownExplorer } from "./support/shown-explorer.js";
import { untilAnswered } from "./support/until-answered.js";

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

describe("the accessibility of the explorer", () => {
  const explorer = useShownExplorer(["--mine"]);
  let paths: readonly string[];

  before(async () => {
    paths = await everyPath(explorer);
  });

  // Every page in both schemes and at both widths: colours do not depend on the width.
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const) {
    it(`has no violation that axe finds on any page: ${colorScheme}, ${width} pixels`, async () => {
      const { page, faults } = await explorer.openAsOwner("", {
        colorScheme,
        viewport: { width, height: 800 },
      });
      for (const path of paths) {
        await page.goto(explorer.at(path));
        await untilAnswered(page);
        await page.evaluate(axe.source);
        const violations = await page.evaluate<readonly AxeViolation[]>(
          "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))",
        );
        expect(violations, path).to.deep.equal([]);
        const overflow = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
        expect(overflow, `${path} is wider than the window`).to.equal(false);
      }
      expect(faults).to.deep.equal([]);
    });
  }

  it("lets the keyboard alone reach everything", async () => {
    const { page } = await explorer.open("");
    await page.getByRole("table").first().waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent.trim()")).to.equal("Skip to the content");
    for (;;) {
      await page.keyboard.press("Tab");
      const link = await page.evaluate<string | null>("document.activeElement.getAttribute('href')");
      if (link !== null && /^\/explorer\/block\/[0-9]+$/.test(link)) break;
      expect(await page.evaluate("document.activeElement === document.body")).to.equal(false);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^Main block [0-9]+$/ }).waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).to.equal("H1");
  });
});
