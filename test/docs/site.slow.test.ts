import { expect } from "chai";
import { useBrowser } from "../support/browser.js";
import { useDevProcess } from "../support/dev-process.js";
import { expectAccessible } from "../explorer/support/expect-accessible.js";

const LONG = /\/(?:commands|errors|rpc)\.html$/;

describe("the site of the documentation", () => {
  const browser = useBrowser();
  const dev = useDevProcess();

  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 375],
  ] as const)
    it(`has pages, links and pictures that are there, for every reader: ${colorScheme}, ${width} pixels`, async () => {
      const site = `${dev.node.url}/explorer/docs/`;
      const { page, faults, requests } = await browser.open(site, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      const seen = new Set<string>();
      const waiting = [page.url()];
      for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
        if (seen.has(url)) continue;
        seen.add(url);
        const response = await page.goto(url);
        expect(response?.status(), url).to.equal(200);
        // Colours do not depend on the page, and the longest pages have no parts of their own.
        if (seen.size < 4 || (width > 1000 && !LONG.test(url))) await expectAccessible(page);
        const overflow = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
        expect(overflow, `${url} is wider than the window`).to.equal(false);
        const links = await page.evaluate<readonly string[]>(
          "[...document.querySelectorAll('a, img')].map((element) => element.href ?? element.src)",
        );
        for (const link of links) {
          const [address = ""] = link.split("#");
          if (address.startsWith(site) && address.endsWith(".html")) waiting.push(address);
          else if (!seen.has(address) && address.startsWith(site)) {
            seen.add(address);
            expect((await fetch(address)).status, address).to.equal(200);
          }
        }
      }
      expect([...seen].filter((url) => url.endsWith(".html")).length).to.be.greaterThan(70);
      expect(faults).to.deep.equal([]);
      expect(requests.filter((request) => !request.startsWith(dev.node.url))).to.deep.equal([]);
    });

  it("finds what is asked for, by keys alone", async () => {
    const { page, faults } = await browser.open(`${dev.node.url}/explorer/docs/protocol/index.html`);
    await page.keyboard.press("/");
    await page.keyboard.type("takeover delay");
    await page.locator("#results a").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/explorer\/docs\/[\w-]+\.html#/);
    expect(await page.locator("main").innerText()).to.include("takeover-delay");
    await page.keyboard.press("/");
    await page.keyboard.type("<img src=x onerror=alert(1)> qqqqzz");
    await page.getByText("Nothing found.").waitFor();
    expect(faults).to.deep.equal([]);
  });
});
