import axe from "axe-core";
import { expect } from "chai";
import { useBrowser } from "../support/browser.js";
import { useDevProcess } from "../support/dev-process.js";
import { memberOf } from "../../src/codec/value.js";
import { textIn } from "../support/vectors.js";

const PAGES = [
  "",
  "/blocks",
  "/block/2",
  "/block/999",
  "/resource-blocks",
  "/resource-block/1",
  "/search?q=Send",
  "/nothing",
  "/development",
];

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

describe("the explorer for readers of the screen and users of the keyboard", () => {
  const browser = useBrowser();
  const dev = useDevProcess(["--mine"]);

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 1280]) {
      it(`has no violation that axe finds: ${colorScheme}, ${width} pixels`, async () => {
        const { page, faults } = await browser.open(textIn(memberOf(dev.node.banner, "explorer")), {
          colorScheme,
          viewport: { width, height: 800 },
        });
        for (const path of PAGES) {
          await page.goto(`${dev.node.url}/explorer${path}`);
          await page.getByRole("heading", { level: 1 }).waitFor();
          await page.getByText("Asking the node…").waitFor({ state: "detached" });
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
  }

  it("is used by the keyboard alone", async () => {
    const { page } = await browser.open(`${dev.node.url}/explorer`);
    await page.getByRole("table").first().waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent.trim()")).to.equal("Skip to the content");
    for (;;) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate("document.activeElement.getAttribute('href')")) === "/explorer/block/2") break;
      expect(await page.evaluate("document.activeElement === document.body")).to.equal(false);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Main block 2" }).waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).to.equal("H1");
  });
});
