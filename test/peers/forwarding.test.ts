import { expect } from "chai";
import { isList, type Value, type ValueMap } from "../../src/codec/value.js";
import { createClientOver } from "../../src/client/create-client.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { Node } from "../../src/node/node.js";
import type { Connect } from "../../src/peers/transport/host.js";
import { SEND_RAW_TRANSACTION } from "../../src/records/operations/transactions.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { OFFICE_START_US, openValidatorStore, prepareValidatorChain } from "../support/validator-chain.js";

const RULES = [1, 2] as const;
const HOSTS = ["a:1", "b:1", "c:1", "d:1"];
/** The newest slot. */
const DECIDING = 2;
const FOLLOWER = 3;

function transfer({ ledger, clock }: Node, lateUs = 0): SignedTransaction {
  const [sender, receiver] = devAccounts();
  if (sender === undefined || receiver === undefined) throw new RangeError("There are ten. ");
  const transaction = new Map<string, Value>([
    ["type", "Send"],
    ["timestamp", BigInt(clock.nowUs() + lateUs)],
    ["from", sender.address],
    ...networkMembers(ledger.network),
    ["to", receiver.address],
    ["amount", "1"],
  ]);
  return signTransaction(transaction, sender.privateKey);
}

for (const rules of RULES) {
  describe(`Transactions that a node accepts without deciding on them, rules ${rules} (PROTOCOL 15.14)`, () => {
    const nodes = new PeerNodes(OFFICE_START_US + 10_000_000);
    const running: Node[] = [];
    const nodeAt = (index: number): Node => {
      const node = running[index];
      if (node === undefined) throw new RangeError("There are four. ");
      return node;
    };
    /** The forwards that arrive, by the host that gets them. */
    const forwards: string[] = [];
    /** Those of several transactions, with their parameters. */
    const lists: (readonly [host: string, parameters: ValueMap])[] = [];
    const counting = (connect: Connect): Connect => {
      return (host, options) => {
        const inner = connect(host, options);
        return createClientOver(({ name }, parameters) => {
          const forward = parameters.get("forward") ?? null;
          if (name === SEND_RAW_TRANSACTION.name && forward !== null) forwards.push(host);
          if (isList(forward)) lists.push([host, parameters]);
          return inner.send(name, parameters);
        }, host);
      };
    };

    before(async () => {
      const chain = await prepareValidatorChain([0, 1, 2], undefined, { rules });
      for (const [index, host] of HOSTS.entries()) {
        const identity = chain.identities[index];
        const store = await openValidatorStore(chain);
        const hosts = HOSTS.filter((other) => other !== host);
        const shared = { network: chain.network, hosts, store, through: counting };
        running.push(await nodes.open(host, { ...shared, ...(identity === undefined ? {} : { identity }) }));
      }
      for (const node of running) node.start();
      const areNamed = (): boolean => running.every(({ peers }) => peers?.tracker.peers.size === 3);
      expect(await nodes.until(areNamed, 20_000_000)).to.equal(true);
      // By rules 1, the receipts of the validators name their peer keys.
      await nodes.until(() => false, 3_000_000);
      // From now on nothing arrives by polling.
      for (const { peers } of running) await peers?.collector.stop();
    });
    after(() => nodes.stop());

    it("go to every slot holder at once and are not forwarded again", async () => {
      const follower = nodeAt(FOLLOWER);
      const signed = transfer(follower);
      await follower.submit(signed);
      const isHeld = (): boolean => running.every(({ pool }) => pool.get(signed.hash) !== undefined);
      expect(await nodes.until(isHeld, 100_000)).to.equal(true);
      expect(forwards.toSorted()).to.deep.equal(["a:1", "b:1", "c:1"]);
      const fate = await follower.request({
        request: new Map([
          ["type", "GetTransaction"],
          ["target", signed.hash],
        ]),
      });
      expect(fate.siblings?.["fate"]).to.deep.equal(new Map([["state", "forwarded"]]));
    });

    it("prove who forwards them, where several go together", async () => {
      const follower = nodeAt(FOLLOWER);
      const sent = Array.from({ length: 3 }, (_, index) => transfer(follower, index));
      for (const each of sent) await follower.submit(each);
      await nodes.until(() => false, 100_000);
      expect(lists.length).to.be.at.least(3);
      for (const [host, parameters] of lists) {
        const receiver = nodeAt(HOSTS.indexOf(host)).peers?.forwarder;
        expect(receiver?.senderOf(parameters)).to.equal(follower.identity.peer.address);
        // As any caller could send it.
        expect(receiver?.senderOf(new Map([...parameters, ["by", null]]))).to.equal(null);
        const other = nodeAt((HOSTS.indexOf(host) + 1) % 3).peers?.forwarder;
        expect(other?.senderOf(parameters)).to.equal(null);
      }
    });

    it("stay with the node that decides on them", async () => {
      forwards.length = 0;
      await nodeAt(DECIDING).submit(transfer(nodeAt(DECIDING)));
      await nodes.until(() => false, 100_000);
      expect(forwards).to.deep.equal([]);
    });
  });
}
