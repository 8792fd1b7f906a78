import axe from "axe-core";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { createClient } from "../../src/client/index.js";
import { objectToMap } from "../../src/codec/value.js";
import { readExplorerPage } from "../../src/rpc/explorer-page.js";
import { createRpcServer } from "../../src/rpc/server.js";
import { launchBrowser } from "../support/browser.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { makeTempDirectory, openTempStore } from "../support/temp-store.js";
import { openBigChain } from "./big-chain.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** EXPLORER_BLOCKS=100000 takes some minutes to make. */
const SMALL_BLOCKS = Number(process.env["EXPLORER_BLOCKS"] ?? 2000);
const FULL_BLOCK = 6;
const PAGES = 50;
/** As many as there is room for their connections from one address. */
const BROWSERS = 8;
const SECONDS = 20;
const ASSETS = new URL("../../explorer/assets/", import.meta.url);

/** The explorer's size, its paint on a long chain, what it asks for, and what open pages cost the node. */
export async function bench(): Promise<Row[]> {
  const browser = await launchBrowser();
  try {
    return [...size(), ...(await paint(browser)), ...(await load(browser))];
  } finally {
    await browser.close();
  }
}

function size(): readonly Row[] {
  const bytes = readdirSync(ASSETS).map((name) => gzipSync(readFileSync(new URL(name, ASSETS))).length);
  return [{ name: "size of the page, compressed", value: sum(bytes) / 1000, unit: "kB" }];
}

async function paint(browser: Browser): Promise<readonly Row[]> {
  const temp = await openTempStore();
  const chain = await openBigChain(temp.store, { accounts: 2048, fullBlocks: 2, smallBlocks: SMALL_BLOCKS });
  const explorer = { page: await readExplorerPage(), version: "", names: [], onError: fail };
  const server = createRpcServer({ engine: chain.node, host: "127.0.0.1", port: 0, explorer, onError: fail });
  const [url = ""] = await server.listen();
  try {
    const page = await browser.newPage();
    const overview = await opened(page, `${url}/explorer`);
    const full = await opened(page, `${url}/explorer/block/${FULL_BLOCK}`);
    const click = await page.evaluate<number>(
      `(async () => {
        const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent.startsWith("Show 50 more"));
        const begin = performance.now();
        button.click();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return performance.now() - begin;
      })()`,
    );
    await page.evaluate(axe.source);
    const violations = await page.evaluate<number>(
      "axe.run(document).then(({ violations }) => violations.length)",
    );
    const blocks = chain.node.ledger.tip.height;
    return [
      { name: `first paint of ${blocks} blocks`, value: overview.paintMs, unit: "ms" },
      { name: "and of their list", value: overview.contentMs, unit: "ms" },
      { name: "first paint of a block of 2,048 transactions", value: full.paintMs, unit: "ms" },
      { name: "and of its content", value: full.contentMs, unit: "ms" },
      { name: "a click that shows 50 more transactions", value: click, unit: "ms" },
      { name: "requests for the overview", value: overview.requests, unit: "" },
      { name: "violations that axe finds", value: violations, unit: "" },
    ];
  } finally {
    await server.close(0);
    await temp.remove();
  }
}

interface Paint {
  readonly paintMs: number;
  readonly contentMs: number;
  readonly requests: number;
}

async function opened(page: Page, url: string): Promise<Paint> {
  await page.goto(url);
  await page.getByRole("table").first().waitFor();
  return page.evaluate<Paint>(
    `({
      paintMs: performance.getEntriesByName("first-contentful-paint")[0].startTime,
      contentMs: Math.max(...performance.getEntriesByType("resource").filter(({ name }) => !name.includes("/events")).map(({ responseEnd }) => responseEnd)),
      requests: performance.getEntriesByType("resource").length + 1,
    })`,
  );
}

/** The processor time of a node that makes a block a second, without readers and with many. */
async function load(browser: Browser): Promise<readonly Row[]> {
  const node = await startDevProcess(await makeTempDirectory());
  try {
    const idle = await busyPercent(node);
    const contexts = await Promise.all(Array.from({ length: BROWSERS }, () => browser.newContext()));
    for (let opened = 0; opened < PAGES; opened += 1) {
      const page = await contexts[opened % BROWSERS]?.newPage();
      await page?.goto(`${node.url}/explorer`);
      await page?.getByText("Live").waitFor();
    }
    const watched = await busyPercent(node);
    await Promise.all(contexts.map((context) => context.close()));
    return [
      { name: "a node that makes a block a second", value: idle, unit: "% of a core" },
      {
        name: `${PAGES} open pages in ${BROWSERS} browsers more`,
        value: watched - idle,
        unit: "% of a core",
      },
    ];
  } finally {
    await node.kill();
  }
}

async function busyPercent(node: DevProcess): Promise<number> {
  const client = createClient({ url: node.url });
  const [alice, bob] = node.accounts;
  const begin = ticksOf(node);
  const start = performance.now();
  for (let second = 0; second < SECONDS; second += 1) {
    const members = { type: "Send", from: alice?.address ?? "", to: bob?.address ?? "", amount: "1" };
    const timestamp = BigInt(Date.now()) * 1000n;
    await client.signAndSend(objectToMap({ ...members, timestamp }), alice?.privateKey ?? "");
    await delay(1000);
  }
  return ((ticksOf(node) - begin) * 1000) / (performance.now() - start);
}

/** The processor time of a process in hundredths of a second, as Linux counts it. */
function ticksOf({ process: { pid } }: DevProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function fail(error: unknown): never {
  throw error;
}
