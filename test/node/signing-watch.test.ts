import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { hashOf } from "../../src/codec/hash.js";
import { merkleRoot } from "../../src/codec/hash.js";
import { objectToValue } from "../../src/codec/value.js";
import { KeyWatch } from "../../src/consensus/key-watch.js";
import { SigningNotes } from "../../src/consensus/signing-memory.js";
import { timeHash } from "../../src/codec/hash.js";
import type { Engine } from "../../src/api/engine.js";
import type { LogEntry } from "../../src/base/log.js";
import type { Node } from "../../src/node/node.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { createChunk } from "../../src/records/chunk.js";
import { RULE_SETS } from "../../src/records/rules.js";
import { createHypothesis, hypothesisHash } from "../../src/records/hypothesis.js";
import type { MainBlock } from "../../src/records/main-block.js";
import { createSeal, type SealEntry } from "../../src/records/seal.js";
import { signTransaction } from "../../src/records/transaction.js";
import { expectRejection } from "../support/expect-rejection.js";
import { testKey } from "../support/keys.js";
import { PeerNodes } from "../support/peer-nodes.js";
import { OFFICE_START_US, openValidatorStore, prepareValidatorChain } from "../support/validator-chain.js";
import { mapIn } from "../support/vectors.js";
import { slowly } from "../support/slowly.js";

const SECOND_US = 1_000_000;
const START_US = OFFICE_START_US + 10 * SECOND_US;
const QUIET_US = 30 * SECOND_US;

describe("Two nodes with the key of one validator (PROTOCOL 9.15)", () => {
  let nodes: PeerNodes;
  const entries: LogEntry[] = [];

  beforeEach(() => {
    nodes = new PeerNodes(START_US);
    entries.splice(0);
  });
  afterEach(() => nodes.stop());

  /** Two nodes of the only validator, connected to each other. The directory of the second is a copy of the first. */
  async function openTwins(): Promise<readonly [Node, Node]> {
    const chain = await prepareValidatorChain([0]);
    const [identity] = chain.identities;
    if (identity === undefined) throw new RangeError("There is one. ");
    // The two answer with one peer key: only the hosts differ.
    const open = async (host: string, ...hosts: string[]): Promise<Node> =>
      nodes.open(host, {
        network: chain.network,
        hosts,
        identity: { ...identity, peer: testKey(host) },
        store: await openValidatorStore(chain),
        log: (entry) => entries.push(entry),
      });
    return [await open("a:1", "b:1"), await open("b:1", "a:1", "c:1")];
  }

  function transfer() {
    const [sender, receiver] = devAccounts();
    const timestamp = BigInt(nodes.clock.nowUs());
    const send = objectToValue({ type: "Send", to: receiver?.address ?? "", amount: "1", timestamp });
    return signTransaction(mapIn(send), sender?.privateKey ?? "");
  }

  it("end the signing of the one that sees a block of the other: said once, submissions get KEY_IN_USE", async () => {
    const [first, second] = await openTwins();
    // What only one of them has in its pool makes their blocks differ.
    for (const [host, node] of [["a:1", first] as const, ["b:1", second] as const])
      nodes.engines.set(host, mute(node));
    first.start();
    second.start();
    const connected = () => [first, second].every(({ peers }) => peers?.tracker.peers.size === 1);
    expect(await nodes.until(connected, QUIET_US)).to.equal(true);
    await first.submit(transfer());
    await nodes.until(() => false, SECOND_US / 4);
    await second.submit(transfer());
    const hasEnded = ({ signing }: Node): boolean => signing.ended !== null;
    expect(await nodes.until(() => [first, second].some(hasEnded), QUIET_US)).to.equal(true);
    const silent = hasEnded(first) ? first : second;
    expect(silent.signing.ended?.code).to.equal("KEY_IN_USE");
    expect(silent.fault).to.equal(silent.signing.ended?.message);
    await expectRejection(silent.submit(transfer()), "KEY_IN_USE", "unavailable");
    await nodes.until(() => false, 10 * SECOND_US);
    const said = entries.filter(({ message }) => message.startsWith("signing ends"));
    expect(said).to.have.length([first, second].filter(hasEnded).length);
    expect(said[0]).to.include({ level: "error", module: "node" });
  });

  slowly("sign one after the other when the second waits for two quiet rounds", async () => {
    const [first, second] = await openTwins();
    const observer = await nodes.open("c:1", { network: first.ledger.network, hosts: ["b:1"] });
    observer.start();
    first.start();
    second.start({ isTakeover: true });
    expect(second.signing.isWaiting).to.equal(true);
    // The first makes blocks for longer than two rounds: the second goes on waiting.
    for (let round = 0; round < 6; round += 1) {
      const { height } = first.ledger.tip;
      await first.submit(transfer());
      const isTaken = (): boolean => second.ledger.tip.height > height;
      expect(await nodes.until(isTaken, QUIET_US)).to.equal(true);
      await nodes.until(() => false, 8 * SECOND_US);
    }
    expect(second.signing).to.include({ isWaiting: true, ended: null });
    expect(first.signing.ended).to.equal(null);
    await nodes.close("a:1");
    expect(await nodes.until(() => !second.signing.isWaiting, 3 * QUIET_US)).to.equal(true);
    const { height } = second.ledger.tip;
    await second.submit(transfer());
    expect(await nodes.until(() => second.ledger.tip.height > height, QUIET_US)).to.equal(true);
    expect(second.signing.ended).to.equal(null);
  });
});

/** The node without the answer that shows its pool and its round. */
function mute(node: Node): Engine {
  const broadcast = (): Promise<never> => Promise.reject(new ChainError("UNREACHABLE", "No answer."));
  return new Proxy(node, {
    get(target, name): unknown {
      if (name === "broadcast") return broadcast;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

describe("The proof that another process signed with a key (PROTOCOL 9.15, 15.1)", () => {
  const key = testKey("validator");
  const previous_blockhash = timeHash("tip", START_US);
  const transactionRoot = merkleRoot([]);
  const s_timestamp = START_US + SECOND_US;
  let notes: SigningNotes;
  let seen: number;
  let watch: KeyWatch;

  beforeEach(() => {
    notes = new SigningNotes();
    notes.forgetUpTo(START_US - SECOND_US);
    seen = 0;
    watch = new KeyWatch({ address: key.address, notes, rules: RULE_SETS[1], onForeign: () => (seen += 1) });
  });

  const chunkAt = (time: number) =>
    createChunk({ previous_blockhash, s_timestamp: time, transactions: [] }, key.privateKey);
  const hypothesis = createHypothesis(
    {
      previous_blockhash,
      s_timestamp,
      chunks: new Map(),
      hypothesis_hash: hypothesisHash(previous_blockhash, transactionRoot),
    },
    key.privateKey,
  );
  const sealed = (entry: Partial<SealEntry> = {}): MainBlock => ({
    height: 5,
    s_timestamp,
    previous_blockhash,
    blockhash: timeHash("block", s_timestamp),
    transactions: [],
    universal_updates: new Map(),
    local_updates: new Map(),
    seal: new Map([...createSeal([hypothesis])].map(([signer, made]) => [signer, { ...made, ...entry }])),
  });

  it("ignores what the process before it signed, when that is shown again later", () => {
    watch.ignoreUpTo(s_timestamp);
    expect(watch.isForeign(chunkAt(s_timestamp))).to.equal(false);
    expect(seen).to.equal(0);
    expect(watch.isForeign(chunkAt(s_timestamp + 1))).to.equal(true);
    expect(seen).to.equal(1);
  });

  it("is a chunk or a seal that is not noted and newer than everything forgotten", () => {
    expect(watch.isForeign(chunkAt(s_timestamp))).to.equal(true);
    watch.lookAt(sealed());
    expect(seen).to.equal(2);
  });

  it("is not a noted one, under whatever time a relay shows it", () => {
    const chunk = chunkAt(s_timestamp);
    notes.add({ kind: "chunk", previous_blockhash, s_timestamp, hash: chunk.chunk_hash });
    notes.add({ kind: "hypothesis", previous_blockhash, s_timestamp, hash: hypothesis.hypothesis_hash });
    expect(watch.isForeign(chunk)).to.equal(false);
    watch.lookAt(sealed());
    watch.lookAt(sealed({ s_timestamp: s_timestamp + SECOND_US }));
    expect(seen).to.equal(0);
  });

  it("is not one that may be forgotten", () => {
    notes.forgetUpTo(s_timestamp);
    expect(watch.isForeign(chunkAt(s_timestamp))).to.equal(false);
    watch.lookAt(sealed());
    expect(seen).to.equal(0);
  });

  it("is not what others can make: a forged chunk, another signer's, a seal entry of another round", () => {
    const chunk = chunkAt(s_timestamp);
    expect(() => watch.isForeign({ ...chunk, s_timestamp: s_timestamp + 1 }))
      .to.throw()
      .with.property("code", "CHUNK_HASH");
    expect(() => watch.isForeign({ ...chunk, signature: chunkAt(1).signature }))
      .to.throw()
      .with.property("code", "CHUNK_SIGNATURE");
    const other = testKey("other");
    expect(watch.isForeign(createChunk({ ...chunk }, other.privateKey))).to.equal(false);
    const earlier = createHypothesis(
      { ...hypothesis, hypothesis_hash: hypothesisHash(previous_blockhash, hashOf("other")) },
      key.privateKey,
    );
    watch.lookAt(sealed({ hypothesis_hash: earlier.hypothesis_hash, signature: earlier.signature }));
    watch.lookAt(sealed({ signature: earlier.signature }));
    expect(seen).to.equal(0);
  });
});
