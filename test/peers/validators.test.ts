import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import type { Node } from "../../src/node/node.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { OFFICE_START_US, openValidatorStore, prepareValidatorChain } from "../support/validator-chain.js";

const HOSTS = ["a:1", "b:1", "c:1"];

describe("Validators that know each other (PROTOCOL 9.1, 9.6, 9.9)", () => {
  const nodes = new PeerNodes(OFFICE_START_US + 10_000_000);
  const validators: Node[] = [];

  before(async () => {
    const chain = await prepareValidatorChain([0, 1, 2]);
    for (const [index, host] of HOSTS.entries()) {
      const identity = chain.identities[index];
      if (identity === undefined) throw new RangeError("There is a node for each slot. ");
      const store = await openValidatorStore(chain);
      const hosts = HOSTS.filter((other) => other !== host);
      validators.push(await nodes.open(host, { network: chain.network, hosts, identity, store }));
    }
    for (const node of validators) node.start();
  });
  after(() => nodes.stop());

  async function send(to: Node): Promise<void> {
    const [sender, receiver] = devAccounts();
    if (sender === undefined || receiver === undefined) throw new RangeError("There are ten. ");
    const transaction = new Map<string, Value>([
      ["type", "Send"],
      ["timestamp", BigInt(nodes.clock.nowUs())],
      ["to", receiver.address],
      ["amount", "1"],
    ]);
    await to.submit(signTransaction(transaction, sender.privateKey));
  }
  const areAt = (height: number, of: readonly Node[]): (() => boolean) => {
    return () => of.every(({ ledger }) => ledger.tip.height === height);
  };
  const tips = (): ReadonlySet<string> => new Set(validators.map(({ ledger }) => ledger.tip.blockhash));

  it("put a transaction that one of them receives into the same block", async () => {
    const [first] = validators;
    if (first === undefined) throw new RangeError("There are three. ");
    const { height } = first.ledger.tip;
    await send(first);
    expect(await nodes.until(areAt(height + 1, validators), 20_000_000)).to.equal(true);
    expect(tips()).to.have.property("size", 1);
  });

  it("seal by quorum while the newest slot is offline", async () => {
    const [first, second] = validators;
    if (first === undefined || second === undefined) throw new RangeError("There are three. ");
    const { height } = first.ledger.tip;
    await nodes.close("c:1");
    await send(second);
    expect(await nodes.until(areAt(height + 1, [first, second]), 30_000_000)).to.equal(true);
    expect(first.ledger.tip.blockhash).to.equal(second.ledger.tip.blockhash);
  });
});
