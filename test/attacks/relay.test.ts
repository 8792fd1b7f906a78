import { expect } from "chai";
import { memberOf, type Value } from "../../src/codec/value.js";
import { valueToText } from "../../src/codec/text.js";
import type { Node } from "../../src/node/node.js";
import { isHostBound } from "../../src/peers/tracking/membership.js";
import { PUBLIC_NETWORK } from "../../src/records/network.js";
import { forwardTo } from "../support/forward-to.js";
import { testKey } from "../support/keys.js";
import { PeerNodes } from "../support/peer-nodes.js";

const NETWORK = { ...PUBLIC_NETWORK, peers: [], genesis_address: testKey("genesis").address };
const START_US = 1_800_000_000_000_000;

describe("A relay that passes on another node's statement (PROTOCOL 15.6)", () => {
  let nodes: PeerNodes;
  let node: Node;
  let copied: Node;

  beforeEach(async () => {
    nodes = new PeerNodes(START_US);
    copied = await nodes.open("true:1", { network: NETWORK, publicHost: "true:1" });
    nodes.engines.set(
      "relay:1",
      forwardTo(() => copied),
    );
    node = await nodes.open("a:1", { network: NETWORK, remembered: ["relay:1"] });
    node.start();
    expect(await nodes.until(() => hosts().length === 1)).to.equal(true);
  });
  afterEach(() => nodes.stop());

  const hosts = (): readonly string[] =>
    [...(node.peers?.tracker.peers.values() ?? [])].map(({ host }) => host);

  it("loses the place to the host that the node signed, once that host is dialled", async () => {
    expect(hosts()).to.deep.equal(["relay:1"]);
    node.peers?.tracker.offer("true:1");
    expect(await nodes.until(() => hosts()[0] === "true:1")).to.equal(true);
    // The relay asks again and again, and stays a known host.
    expect(await nodes.until(() => hosts()[0] !== "true:1", 130_000_000)).to.equal(false);
    expect(node.peers?.tracker.knownHosts).to.deep.equal(["relay:1"]);
  });

  it("cannot sign its own host, nor use the statement of another time", async () => {
    const data = async (): Promise<Value> =>
      (await copied.peer({ register: false, authentication: true })).data;
    const first = await data();
    await nodes.clock.advance(1_000_000);
    const second = await data();
    const statement = (from: Value, signed: Value, host: string) =>
      isHostBound(
        {
          string: textOf(memberOf(from, "node"), "string"),
          public_key: textOf(memberOf(from, "node"), "public_key"),
        },
        { host, host_signature: textOf(signed, "host_signature") },
        host,
      );
    expect(statement(first, first, "true:1")).to.equal(true);
    expect(statement(first, first, "relay:1")).to.equal(false);
    expect(statement(second, first, "true:1")).to.equal(false);
  });
});

function textOf(value: Value | undefined, name: string): string {
  return valueToText(memberOf(value, name) ?? null);
}
