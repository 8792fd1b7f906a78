import { expect } from "chai";
import { createServer, type Server, type ServerResponse } from "node:http";
import { createClient } from "../../src/client/index.js";
import { readNodeAddress } from "../../src/client/node-address.js";
import { createExplorer } from "../../src/rpc/explorer.js";
import { readExplorerPage } from "../../src/rpc/explorer-page.js";
import { listen } from "../../src/rpc/listen.js";
import { passOn } from "../../src/rpc/pass-on.js";
import { useBrowser } from "../support/browser.js";
import { useDevProcess } from "../support/dev-process.js";

const HEIGHT = 3;

/** A chain whose block is undone, and comes back, while a reader looks at it. */
describe("the explorer while a fork replaces a block", () => {
  const browser = useBrowser();
  const dev = useDevProcess();
  let server: Server;
  let url: string;
  let stream: ServerResponse | null = null;
  /** Whether the node has the block no more. */
  let isUndone = false;

  before(async () => {
    const node = readNodeAddress(dev.node.url);
    const fail = (error: unknown): never => {
      throw error;
    };
    const answer = passOn({ node, onError: fail });
    const options = { page: await readExplorerPage(), version: "", names: [], onError: fail };
    server = createServer(
      createExplorer(
        {
          ...options,
          api(request, response) {
            if (request.url?.startsWith("/events") === true) {
              stream = response.writeHead(200, { "content-type": "text/event-stream" });
              stream.write("retry: 1000\nid: 0-.0-.0.0\n\n");
            } else if (isUndone && request.url === "/rawrequest") {
              response
                .writeHead(200, { "content-type": "application/json" })
                .end('{"code":200,"status":"success","data":{"height":0}}');
            } else answer(request, response);
          },
        },
        (_, response) => void response.writeHead(404).end(),
      ),
    );
    url = `http://127.0.0.1:${await listen(server, "127.0.0.1", 0)}/explorer`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function tell(event: string, data: object): void {
    stream?.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  it("says that the block was undone, and that it came back", async () => {
    const summary = await createClient({ url: dev.node.url }).getBlockSummary(HEIGHT);
    const { blockhash = "", previous_blockhash = "" } = summary ?? {};
    const { page, faults } = await browser.open(`${url}/block/${blockhash}`);
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
