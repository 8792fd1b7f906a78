import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { memberOf, type Value } from "../../../src/codec/value.js";
import { checkPeers } from "../../../src/ops/status/check-peer.js";
import type { LogEntry } from "../../../src/base/log.js";
import type { Node } from "../../../src/node/node.js";
import { Health } from "../../../src/ops/health/health.js";
import { nodeStatus } from "../../../src/ops/status/node-status.js";
import { peerList } from "../../../src/ops/status/peer-list.js";
import { PUBLIC_NETWORK, type NetworkDefinition } from "../../../src/records/network.js";
import { forwardTo } from "../../support/forward-to.js";
import { testKey } from "../../support/keys.js";
import { PeerNodes } from "../../support/peer-nodes.js";
import { FORK_NETWORK, ForkPair } from "../fork-pair.js";

const NETWORK: NetworkDefinition = {
  ...PUBLIC_NETWORK,
  peers: [],
  genesis_address: testKey("genesis").address,
};
const ANOTHER_NETWORK: NetworkDefinition = { ...NETWORK, network_name: "ANOTHER NETWORK" };
const SECOND_US = 1_000_000;

function isPeer(node: Node, host: string): boolean {
  return [...(node.peers?.tracker.peers.values() ?? [])].some((peer) => peer.host === host);
}

/** What `peer list` shows of a host. */
function toldOf(node: Node, host: string): Value | undefined {
  const hosts = memberOf(peerList(node.peers), "hosts") as readonly Value[];
  return hosts.find((each) => memberOf(each, "host") === host);
}

function statusOf(node: Node): Promise<Value> {
  return nodeStatus(node, {
    rpc: [],
    ops: null,
    health: new Health(node, null),
    isServing: () => true,
    version: "1.2.3",
    projection: () => null,
  });
}

describe("A host that the operator named (PROTOCOL 12.6)", () => {
  let nodes: PeerNodes;
  beforeEach(() => (nodes = new PeerNodes(1_800_000_000_000_000)));
  afterEach(() => nodes.stop());

  it("is a peer again within seconds of its return, however long it was away", async () => {
    const node = await nodes.open("a:1", { network: NETWORK, hosts: ["b:1"] });
    const other = await nodes.open("b:1", { network: NETWORK });
    nodes.engines.delete("b:1");
    node.start();
    await nodes.until(() => false, 400 * SECOND_US);
    expect(memberOf(toldOf(node, "b:1"), "state")).to.equal("given");
    const status = await statusOf(node);
    const [absent] = memberOf(status, "absent_peers") as readonly Value[];
    expect([memberOf(absent, "host"), memberOf(memberOf(absent, "last_failure"), "code")]).to.deep.equal([
      "b:1",
      "UNREACHABLE",
    ]);
    nodes.engines.set("b:1", other);
    expect(await nodes.until(() => isPeer(node, "b:1"), 6 * SECOND_US)).to.equal(true);
  });

  it("is a peer again within seconds after it stops refusing, however often it refused", async () => {
    const node = await nodes.open("a:1", { network: NETWORK, hosts: ["b:1"] });
    const other = await nodes.open("b:1", { network: NETWORK });
    const refusing = forwardTo(() => other, {
      round: () => Promise.reject(new ChainError("NODE_REFUSED", "Not to you. ")),
    });
    nodes.engines.set("b:1", refusing);
    node.start();
    await nodes.until(() => false, 60 * SECOND_US);
    nodes.engines.set("b:1", other);
    expect(await nodes.until(() => isPeer(node, "b:1"), 6 * SECOND_US)).to.equal(true);
    await nodes.until(() => false, 20 * SECOND_US);
    expect(isPeer(node, "b:1")).to.equal(true);
  });

  it("is set aside for a minute when it proves to belong to another network", async () => {
    const node = await nodes.open("a:1", { network: NETWORK, hosts: ["b:1"] });
    await nodes.open("b:1", { network: ANOTHER_NETWORK });
    const other = await nodes.open("c:1", { network: NETWORK });
    node.start();
    const isAside = (): boolean => memberOf(toldOf(node, "b:1"), "state") === "set aside";
    expect(await nodes.until(isAside)).to.equal(true);
    const setAside = memberOf(toldOf(node, "b:1"), "set_aside");
    expect(["kind", "code"].map((name) => memberOf(setAside, name))).to.deep.equal([
      "rule",
      "PEER_STATEMENT",
    ]);
    const leftUs = Number(memberOf(setAside, "until")) - nodes.clock.nowUs();
    expect(leftUs).to.be.within(59 * SECOND_US, 60 * SECOND_US);
    nodes.engines.set("b:1", other);
    // Its current answer is shown beside the reason why it is set aside.
    const [check] = (await checkPeers(node, "b:1")) as readonly Value[];
    expect([memberOf(check, "ok"), memberOf(memberOf(check, "set_aside"), "code")]).to.deep.equal([
      true,
      "PEER_STATEMENT",
    ]);
    expect(await nodes.until(() => isPeer(node, "b:1"), 66 * SECOND_US)).to.equal(true);
  });

  it("is also one that the operator adds later, at once and from then on", async () => {
    const node = await nodes.open("a:1", { network: NETWORK });
    await nodes.open("b:1", { network: ANOTHER_NETWORK });
    const other = await nodes.open("c:1", { network: NETWORK });
    node.start();
    await node.peers?.tracker.check("b:1").catch(() => undefined);
    nodes.engines.set("b:1", other);
    expect(node.peers?.tracker.offer("b:1")).to.equal(false);
    await node.peers?.tracker.add("b:1");
    expect([isPeer(node, "b:1"), node.peers?.tracker.given]).to.deep.equal([true, ["b:1"]]);
    nodes.engines.delete("b:1");
    await nodes.until(() => false, 300 * SECOND_US);
    nodes.engines.set("b:1", other);
    expect(await nodes.until(() => isPeer(node, "b:1"), 6 * SECOND_US)).to.equal(true);
  });
});

describe("A peer that proves itself and fails each time", () => {
  it("is set aside for longer each time, when the operator did not name it", async () => {
    const nodes = new PeerNodes(1_800_000_000_000_000);
    const node = await nodes.open("a:1", { network: NETWORK });
    const other = await nodes.open("b:1", { network: NETWORK });
    const broken = forwardTo(() => other, {
      round: () => Promise.reject(new ChainError("NODE_REFUSED", "Not to you. ")),
    });
    nodes.engines.set("b:1", broken);
    node.start();
    const lengths: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      await node.peers?.tracker.check("b:1");
      expect(await nodes.until(() => !isPeer(node, "b:1"))).to.equal(true);
      const until = memberOf(memberOf(toldOf(node, "b:1"), "set_aside"), "until");
      const us = typeof until === "bigint" ? Number(until) - nodes.clock.nowUs() : 0;
      lengths.push(Math.round(us / SECOND_US));
    }
    expect(lengths).to.deep.equal([0, 5, 10, 20]);
    await nodes.stop();
  });
});

describe("A refused block (PROTOCOL 11.5, 14.8)", () => {
  it("appears with its peer and the rule in status and log, and the peer is set aside", async () => {
    const pair = await ForkPair.open("in the process");
    const log: LogEntry[] = [];
    await pair.makeBlock(pair.theirs);
    await pair.mineBlock(pair.theirs);
    const last = pair.theirs.ledger.resourceChain.tip?.blockhash ?? "";
    // The resource block has no proof of work.
    const forgedHash = last.slice(0, 14) + "f".repeat(64);
    const forged = forwardTo(() => pair.theirs, {
      async request(input) {
        const answer = await pair.theirs.request(input);
        const json = "value" in answer ? canonicalJson(answer.value) : await textOf(answer.json);
        return { json: json.replaceAll(last, forgedHash) };
      },
    });
    pair.nodes.engines.set("b:1", forged);
    const node = await pair.nodes.open("c:1", { network: FORK_NETWORK, log: (entry) => log.push(entry) });
    node.start();
    await node.peers?.tracker.check("b:1");
    expect(await pair.nodes.until(() => node.peers?.sync.refusedBlocks.length === 1)).to.equal(true);
    const status = await statusOf(node);
    const [refused] = memberOf(status, "refused_blocks") as readonly Value[];
    expect(
      ["host", "chain", "height", "blockhash", "code"].map((name) => memberOf(refused, name)),
    ).to.deep.equal(["b:1", "resource", 1n, forgedHash, "RESOURCE_BLOCK_HASH"]);
    const [aside] = memberOf(status, "set_aside") as readonly Value[];
    expect(["host", "code"].map((name) => memberOf(aside, name))).to.deep.equal([
      "b:1",
      "RESOURCE_BLOCK_HASH",
    ]);
    expect(isPeer(node, "b:1")).to.equal(false);
    expect(node.peers?.tracker.offer("b:1")).to.equal(false);
    const warned = log.filter(({ message }) => message === "block refused");
    expect(warned.map(({ fields }) => [fields?.["host"], fields?.["height"]])).to.deep.equal([["b:1", 1]]);
    await pair.nodes.stop();
  });
});

async function textOf(json: string | AsyncIterable<string> | Iterable<string>): Promise<string> {
  if (typeof json === "string") return json;
  let text = "";
  for await (const piece of json) text += piece;
  return text;
}
