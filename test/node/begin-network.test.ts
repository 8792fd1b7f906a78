import { expect } from "chai";
import { beginNetwork, readPreset } from "../../src/node/begin-network.js";
import { createIdentity } from "../../src/data/directory/identity.js";
import { devNetwork } from "../../src/data/dev-network.js";
import type { Node } from "../../src/node/node.js";
import { expectRejection } from "../support/expect-rejection.js";
import { PeerNodes } from "../support/peer-nodes.js";

describe("Beginning a network (PROTOCOL 6.9, 6.17)", () => {
  let nodes: PeerNodes;
  beforeEach(() => {
    nodes = new PeerNodes(1_800_000_000_000_000);
  });
  afterEach(() => nodes.stop());

  async function run(work: Promise<void>): Promise<void> {
    const progress = { isDone: false };
    const ended = work.finally(() => (progress.isDone = true));
    await Promise.all([ended, nodes.until(() => progress.isDone)]);
  }

  async function openGenesis(): Promise<Node> {
    const identity = createIdentity();
    const node = await nodes.open("a:1", { identity, network: devNetwork(identity) });
    node.start();
    return node;
  }

  it("executes Genesis and registers the preset's codes, once", async () => {
    const node = await openGenesis();
    await run(beginNetwork(node, "public"));
    expect(node.ledger.registry.counts()).to.deep.equal({ contracts: 4, requests: 1 });
    await expectRejection(beginNetwork(node, "public"), "NETWORK_BEGUN", "refused");
  });

  it("is refused when another node has the network's chain already", async () => {
    const node = await openGenesis();
    await run(beginNetwork(node, "classic"));
    const { network } = node.ledger;
    const other = await nodes.open("b:1", { network, hosts: ["a:1"] });
    other.start();
    expect(await nodes.until(() => other.ledger.tip.height > 0)).to.equal(true);
    await nodes.close("a:1");

    // The same keys with an empty chain, as after a loss of data.
    const again = await nodes.open("c:1", { network, identity: node.identity });
    const error = await expectRejection(
      beginNetwork(again, "classic", ["a:1", "b:1"]),
      "NETWORK_BEGUN_ELSEWHERE",
      "refused",
    );
    expect(error.details).to.include({ host: "b:1" });
  });

  it("is refused on a node whose key is not the genesis address", async () => {
    const network = devNetwork(createIdentity());
    const other = await nodes.open("b:1", { network });
    const error = await expectRejection(beginNetwork(other, "classic"), "GENESIS_ADDRESS", "refused");
    expect(error.details).to.deep.equal({
      genesis: network.genesis_address,
      node: other.identity.node.address,
    });
  });

  it("knows its presets", () => {
    expect(readPreset("public")).to.equal("public");
    expect(() => readPreset("publik"))
      .to.throw()
      .with.property("code", "PRESET");
  });
});
