import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { createClientOver } from "../../src/client/create-client.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import type { Node } from "../../src/node/node.js";
import type { Connect } from "../../src/peers/transport/host.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { expectRejection } from "../support/expect-rejection.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { OFFICE_START_US, openValidatorStore, prepareValidatorChain } from "../support/validator-chain.js";

const [alice, bob] = devAccounts() as [KeyPair, KeyPair];
const [DECIDING, FOLLOWING] = ["a:1", "b:1"];

function transfer({ ledger }: Node, timestampUs: number): SignedTransaction {
  const members = new Map<string, Value>([
    ["type", "Send"],
    ["timestamp", BigInt(timestampUs)],
    ["from", alice.address],
    ...networkMembers(ledger.network),
    ["to", bob.address],
    ["amount", "1"],
  ]);
  return signTransaction(members, alice.privateKey);
}

describe("A stranger who knows of a block before the node does (PROTOCOL 15.2)", () => {
  let nodes: PeerNodes;
  let deciding: Node;
  let following: Node;
  /** What the following node waits for before it gets an answer. */
  let gate: Promise<void>;

  beforeEach(async () => {
    gate = Promise.resolve();
    nodes = new PeerNodes(OFFICE_START_US + 10_000_000);
    const chain = await prepareValidatorChain([0]);
    const { network } = chain;
    const [identity] = chain.identities;
    if (identity === undefined) throw new RangeError("There is one. ");
    const gated = (connect: Connect): Connect => {
      return (host, options) => {
        const inner = connect(host, options);
        return createClientOver(async ({ name }, parameters) => {
          const answer = await inner.send(name, parameters);
          await gate;
          return answer;
        }, host);
      };
    };
    const store = await openValidatorStore(chain);
    deciding = await nodes.open(DECIDING, { network, identity, store });
    following = await nodes.open(FOLLOWING, {
      network,
      store: await openValidatorStore(chain),
      hosts: [DECIDING],
      through: gated,
    });
    for (const node of [deciding, following]) node.start();
    const isPeer = (): boolean => following.peers?.tracker.peers.size === 1;
    expect(await nodes.until(isPeer, 20_000_000)).to.equal(true);
  });
  afterEach(() => nodes.stop());

  /** Seals a block that the following node does not hear of, and returns when it may. */
  async function sealUnheard(): Promise<() => void> {
    let open = (): void => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const { height } = deciding.ledger.tip;
    await deciding.submit(transfer(deciding, nodes.clock.nowUs()));
    expect(await nodes.until(() => deciding.ledger.tip.height > height)).to.equal(true);
    expect(following.ledger.tip.height).to.equal(height);
    return open;
  }

  it("is refused what is dated with the block", async () => {
    const open = await sealUnheard();
    const dated = transfer(following, deciding.ledger.tip.s_timestamp - 7);
    let isSettled = false;
    const refused = expectRejection(following.submit(dated), "TRANSACTION_OVERTAKEN", "refused").finally(
      () => {
        isSettled = true;
      },
    );
    open();
    expect(await nodes.until(() => isSettled)).to.equal(true);
    await refused;
    expect(following.losses).to.deep.equal({ accepted: 0, lost: 0 });
  });

  it("does not make the node count a loss with the mark of a forward", async () => {
    const open = await sealUnheard();
    const dated = transfer(following, deciding.ledger.tip.s_timestamp - 7);
    await following.submit(dated, { isForwarded: true });
    open();
    expect(await nodes.until(() => following.pool.get(dated.hash) === undefined)).to.equal(true);
    expect(following.losses).to.deep.equal({ accepted: 0, lost: 0 });
  });
});
