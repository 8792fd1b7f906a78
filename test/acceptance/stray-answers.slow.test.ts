import { expect } from "chai";
import { join } from "node:path";
import { rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { createClient, type Client } from "../../src/client/create-client.js";
import { dataDirectory, initDataDirectory } from "../../src/data/directory/data-directory.js";
import { readNetworkFile } from "../../src/data/directory/network-file.js";
import { runBinary } from "../cli/binary.js";
import { useDevProcess } from "../support/dev-process.js";
import { signSend } from "../support/independent-signer.js";
import { startNodeProcess, type NodeProcess } from "../support/node-process.js";
import { StrayProxy } from "../support/stray-proxy.js";
import { makeTempDirectory } from "../support/temp-store.js";

/** One request in this many fails, a hundred times as often as with a real 2.1 node. */
const EVERY = 23;
const BLOCKS = 25;
/** The failures that the follower must have met. How many requests a block takes depends on the machine. */
const STRAYS = 5;
/** The time between two polls of a chain, ms. */
const PAUSE_MS = 20;

describe("A node that follows another node whose answers sometimes fail", () => {
  const fixture = useDevProcess();
  let root: string;
  let proxy: StrayProxy;
  let follower: NodeProcess;

  before(async () => {
    root = await makeTempDirectory();
    proxy = await StrayProxy.open(fixture.node.url, EVERY);
    const { networkFile } = dataDirectory(fixture.directory);
    await initDataDirectory(dataDirectory(join(root, "data")), () => readNetworkFile(networkFile));
    const flags = ["--peer", proxy.host, "--allow-private-peers"];
    follower = await startNodeProcess(join(root, "data"), flags);
  });
  after(async () => {
    await follower?.kill();
    proxy?.close();
    await rm(root, { recursive: true });
  });

  /** Waits until a chain has this height. */
  async function reach(client: Client, height: number): Promise<void> {
    while ((await client.round()).sync_limit < height) await setTimeout(PAUSE_MS);
  }

  async function send(): Promise<void> {
    const [alice, bob] = fixture.node.accounts;
    if (alice === undefined || bob === undefined) throw new Error("There are no accounts. ");
    const { transaction, public_key, signature } = signSend(alice.privateKey, {
      type: "Send",
      timestamp: Date.now() * 1000,
      from: alice.address,
      to: bob.address,
      amount: "1",
    });
    const body = new URLSearchParams({ transaction, public_key, signature });
    const answer = await fetch(`${fixture.node.url}/sendtransaction`, { method: "POST", body });
    expect(await answer.json()).to.include({ code: 200 });
  }

  it("applies every block, and never sets the peer aside", async function () {
    this.timeout(240_000);
    const [maker, taker] = [fixture.node.url, follower.url].map((url) => createClient({ url })) as [
      Client,
      Client,
    ];
    const { sync_limit: first } = await maker.round();
    for (let height = first + 1; height <= first + BLOCKS || proxy.strays < STRAYS; height += 1) {
      await send();
      await reach(maker, height);
      await reach(taker, height);
    }
    expect(follower.log()).not.to.include("peer dropped");
    const own = ["--data-dir", join(root, "data"), "--json"];
    const { hosts } = JSON.parse((await runBinary(["peer", "list", ...own])).stdout) as {
      readonly hosts: readonly Readonly<Record<string, unknown>>[];
    };
    expect(hosts).to.have.length(1);
    expect(hosts[0]).to.include({ host: proxy.host, state: "peer", set_aside: null });
    expect(hosts[0]?.["failures"]).to.be.greaterThan(0);
  });
});
