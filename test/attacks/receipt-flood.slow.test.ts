import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { hashOf } from "../../src/codec/hash.js";
import { answerToValue } from "../../src/ledger/answer.js";
import { mapToValue } from "../../src/codec/value.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import { devNetwork } from "../../src/data/dev-network.js";
import type { Node } from "../../src/node/node.js";
import { createReceipt, createSignedQuery } from "../../src/records/receipt.js";
import { signTransaction } from "../../src/records/transaction.js";
import { forwardTo } from "../support/forward-to.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { testIdentity } from "../support/keys.js";

const SECOND_US = 1_000_000;
const GENESIS = testIdentity("genesis");
const { constants } = devNetwork(GENESIS);
const NETWORK = {
  ...devNetwork(GENESIS),
  constants: { ...constants, main_chain_interval: SECOND_US, default_difficulty: 2n },
};
/** Only the flooder has these keys. */
const INVENTED = Array.from({ length: 255 }, (_, index) => ({
  node: createKeyPair(hashOf(`invented node ${index}`)),
  peer: createKeyPair(hashOf(`invented peer ${index}`)),
}));

describe("A peer that floods the network with receipts of invented nodes (PROTOCOL 15.4)", () => {
  let nodes: PeerNodes;
  let miner: Node;
  let flooder: Node;
  /** By round key. */
  let floods: Map<string, Value>;

  beforeEach(async () => {
    floods = new Map();
    nodes = new PeerNodes(1_800_000_000_000_000);
    flooder = await nodes.open("flooder:1", { network: NETWORK, hosts: ["miner:1"] });
    miner = await nodes.open("miner:1", {
      network: NETWORK,
      identity: GENESIS,
      hosts: ["flooder:1"],
      searchUs: 3 * SECOND_US,
    });
    nodes.engines.set(
      "flooder:1",
      forwardTo(() => flooder, {
        async broadcast(query) {
          // One that tells no news is asked for its receipts alone.
          if (query.chain_type !== "resource")
            return { value: await answerToValue(await flooder.broadcast(query)) };
          const shown = (await answerToValue(await flooder.broadcast(query))) as ReadonlyMap<string, Value>;
          return { value: new Map([...shown, ["receipts", flood(query.round_key ?? "")]]) };
        },
      }),
    );
    for (const node of [miner, flooder]) node.start();
  });
  afterEach(() => nodes.stop());

  function flood(previous_blockhash: string): Value {
    const known = floods.get(previous_blockhash) ?? receiptsFor(previous_blockhash);
    floods.set(previous_blockhash, known);
    return known;
  }
  function receiptsFor(previous_blockhash: string): Value {
    const receipts = INVENTED.map(({ node, peer }): readonly [string, Value] => {
      const query = createSignedQuery({ previous_blockhash, address: peer.address }, node.privateKey);
      return [node.address, parseJson(createReceipt(query, node.address, peer.privateKey).text)];
    });
    return mapToValue(new Map(receipts));
  }
  async function makeBlock(type: string, ...members: (readonly [string, Value])[]): Promise<void> {
    const { height } = miner.ledger.tip;
    const timestamp = BigInt(nodes.clock.nowUs());
    const transaction = new Map<string, Value>([["type", type], ["timestamp", timestamp], ...members]);
    await miner.submit(signTransaction(transaction, GENESIS.node.privateKey));
    expect(await nodes.until(() => miner.ledger.tip.height > height)).to.equal(true);
  }

  it("brings none of them into a reward, nor crowds out the miner's own receipt", async () => {
    await makeBlock("Genesis", ["network_address", miner.ledger.network.networkAddress]);
    miner.mining.start();
    for (let block = 0; block < 3; block += 1) {
      await makeBlock("Oracle", ["code", "{}"]);
      await nodes.until(() => false, 3 * SECOND_US);
    }
    const { tip } = miner.ledger.resourceChain;
    expect(tip?.height).to.be.greaterThan(1);
    const askers = Object.keys(JSON.parse(tip?.receipts ?? "{}") as object);
    expect(askers).to.include(GENESIS.node.address);
    // The flooder's own node has authenticated as a peer (PROTOCOL 15.4).
    expect(askers.filter((asker) => INVENTED.some(({ node }) => node.address === asker))).to.deep.equal([]);
    expect(floods.size).to.be.greaterThan(0);
  });
});
