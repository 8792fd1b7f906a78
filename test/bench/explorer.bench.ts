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
import { ticksOf } from "./processor-ticks.js";

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
    const more = await clicked(page, "button", "Show 50 more");
    await page.evaluate(axe.source);
    const violations = await page.evaluate<number>(
      "axe.run(document).then(({ violations }) => violations.length)",
    );
    const blocks = chain.node.ledger.tip.height.toLocaleString("en");
    await opened(page, `${url}/explorer/blocks`);
    const older = await clicked(page, "a", "Older");
    return [
      ...paintRows(`${blocks} blocks`, overview),
      ...paintRows("a block of 2,048 transactions", full),
      ...clickRows("shows 50 more transactions", more),
      ...clickRows(`goes back in ${blocks} blocks`, older),
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
  /** The processor time of the page and the scripts in it until its content is there, which other load does not change. */
  readonly busyMs: number;
  readonly requests: number;
}

function paintRows(what: string, { paintMs, contentMs, busyMs, requests }: Paint): readonly Row[] {
  return [
    { name: `first paint of ${what}`, value: paintMs, unit: "ms" },
    { name: "until the last answer is there", value: contentMs, unit: "ms" },
    { name: "processor time of the page", value: busyMs, unit: "ms" },
    { name: "requests", value: requests, unit: "" },
  ];
}

async function opened(page: Page, url: string): Promise<Paint> {
  // In the process of the site, whose time goes on from there.
  await page.goto(new URL("/explorer/settings.json", url).href);
  const before = await busyMsOf(page);
  await page.goto(url);
  await page.getByRole("table").first().waitFor();
  const busyMs = (await busyMsOf(page)) - before;
  const paint = await page.evaluate<Omit<Paint, "busyMs">>(
    `({
      paintMs: performance.getEntriesByName("first-contentful-paint")[0].startTime,
      contentMs: Math.max(...performance.getEntriesByType("resource").filter(({ name }) => !name.includes("/events")).map(({ responseEnd }) => responseEnd)),
      requests: performance.getEntriesByType("resource").length + 1,
    })`,
  );
  return { ...paint, busyMs };
}

interface Click {
  readonly ms: number;
  readonly busyMs: number;
}

function clickRows(what: string, { ms, busyMs }: Click): readonly Row[] {
  return [
    { name: `a click that ${what}`, value: ms, unit: "ms" },
    { name: "processor time of the page", value: busyMs, unit: "ms" },
  ];
}

/** Clicks what begins with a text. The time is that until the next frame, as a reader sees it. */
async function clicked(page: Page, tag: "a" | "button", text: string): Promise<Click> {
  const before = await busyMsOf(page);
  const ms = await page.evaluate<number>(
    `(async () => {
      const found = [...document.querySelectorAll("${tag}")].find(({ textContent }) => textContent.startsWith("${text}"));
      const begin = performance.now();
      found.click();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - begin;
    })()`,
  );
  return { ms, busyMs: (await busyMsOf(page)) - before };
}

/** The processor time that the page's process has taken, in ms. */
async function busyMsOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  return (metrics.find(({ name }) => name === "ProcessTime")?.value ?? Number.NaN) * 1000;
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
  const begin = ticksOf(node.process.pid ?? 0);
  const start = performance.now();
  for (let second = 0; second < SECONDS; second += 1) {
    const members = { type: "Send", from: alice?.address ?? "", to: bob?.address ?? "", amount: "1" };
    const timestamp = BigInt(Date.now()) * 1000n;
    await client.signAndSend(objectToMap({ ...members, timestamp }), alice?.privateKey ?? "");
    await delay(1000);
  }
  return ((ticksOf(node.process.pid ?? 0) - begin) * 1000) / (performance.now() - start);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function fail(error: unknown): never {
  throw error;
}
