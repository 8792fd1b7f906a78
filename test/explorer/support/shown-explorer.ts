import type { BrowserContextOptions } from "playwright-core";
import { memberOf } from "../../../src/codec/value.js";
import { useBrowser, type OpenPage } from "../../support/browser.js";
import { useDevProcess, type DevProcess } from "../../support/dev-process.js";
import { textIn } from "../../support/vectors.js";
import { makeShownChain, type ShownChain } from "./shown-chain.js";

export interface ShownExplorer {
  readonly chain: ShownChain;
  readonly node: DevProcess;
  /** The address of a path of the explorer. */
  at(path: string): string;
  /** Opens a path of the explorer in a browser of its own. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
  /** Opens it as someone who came by the address that the node printed, and so may act. */
  openAsOwner(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

/** Provides a suite with a browser, and a development node with a chain that has something of everything to show. */
export function useShownExplorer(flags: readonly string[] = []): ShownExplorer {
  const browser = useBrowser();
  const dev = useDevProcess(flags);
  let chain: ShownChain | undefined;
  before(async () => {
    chain = await makeShownChain(dev.node);
  });
  const at = (path: string): string => `${dev.node.url}/explorer${path}`;
  return {
    get chain() {
      if (chain === undefined) throw new Error("The chain is not made yet. ");
      return chain;
    },
    get node() {
      return dev.node;
    },
    at,
    open: (path, options) => browser.open(at(path), options),
    async openAsOwner(path, options) {
      const opened = await browser.open(textIn(memberOf(dev.node.banner, "explorer")), options);
      await opened.page.goto(at(path));
      return opened;
    },
  };
}
