import { expect } from "chai";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { readNodeAddress } from "../../src/client/node-address.js";
import { listen } from "../../src/rpc/listen.js";
import { passOn } from "../../src/rpc/pass-on.js";
import { useBrowser, type OpenPage } from "../support/browser.js";
import { startChild, type Child } from "../support/child.js";
import { startDevProcess, useProcess } from "../support/dev-process.js";
import { startServer, type NodeProcess } from "../support/node-process.js";
import { createDatabase, findPostgres, type PostgresServer, type TestDatabase } from "../support/postgres.js";
import { everyPath } from "./support/every-path.js";
import { answerAsOldNode } from "./support/old-node.js";
import { makeShownChain, type ShownChain } from "./support/shown-chain.js";
import { untilAnswered } from "./support/until-answered.js";

const CANNOT = "This node cannot answer that";

/** Opens every page of an explorer, and expects that each shows something and none reports anything but missing paths. */
async function openEvery({ page, faults }: OpenPage, url: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(`${url}${path}`);
    await untilAnswered(page);
    const failures = await page.locator(".failure[role=alert]").allInnerTexts();
    // A busy machine takes longer to trace a call than it may take.
    expect(
      failures.filter((text) => !text.includes("took longer than")),
      path,
    ).to.deep.equal([]);
  }
  expect(faults.filter((fault) => !/status of 404/.test(fault))).to.deep.equal([]);
}

describe("every page of the explorer of a reader", () => {
  const browser = useBrowser();
  let postgres: PostgresServer | undefined;
  before(async function () {
    postgres = await findPostgres(this);
  });
  after(() => postgres?.stop());

  for (const place of ["public", "off"]) {
    describe(place === "public" ? "whose node has one too" : "whose node has none", () => {
      let database: TestDatabase;
      let chain: ShownChain;
      let paths: readonly string[];
      let reader: NodeProcess;
      before(async () => {
        database = await createDatabase(postgres as PostgresServer);
      });
      after(() => database.remove());
      const dev = useProcess((directory) =>
        startDevProcess(directory, ["--mine", "--explorer", place, "--postgres", database.url]),
      );
      before(async () => {
        chain = await makeShownChain(dev.node);
        paths = await everyPath({ chain, node: dev.node });
        const places = ["--postgres", database.url, "--writer", dev.node.url];
        reader = await startServer(["reader", ...places, "--port", "0", "--explorer", "public"]);
      });
      after(() => reader.kill());

      it("shows what the database holds, and says what the node behind it cannot answer", async () => {
        const opened = await browser.open(`${reader.url}/explorer`);
        const { page } = opened;
        await page.getByText("Live").waitFor();
        expect(await page.getByRole("link", { name: "Development" }).count()).to.equal(0);
        await openEvery(opened, `${reader.url}/explorer`, paths);
        // The reader traces and tells the past itself.
        await page.goto(`${reader.url}/explorer/tx/${chain.written}`);
        await page.getByText("It succeeded.").waitFor();
        await page.getByText("$write_universal").first().waitFor();
        await page.goto(`${reader.url}/explorer/address/${chain.bob}?at=2`);
        await page.getByText("Balance after block 2").waitFor();
        // The cells of a code need the index of the node.
        await page.goto(`${reader.url}/explorer/codes`);
        await page.getByRole("link", { name: "Write", exact: true }).click();
        await page.getByRole("button", { name: "list all" }).click();
        if (place === "public") await page.getByRole("region", { name: "Cells of note" }).waitFor();
        else await page.getByText(CANNOT).first().waitFor();
      });
    });
  }
});

describe("every page that chainnode explorer shows of a 2.1 node", () => {
  const browser = useBrowser();
  const dev = useProcess((directory) => startDevProcess(directory, ["--mine", "--explorer", "off"]));
  let chain: ShownChain;
  let paths: readonly string[];
  let old: Server;
  let command: Child;
  let url: string;
  before(async () => {
    chain = await makeShownChain(dev.node);
    paths = await everyPath({ chain, node: dev.node });
    const fail = (error: unknown): never => {
      throw error;
    };
    const passed = passOn({ node: readNodeAddress(dev.node.url), onError: fail });
    old = createServer((request, response) =>
      answerAsOldNode(request, response, (...asked) => void passed(...asked)),
    );
    const rpc = `http://127.0.0.1:${await listen(old, "127.0.0.1", 0)}`;
    command = startChild("../bin/chainnode.js", ["explorer", "--rpc", rpc, "--port", "0", "--json"]);
    ({ url } = JSON.parse(await command.nextLine()) as { readonly url: string });
  });
  after(async () => {
    const ended = once(command.process, "exit");
    command.process.kill("SIGTERM");
    await ended;
    old.closeAllConnections();
    old.close();
  });

  it("shows the chain, and names what a 2.1 node cannot answer", async () => {
    const opened = await browser.open(url);
    const { page } = opened;
    await page.getByText("Connected").waitFor();
    await openEvery(opened, url, paths);
    for (const path of [`/tx/${chain.written}`, `/address/${chain.bob}?at=2`]) {
      await page.goto(`${url}${path}`);
      await page.getByText(CANNOT).first().waitFor();
    }
  });
});
