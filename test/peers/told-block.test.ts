import { expect } from "chai";
import { createClientOver } from "../../src/client/create-client.js";
import { valueToText } from "../../src/codec/text.js";
import { isMap, type Value, type ValueMap } from "../../src/codec/value.js";
import { timeHashId } from "../../src/consensus/round-news.js";
import { devNetwork } from "../../src/data/dev-network.js";
import type { Node } from "../../src/node/node.js";
import type { Connect } from "../../src/peers/transport/host.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { testIdentity } from "../support/keys.js";
import { PeerNodes } from "../support/peer-nodes.js";

interface Question {
  readonly name: string;
  readonly parameters: ValueMap;
}

const GENESIS = testIdentity("genesis");
const SECOND = 1_000_000;

describe("A block that a peer tells (PROTOCOL 15.15)", () => {
  let nodes: PeerNodes;
  let validator: Node;
  let other: Node;
  /** What the other node asks the validator. */
  let questions: Question[];
  /** Changes the blocks that the validator tells. */
  let forge: (block: ValueMap) => ValueMap;

  const through =
    (connect: Connect): Connect =>
    (host, reading) => {
      const client = connect(host, reading);
      return createClientOver(async ({ name }, parameters) => {
        questions.push({ name, parameters });
        const answer = await client.send(name, parameters);
        const news = answer.get("news");
        const block = isMap(news) ? news.get("block") : undefined;
        if (!isMap(news) || !isMap(block)) return answer;
        return new Map<string, Value>([...answer, ["news", new Map([...news, ["block", forge(block)]])]]);
      }, host);
    };

  async function submitted(): Promise<SignedTransaction> {
    const timestamp = Math.max(nodes.clock.nowUs(), validator.ledger.tip.s_timestamp + 1);
    const transaction = new Map<string, string | bigint>([
      ["type", "Oracle"],
      ["timestamp", BigInt(timestamp)],
      ["code", "{}"],
    ]);
    const signed = signTransaction(transaction, GENESIS.node.privateKey);
    await validator.submit(signed);
    return signed;
  }
  const namesAsked = (): ReadonlySet<string> => new Set(questions.map(({ name }) => name));
  /** Waits until the validator has made the next block, and the other node has it. */
  async function taken(withinUs: number): Promise<void> {
    const height = other.ledger.tip.height + 1;
    expect(await nodes.until(() => validator.ledger.tip.height === height)).to.equal(true);
    expect(await nodes.until(() => other.ledger.tip.height === height, withinUs)).to.equal(true);
    expect(other.ledger.tip).to.deep.equal(validator.ledger.tip);
  }

  beforeEach(async () => {
    questions = [];
    forge = (block) => block;
    const network = devNetwork(GENESIS);
    nodes = new PeerNodes(1_800_000_000 * SECOND);
    validator = await nodes.open("a:1", { network, identity: GENESIS, hosts: ["b:1"] });
    other = await nodes.open("b:1", { network, hosts: ["a:1"], through });
    validator.start();
    other.start();
    const { networkAddress: network_address } = validator.ledger.network;
    const genesis = new Map<string, string | bigint>([
      ["type", "Genesis"],
      ["timestamp", BigInt(nodes.clock.nowUs())],
      ["network_address", network_address],
    ]);
    await validator.submit(signTransaction(genesis, GENESIS.node.privateKey));
    expect(await nodes.until(() => other.ledger.tip.height === 1)).to.equal(true);
    await nodes.until(() => false, 5 * SECOND);
    questions = [];
  });
  afterEach(() => nodes.stop());

  it("is made by a node that holds its transactions, which asks for nothing more", async () => {
    const { hash } = await submitted();
    expect(await nodes.until(() => other.pool.get(hash) !== undefined, SECOND)).to.equal(true);
    questions = [];
    await taken(20_000);
    expect(namesAsked()).to.deep.equal(new Set(["Broadcast"]));
  });

  it("is made once the transactions that are lacking are here", async () => {
    // The transaction itself is not told.
    validator.pool.onAdded = () => undefined;
    const { hash } = await submitted();
    await taken(20_000);
    const wanted = questions.flatMap(({ parameters }) =>
      valueToText(parameters.get("wanted") ?? null).split(","),
    );
    expect(wanted).to.include(timeHashId(hash));
    expect(namesAsked()).to.deep.equal(new Set(["Broadcast"]));
  });

  for (const [what, lie] of [
    ["of another hash", { blockhash: "0".repeat(78) }],
    ["without a valid seal", { seal: new Map<string, Value>() }],
    ["of unknown transactions", { transactions: ["ab".repeat(16)] }],
  ] as const)
    it(`is fetched as any other when a peer tells one ${what}`, async () => {
      forge = (block) => new Map<string, Value>([...block, ...Object.entries(lie)]);
      const { hash } = await submitted();
      expect(await nodes.until(() => other.pool.get(hash) !== undefined, SECOND)).to.equal(true);
      questions = [];
      await taken(SECOND);
      expect(namesAsked()).to.include("RawRequest");
      expect(other.peers?.tracker.peers.size).to.equal(1);
    });

  it("is told only to a node whose last block it follows", () => {
    const { tip } = validator.ledger;
    expect(validator.news.blockAfter(timeHashId(tip.blockhash))).to.equal(null);
    const told = validator.news.blockAfter(timeHashId(tip.previous_blockhash));
    expect(isMap(told) ? told.get("blockhash") : null).to.equal(tip.blockhash);
  });
});
