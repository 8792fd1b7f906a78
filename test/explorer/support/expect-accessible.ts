import axe, { type AxeResults } from "axe-core";
import { expect } from "chai";
import type { Page } from "playwright-core";

/** Expects that axe finds nothing on the page that keeps anyone from using it. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(found).to.deep.equal([]);
}
