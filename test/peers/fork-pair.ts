import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { devNetwork } from "../../src/data/dev-network.js";
import type { Engine } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { mineNext } from "../support/forged-blocks.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { signTransaction } from "../../src/records/transaction.js";
import { PeerNodes, type Wire } from "../support/peer-nodes.js";
import { testIdentity } from "../support/keys.js";

const START_US = 1_800_000_000_000_000;
/** The one validator of the network. */
export const VALIDATOR = testIdentity("validator");
const DEV = devNetwork(VALIDATOR);
/** At difficulty 1 nearly every nonce is a proof. */
export const FORK_NETWORK: NetworkDefinition = {
  ...DEV,
  constants: { ...DEV.constants, default_difficulty: 2n },
};

export const WIRES: readonly Wire[] = ["in the process", "over HTTP"];

/** Two nodes with the same validator key, so that each makes a chain of its own. */
export class ForkPair {
  readonly nodes: PeerNodes;
  readonly ours: Node;
  readonly theirs: Node;
  /** Opens another node with the key of the validator. */
  readonly openNode: (host: string) => Promise<Node>;

  private constructor(
    nodes: PeerNodes,
    openNode: ForkPair["openNode"],
    [ours, theirs]: readonly [Node, Node],
  ) {
    this.nodes = nodes;
    this.openNode = openNode;
    this.ours = ours;
    this.theirs = theirs;
  }

  static async open(wire: Wire, network = FORK_NETWORK): Promise<ForkPair> {
    const nodes = new PeerNodes(START_US, wire);
    const open = (host: string): Promise<Node> =>
      nodes.open(host, { network, identity: { ...VALIDATOR, peer: testIdentity(host).peer } });
    const pair = new ForkPair(nodes, open, [await open("a:1"), await open("b:1")]);
    pair.ours.start();
    pair.theirs.start();
    return pair;
  }

  /** Makes `ours` check the host of `theirs`, where another engine may answer. */
  async connect(): Promise<void> {
    await this.ours.peers?.tracker.check("b:1");
  }

  /** Gives both nodes a first block and some resource blocks, made by `theirs`, then separates them. */
  async part(shared = 0): Promise<void> {
    await this.makeBlock(this.theirs);
    for (let height = 1; height <= shared; height += 1) await this.mineBlock(this.theirs);
    await this.connect();
    const isShared = ({ tip, resourceChain }: Node["ledger"]): boolean =>
      tip.height === 1 && (resourceChain.tip?.height ?? 0) === shared;
    expect(await this.nodes.until(() => isShared(this.ours.ledger))).to.equal(true);
    this.nodes.engines.delete("b:1");
  }

  /**
   * Separates both nodes and a third one at `c:1`, which is returned. It has two main blocks of `ours`, and `theirs` has
   * the first of them.
   */
  async partFromThird(): Promise<Node> {
    const third = await this.openNode("c:1");
    third.start();
    await this.part();
    await this.makeBlock(this.ours);
    await third.peers?.tracker.check("a:1");
    expect(await this.nodes.until(() => third.ledger.tip.height === 2)).to.equal(true);
    this.nodes.engines.clear();
    return third;
  }

  /** Connects `ours` again with `theirs`, or with an engine that answers in its place. */
  async meet(engine: Engine = this.theirs): Promise<void> {
    this.nodes.engines.set("b:1", engine);
    await this.connect();
  }

  makeBlock(node: Node): Promise<void> {
    return makeBlock(this.nodes, node);
  }

  mineBlock(node: Node, gapUs?: number): Promise<void> {
    return mineBlock(this.nodes, node, gapUs);
  }
}

/** Makes a block with a transaction of the validator. */
export async function makeBlock(nodes: PeerNodes, node: Node): Promise<void> {
  const { height, s_timestamp } = node.ledger.tip;
  const timestamp = BigInt(Math.max(nodes.clock.nowUs(), s_timestamp + 1));
  // Both must say what rules 2 demand (PROTOCOL 16.5).
  const said: readonly (readonly [string, Value])[] = [
    ["from", VALIDATOR.node.address],
    ...networkMembers(node.ledger.network),
  ];
  const members: readonly (readonly [string, Value])[] =
    height === 0
      ? [
          ["type", "Genesis"],
          ["timestamp", timestamp],
          ...said,
          ["network_address", node.ledger.network.networkAddress],
        ]
      : [["type", "Oracle"], ["timestamp", timestamp], ...said, ["code", node.identity.peer.address]];
  await node.submit(signTransaction(new Map(members), VALIDATOR.node.privateKey));
  expect(await nodes.until(() => node.ledger.tip.height > height)).to.equal(true);
}

/** Makes a resource block on a node's main tip, by default a second after what was last done. */
export async function mineBlock(nodes: PeerNodes, node: Node, gapUs = 1_000_000): Promise<void> {
  const { clock } = nodes;
  const { tip, resourceChain, network } = node.ledger;
  await clock.advance(Math.max(gapUs, 2 * network.constants.main_chain_interval));
  const block = await mineNext(node.ledger, {
    timestamp: clock.nowUs(),
    main_height: tip.height,
    main_blockhash: tip.blockhash,
    validator: VALIDATOR.node.address,
    // In rules 2 only the genesis address may mine the first blocks (PROTOCOL 16.3).
    miner: network.ruleSet.isGenesisMiner ? VALIDATOR.node.address : node.identity.peer.address,
  });
  await resourceChain.commit(block, clock.nowUs());
}

/** The blockhashes of both tips of a node. */
export function tipsOf({ ledger }: Node): readonly unknown[] {
  return [ledger.tip.blockhash, ledger.resourceChain.tip?.blockhash];
}
