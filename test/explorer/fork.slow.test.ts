import { expect } from "chai";
import type { ServerResponse } from "node:http";
import { createClient } from "../../src/client/index.js";
import { useBrowser } from "../support/browser.js";
import { useDevProcess } from "../support/dev-process.js";
import { useExplorerProxy } from "./support/explorer-proxy.js";

const HEIGHT = 3;

/** A chain whose block is undone, and comes back, while a reader looks at it. */
describe("the explorer while a fork replaces a block", () => {
  const browser = useBrowser();
  const dev = useDevProcess();
  let stream: ServerResponse | null = null;
  /** Whether the node has the block no more. */
  let isUndone = false;
  const explorer = useExplorerProxy(dev, (request, response, passed) => {
    if (request.url?.startsWith("/events") === true) {
      stream = response.writeHead(200, { "content-type": "text/event-stream" });
      stream.write("retry: 1000\nid: 0-.0-.0.0\n\n");
    } else if (isUndone && request.url === "/rawrequest") {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end('{"code":200,"status":"success","data":{"height":0}}');
    } else passed(request, response);
  });

  function tell(event: string, data: object): void {
    stream?.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  it("says that the block was undone, and that it came back", async () => {
    const summary = await createClient({ url: dev.node.url }).getBlockSummary(HEIGHT);
    const { blockhash = "", previous_blockhash = "" } = summary ?? {};
    const { page, faults } = await browser.open(`${explorer.url}/block/${blockhash}`);
    await page.getByText("in the chain").waitFor();
    isUndone = true;
    tell("undone", { chain: "main", height: HEIGHT, blockhash, previous_blockhash });
    await page.getByText(`The chain replaced this main block ${HEIGHT}: it was undone.`).waitFor();
    isUndone = false;
    tell("main_block", { ...summary });
    await page.getByText("in the chain").waitFor();
    tell("fixed", {
      resource_height: 0,
      resource_blockhash: "",
      main_height: HEIGHT,
      main_blockhash: blockhash,
    });
    await page.getByText("fixed: it can no longer be undone").waitFor();
    // Another block at its height.
    const other = blockhash.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    tell("undone", { chain: "main", height: HEIGHT, blockhash: other, previous_blockhash });
    tell("fixed", { resource_height: 0, resource_blockhash: "", main_height: 1, main_blockhash: blockhash });
    await page.getByText("it replaced a block that was undone").waitFor();
    expect(faults).to.deep.equal([]);
  });
});
