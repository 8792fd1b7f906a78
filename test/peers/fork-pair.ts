import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import type { Value } from "../../src/codec/value.js";
import { devNetwork } from "../../src/node/network/dev-network.js";
import type { Engine } from "../../src/node/engine.js";
import type { Node } from "../../src/node/node.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { createResourceBlock } from "../../src/records/resource-block.js";
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

  private constructor(nodes: PeerNodes, ours: Node, theirs: Node) {
    this.nodes = nodes;
    this.ours = ours;
    this.theirs = theirs;
  }

  static async open(wire: Wire): Promise<ForkPair> {
    const nodes = new PeerNodes(START_US, wire);
    const open = (host: string): Promise<Node> =>
      nodes.open(host, { network: FORK_NETWORK, identity: { ...VALIDATOR, peer: testIdentity(host).peer } });
    const pair = new ForkPair(nodes, await open("a:1"), await open("b:1"));
    pair.ours.start();
    pair.theirs.start();
    return pair;
  }

  /** Makes `ours` check the host of `theirs`, where another engine may answer. */
  async connect(): Promise<void> {
    await this.ours.peers?.tracker.check("b:1");
  }

  /** Gives both nodes a first block, made by `theirs`, then separates them. */
  async part(): Promise<void> {
    await this.makeBlock(this.theirs);
    await this.connect();
    expect(await this.nodes.until(() => this.ours.ledger.tip.height === 1)).to.equal(true);
    this.nodes.engines.delete("b:1");
  }

  /** Connects `ours` again with `theirs`, or with an engine that answers in its place. */
  async meet(engine: Engine = this.theirs): Promise<void> {
    this.nodes.engines.set("b:1", engine);
    await this.connect();
  }

  makeBlock(node: Node): Promise<void> {
    return makeBlock(this.nodes, node);
  }

  mineBlock(node: Node): Promise<void> {
    return mineBlock(this.nodes, node);
  }
}

/** Makes a block with a transaction of the validator. */
export async function makeBlock(nodes: PeerNodes, node: Node): Promise<void> {
  const { height, s_timestamp } = node.ledger.tip;
  const timestamp = BigInt(Math.max(nodes.clock.nowUs(), s_timestamp + 1));
  const members: readonly (readonly [string, Value])[] =
    height === 0
      ? [
          ["type", "Genesis"],
          ["timestamp", timestamp],
          ["network_address", node.ledger.network.networkAddress],
        ]
      : [
          ["type", "Oracle"],
          ["timestamp", timestamp],
          ["code", node.identity.peer.address],
        ];
  await node.submit(signTransaction(new Map(members), VALIDATOR.node.privateKey));
  expect(await nodes.until(() => node.ledger.tip.height > height)).to.equal(true);
}

/** Makes a resource block on a node's main tip. */
export async function mineBlock(nodes: PeerNodes, node: Node): Promise<void> {
  const { clock } = nodes;
  const { tip, resourceChain } = node.ledger;
  const height = (resourceChain.tip?.height ?? 0) + 1;
  await clock.advance(Math.max(1_000_000, 2 * node.ledger.network.constants.main_chain_interval));
  for (let nonce = 0; (resourceChain.tip?.height ?? 0) < height; nonce += 1) {
    const block = createResourceBlock(
      {
        height,
        previous_blockhash: resourceChain.tip?.blockhash ?? "",
        timestamp: clock.nowUs(),
        difficulty: await resourceChain.nextDifficulty(),
        main_height: tip.height,
        main_blockhash: tip.blockhash,
        validator: VALIDATOR.node.address,
        miner: node.identity.peer.address,
        receipts: new Map(),
      },
      String(nonce),
    );
    try {
      await resourceChain.commit(block, clock.nowUs());
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== "PROOF_OF_WORK") throw error;
    }
  }
}

/** The blockhashes of both tips of a node. */
export function tipsOf({ ledger }: Node): readonly unknown[] {
  return [ledger.tip.blockhash, ledger.resourceChain.tip?.blockhash];
}
