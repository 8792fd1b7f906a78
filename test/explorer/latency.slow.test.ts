import { expect } from "chai";
import type { Page } from "playwright-core";
import { setTimeout as delay } from "node:timers/promises";
import { memberOf } from "../../src/codec/value.js";
import { useBrowser } from "../support/browser.js";
import { useDevProcess } from "../support/dev-process.js";
import { openTcpProxy, type TcpProxy } from "../support/tcp-proxy.js";
import { textIn } from "../support/vectors.js";
import { makeShownChain, type ShownChain } from "./support/shown-chain.js";
import { sendCommitted } from "./support/send-committed.js";

const ASKING = "Asking the node…";

/** A node that is far away, silent or gone, and whose chain grows and goes back. */
describe("the explorer of a slow node", () => {
  const browser = useBrowser();
  const dev = useDevProcess();
  let chain: ShownChain;
  let proxy: TcpProxy;
  before(async () => {
    chain = await makeShownChain(dev.node);
    proxy = await openTcpProxy({ host: "127.0.0.1", port: Number(new URL(dev.node.url).port) });
  });
  after(() => proxy.close());

  const at = (path: string): string => `http://127.0.0.1:${proxy.port}/explorer${path}`;
  const header = (page: Page) => page.locator("header .status");
  const lastHeight = async (): Promise<number> => (await chain.client.getBlockSummary())?.height ?? 0;

  /** Adds a block now and then while something is done. */
  async function whileGrowing<T>(work: () => Promise<T>): Promise<T> {
    const end = new AbortController();
    const growing = (async () => {
      while (!end.signal.aborted) {
        await sendCommitted(chain.client, dev.node, { type: "Send", to: chain.bob, amount: "1" });
        await delay(300);
      }
    })();
    try {
      return await work();
    } finally {
      end.abort();
      await growing;
    }
  }

  for (const [latencyMs, said] of [
    [800, "Live"],
    [7000, "Late"],
  ] as const)
    it(`shows every answer with its block at ${latencyMs} ms, while blocks come, and says ${said}`, async () => {
      const { page } = await browser.open(at(""));
      proxy.setLatency(latencyMs);
      await whileGrowing(async () => {
        const begin = await lastHeight();
        await page.goto(at(`/address/${chain.bob}`));
        await page.getByRole("heading", { name: "Balance over time" }).waitFor();
        await page
          .getByText("the ", { exact: false })
          .getByText(/^the \d+ changes?$/)
          .waitFor();
        await page.getByRole("region", { name: "Transactions" }).waitFor();
        await page.getByText(ASKING).waitFor({ state: "detached" });
        for (const text of await page.locator(".asof").allInnerTexts()) {
          const height = Number(/^As of block (\d+)(?:, \d+ s ago)?$/.exec(text)?.[1]);
          expect(height).to.be.within(begin, await lastHeight());
        }
        await page.getByText(said, { exact: true }).waitFor();
        await header(page)
          .getByText(/block \d+, \d+ s ago$/)
          .waitFor();
      });
      proxy.setLatency(0);
      await page.close();
    });

  it("does not say Live of a node that has become silent", async () => {
    const { page } = await browser.open(at(""));
    await page.getByText("Live", { exact: true }).waitFor();
    proxy.setSilent(true);
    await page.getByText("Live", { exact: true }).waitFor({ state: "detached" });
    await header(page)
      .getByText(/as of \d+ s ago/)
      .waitFor();
    proxy.setSilent(false);
    proxy.cut();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.close();
  });

  it("shows no block that a revert has undone, once the header has gone back", async () => {
    const token = new URL(textIn(memberOf(dev.node.banner, "explorer"))).hash.replace("#token=", "");
    const act = async (name: string, given: object): Promise<void> => {
      const headers = { "x-explorer-token": token };
      const url = `${dev.node.url}/explorer/actions/${name}`;
      const { status } = await fetch(url, { method: "POST", headers, body: JSON.stringify(given) });
      expect(status).to.equal(200);
    };
    const kept = await lastHeight();
    await act("snapshot", {});
    for (let count = 0; count < 3; count += 1)
      await sendCommitted(chain.client, dev.node, { type: "Send", to: chain.bob, amount: "1" });
    const { page } = await browser.open(at("/blocks"));
    const first = (height: number) => page.getByRole("link", { name: String(height), exact: true });
    await first(kept + 3).waitFor();
    proxy.setLatency(800);
    await header(page)
      .getByText(`block ${kept + 3}`)
      .waitFor();
    await act("revert", { snapshot: 1 });
    await header(page)
      .getByText(new RegExp(`block ${kept}\\b`))
      .waitFor();
    expect(await first(kept + 1).isVisible()).to.equal(false);
    await first(kept).waitFor();
    expect(await first(kept + 1).count()).to.equal(0);
    proxy.setLatency(0);
    await page.close();
  });
});
