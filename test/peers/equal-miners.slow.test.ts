import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { devNetwork } from "../../src/data/dev-network.js";
import type { Node } from "../../src/node/node.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { forwardTo } from "../support/forward-to.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { untilDone } from "../support/until-done.js";
import { testIdentity } from "../support/keys.js";

const START_US = 1_800_000_000_000_000;
const FOUNDER = testIdentity("founder");
const DEV = devNetwork(FOUNDER);
const NETWORK: NetworkDefinition = {
  ...DEV,
  constants: { ...DEV.constants, default_difficulty: 2n, resource_confirm_count: 3 },
};
const HOSTS = ["a:1", "b:1", "c:1"] as const;
/** Far less than the main chain interval, the shortest time between two resource blocks. */
const SEARCH_US = 1_000;
/** More than the time from one resource block to the next. */
const DELAY_US = 300_000;

describe("Miners that all find a resource block as soon as they may (PROTOCOL 10.4, 11.6)", () => {
  let nodes: PeerNodes;
  let all: readonly Node[];

  const founder = (): Node => {
    const [first] = all;
    if (first === undefined) throw new RangeError("There are three. ");
    return first;
  };

  beforeEach(async () => {
    nodes = new PeerNodes(START_US);
    const [first, ...others] = HOSTS;
    const open = (host: string, identity = testIdentity(host)): Promise<Node> =>
      nodes.open(host, { network: NETWORK, hosts: HOSTS, identity, searchUs: SEARCH_US });
    all = [await open(first, FOUNDER), ...(await Promise.all(others.map((host) => open(host))))];
  });
  afterEach(() =>
    untilDone(nodes.stop(), { settled: async () => undefined, pass: () => nodes.clock.advance(DELAY_US) }),
  );

  function slowDown(): void {
    const later = <T>(answer: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        nodes.clock.schedule(DELAY_US, () => void answer().then(resolve, reject));
      });
    for (const [index, node] of all.entries()) {
      const slow = forwardTo(() => node, {
        round: (query) => later(() => node.round(query)),
        request: (input) => later(() => node.request(input)),
      });
      nodes.engines.set(HOSTS[index] ?? "", slow);
    }
  }

  /** Lets them mine up to a height. Every ten blocks they must agree on the block so far below it. */
  async function mineTo(last: number, depth: number): Promise<void> {
    for (const node of all) {
      node.start();
      node.mining.start();
    }
    const genesis: readonly (readonly [string, Value])[] = [
      ["type", "Genesis"],
      ["timestamp", BigInt(START_US)],
      ["network_address", founder().ledger.network.networkAddress],
    ];
    await founder().submit(signTransaction(new Map(genesis), FOUNDER.node.privateKey));
    for (let height = 20; height <= last; height += 10) {
      const isHigher = ({ ledger }: Node): boolean => (ledger.resourceChain.tip?.height ?? 0) > height;
      expect(await nodes.until(() => all.every(isHigher), 30_000_000)).to.equal(true);
      const below = height - depth;
      const blocks = await Promise.all(
        all.map(({ ledger }) => ledger.store.resourceBlock({ height: below })),
      );
      expect(new Set(blocks.map((block) => block?.blockhash)).size, `at ${below}`).to.equal(1);
    }
  }

  it("agree on each block soon, and each miner gets its share: docs/adr/0008", async () => {
    await mineTo(60, 5);
    const miners = new Set<string>();
    for (const { miner } of await founder().ledger.store.resourceBlocks(4, 60)) miners.add(miner);
    expect([...miners]).to.have.members(all.map(({ identity }) => identity.owner));
  });

  it("agree even when each answer takes longer than the next block", async () => {
    slowDown();
    // Each learns of the others' blocks some blocks late, so that branches of ten blocks and more happen.
    await mineTo(100, 20);
  });
});
