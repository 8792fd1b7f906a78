import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { devAccounts, devNetwork } from "../../src/data/dev-network.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import type { Node } from "../../src/node/node.js";
import { createChunk } from "../../src/records/chunk.js";
import { readSignedTransaction, signTransaction } from "../../src/records/transaction.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { expectRejection } from "../support/expect-rejection.js";
import { FastSigner } from "../support/fast-signer.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { redated } from "../support/redated.js";
import type { ShadowChain } from "../support/shadow-chain.js";
import { exchange, Validator } from "../support/validator.js";
import { OFFICE_START_US, prepareValidatorChain } from "../support/validator-chain.js";
import { testIdentity } from "../support/keys.js";
import { slowly } from "../support/slowly.js";

const SECOND_US = 1_000_000;
const GENESIS = testIdentity("genesis");
const NETWORK = {
  ...devNetwork(GENESIS),
  constants: { ...devNetwork(GENESIS).constants, main_chain_interval: SECOND_US },
};
/** Less than the five seconds that the clock of another node may be ahead (PROTOCOL 8.10). */
const AHEAD_US = 4 * SECOND_US;

describe("A relay that dates blocks ahead (PROTOCOL 15.1)", () => {
  let nodes: PeerNodes;
  let honest: Node;
  let relay: Node;
  let victim: Node;
  let shadow: ShadowChain;
  let passes = 0;

  /** @param hosts the victim's neighbours. */
  async function open(hosts: readonly string[]): Promise<void> {
    nodes = new PeerNodes(1_800_000_000_000_000);
    honest = await nodes.open("honest:1", { network: NETWORK, identity: GENESIS });
    nodes.engines.set("far:1", honest);
    relay = await nodes.open("relay:1", { network: NETWORK, hosts: ["honest:1"] });
    victim = await nodes.open("victim:1", { network: NETWORK, hosts });
    shadow = await nodes.openShadow(NETWORK);
    nodes.engines.set(
      "relay:1",
      shadow.engine(
        () => relay,
        () => nodes.clock.nowUs(),
      ),
    );
    for (const node of [honest, relay, victim]) node.start();
    await submit("Genesis", ["network_address", honest.ledger.network.networkAddress]);
    await nodes.until(() => honest.ledger.tip.height > 0);
  }
  afterEach(async () => {
    await nodes.stop();
    await shadow.ledger.store.close();
  });

  async function submit(type: string, ...members: (readonly [string, Value])[]): Promise<void> {
    const timestamp = BigInt(Math.max(nodes.clock.nowUs(), honest.ledger.tip.s_timestamp + 1));
    const transaction = new Map<string, Value>([["type", type], ["timestamp", timestamp], ...members]);
    await honest.submit(signTransaction(transaction, GENESIS.node.privateKey));
  }
  /** Lets half a second pass; the relay dates the last block ahead meanwhile. */
  async function pass(): Promise<void> {
    await nodes.until(() => false, SECOND_US / 2);
    // The victim reaches the honest node only one time in three, so it often hears the relay first.
    passes += 1;
    if (passes % 3 === 0) nodes.engines.set("far:1", honest);
    else nodes.engines.delete("far:1");
    await shadow.follow(relay.ledger.store, {
      alter: (last) => redated(last, last.s_timestamp + AHEAD_US),
    });
  }
  /** A block every second for a while. Returns how often the victim's last block was of the future or refused now. */
  async function attack(): Promise<number> {
    let futures = 0;
    for (let half = 0; half < 40; half += 1) {
      if (half % 2 === 0) await submit("Oracle", ["code", String(half)]);
      await pass();
      if (victim.ledger.tip.s_timestamp > nodes.clock.nowUs()) futures += 1;
    }
    return futures;
  }

  it("does not move its victim's chain into the future as its only neighbour", async () => {
    await open(["relay:1"]);
    expect(await attack()).to.equal(0);
    // The victim takes the blocks when they are due. It does not blame the relay: its own clock may be slow.
    expect(victim.ledger.tip.height).to.be.greaterThan(10);
    expect(victim.peers?.tracker.records.size).to.equal(0);
  });

  slowly("does not keep its victim from the chain of an honest neighbour", async () => {
    await open(["far:1", "relay:1"]);
    expect(await attack()).to.equal(0);
    for (let turn = 0; turn < 20; turn += 1) await pass();
    expect(victim.ledger.tip).to.deep.equal(honest.ledger.tip);
  });
});

describe("Validators that date what they say ahead (PROTOCOL 15.1)", () => {
  const [alice, bob] = devAccounts() as [KeyPair, KeyPair];
  let clock: VirtualClock;
  let opened: readonly Validator[];

  beforeEach(async () => {
    clock = new VirtualClock(OFFICE_START_US + 10 * SECOND_US);
    const chain = await prepareValidatorChain([0, 1, 2, 3]);
    opened = await Promise.all(chain.identities.map(({ node }) => Validator.open(chain, node, clock)));
    const signed = new FastSigner(alice).transfer(bob.address, clock.nowUs());
    const transaction = readSignedTransaction({ ...signed, transaction: parseJson(signed.transaction) });
    for (const validator of opened) await validator.submit(transaction);
    await clock.advance(SECOND_US);
  });
  afterEach(() => Promise.all(opened.map(({ ledger }) => ledger.store.close())));

  const emptyChunk = ({ key, ledger }: Validator, s_timestamp: number) =>
    createChunk({ previous_blockhash: ledger.tip.blockhash, s_timestamp, transactions: [] }, key.privateKey);

  it("do not set the round time of the others, and are listened to when it is due", async () => {
    const [first, , , newest] = opened as [Validator, Validator, Validator, Validator];
    const ahead = emptyChunk(newest, clock.nowUs() + AHEAD_US);
    await expectRejection(first.book.offerChunk(ahead), "PREMATURE", "unavailable");
    expect(first.book.chunks.size).to.equal(0);
    await clock.advance(SECOND_US / 10);
    await first.step();
    expect(first.chunk?.s_timestamp).to.equal(clock.nowUs() - SECOND_US / 10);
    await clock.advance(AHEAD_US);
    expect(await first.book.offerChunk(ahead)).to.equal(true);
  });

  it("do not stop the chain when the newest slot publishes an empty chunk every second", async () => {
    const [first, second, third, newest] = opened as [Validator, Validator, Validator, Validator];
    const three = [first, second, third];
    for (let tenth = 0; tenth < 100 && first.ledger.tip.height === opened[3]?.ledger.tip.height; tenth += 1) {
      await clock.advance(SECOND_US / 10);
      const chunk = emptyChunk(newest, clock.nowUs() - (clock.nowUs() % SECOND_US));
      for (const validator of three) await validator.book.offerChunk(chunk);
      await exchange(three);
      for (const validator of three) await validator.step();
    }
    expect(first.ledger.tip.height).to.equal(newest.ledger.tip.height + 1);
  });
});
