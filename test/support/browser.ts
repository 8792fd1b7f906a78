import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { skipWithout } from "./skip.js";

const PROGRAM = "chromium";
/** A browser that asks nothing but the pages of a test. Its profile is empty, and removed with it. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** A busy machine draws a page late. */
const PATIENCE_MS = 120_000;

export interface BrowserFixture {
  readonly browser: Browser;
  /** Opens a page in a profile of its own. What it reports as wrong is in `faults`. */
  open(url: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, refusals by the page's policy, and failed requests. */
  readonly faults: readonly string[];
  /** The addresses of the requests. */
  readonly requests: readonly string[];
}

export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: `/usr/bin/${PROGRAM}`, args: [...FLAGS, ...flags] });
}

/** Provides a suite with Chromium. Without an installed one its tests are pending. */
export function useBrowser(flags: readonly string[] = []): BrowserFixture {
  let browser: Browser | undefined;
  before(async function () {
    skipWithout(this, PROGRAM);
    browser = await launchBrowser(flags);
  });
  after(async () => browser?.close());
  const opened = (): Browser => {
    if (browser === undefined) throw new Error("The browser has not started yet. ");
    return browser;
  };
  return {
    get browser() {
      return opened();
    },
    async open(url, options = {}) {
      const context = await opened().newContext(options);
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const faults: string[] = [];
      const requests: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
      });
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("request", (request) => requests.push(request.url()));
      await page.goto(url);
      return { page, context, faults, requests };
    },
  };
}
