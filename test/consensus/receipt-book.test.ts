import { expect } from "chai";
import { timeHash } from "../../src/codec/hash.js";
import { ReceiptBook, type RoundTip } from "../../src/consensus/receipt-book.js";
import { createKeyPair, type KeyPair } from "../../src/data/directory/identity.js";
import { MAX_ROUND_RECEIPTS } from "../../src/records/limits.js";
import { createReceipt, createSignedQuery, type Receipt } from "../../src/records/receipt.js";

const peer = createKeyPair("01".repeat(32));
const askers = ["02", "03", "04"].map((byte) => createKeyPair(byte.repeat(32))) as [
  KeyPair,
  KeyPair,
  KeyPair,
];
const sorted = askers.map(({ address }) => address).toSorted();

function round(height: number, branch = ""): RoundTip {
  return { height, blockhash: timeHash(`block ${height}${branch}`, height) };
}

function receiptOf(asker: KeyPair, { blockhash }: RoundTip): Receipt {
  const query = createSignedQuery({ previous_blockhash: blockhash, address: peer.address }, asker.privateKey);
  return createReceipt(query, asker.address, peer.privateKey);
}

function add(book: ReceiptBook, asker: KeyPair, tip: RoundTip): Receipt {
  const receipt = receiptOf(asker, tip);
  book.add(tip, receipt, { rank: "worker" });
  return receipt;
}

describe("The receipts that a node holds (PROTOCOL 10.9)", () => {
  const [alice, bob, carol] = askers;

  it("are shown by round", () => {
    const book = new ReceiptBook();
    const receipt = add(book, alice, round(1));
    add(book, bob, round(2));
    expect([...book.ofRound(round(1).blockhash)]).to.deep.equal([[alice.address, receipt]]);
    expect(book.ofRound(round(3).blockhash).size).to.equal(0);
  });

  it("are returned up to a main height: each asker's latest, in ascending order of address", () => {
    const book = new ReceiptBook();
    for (const asker of askers) add(book, asker, round(1));
    const later = add(book, bob, round(2));
    add(book, carol, round(3));
    const taken = book.upTo(2);
    expect([...taken.keys()]).to.deep.equal(sorted);
    expect(taken.get(bob.address)).to.equal(later);
    expect(taken.get(carol.address)?.previous_blockhash).to.equal(round(1).blockhash);
    expect(book.upTo(0).size).to.equal(0);
  });

  it("of an undone round are forgotten when its height has another round", () => {
    const book = new ReceiptBook();
    add(book, alice, round(1));
    add(book, bob, round(1, " of another branch"));
    expect([...book.upTo(1).keys()]).to.deep.equal([bob.address]);
    expect(book.ofRound(round(1).blockhash).size).to.equal(0);
  });

  it("of the oldest rounds are forgotten when there are many", () => {
    const book = new ReceiptBook();
    add(book, alice, round(1));
    const receipt = receiptOf(bob, round(2));
    for (let height = 2; height <= 1100; height += 1) book.add(round(height), receipt, { rank: "worker" });
    expect([...book.upTo(1100).keys()]).to.deep.equal([bob.address]);
  });

  it(`are at most ${MAX_ROUND_RECEIPTS} a round`, () => {
    const book = new ReceiptBook();
    const receipt = receiptOf(alice, round(1));
    for (let index = 0; index <= MAX_ROUND_RECEIPTS; index += 1) {
      const public_key = index.toString(16).padStart(64, "0");
      book.add(
        round(1),
        { ...receipt, signed_query: { ...receipt.signed_query, public_key } },
        { rank: "worker" },
      );
    }
    expect(book.ofRound(round(1).blockhash).size).to.equal(MAX_ROUND_RECEIPTS);
  });

  it("of strangers do not crowd out those of others (PROTOCOL 15.4)", () => {
    const book = new ReceiptBook();
    const own = add(book, alice, round(1));
    const bobs = receiptOf(bob, round(1));
    for (let height = 1; height <= 400; height += 1)
      for (let index = 0; index < 40; index += 1) {
        const public_key = (index + height * 40).toString(16).padStart(64, "0");
        const beneficiary = public_key.slice(0, 44) + public_key.slice(-10);
        const receipt = { ...bobs, beneficiary, signed_query: { ...bobs.signed_query, public_key } };
        const hasRoom = book.hasRoomFor(round(height), receipt, { rank: "stranger" });
        expect(hasRoom).to.equal(index < 32);
        if (hasRoom) book.add(round(height), receipt, { rank: "stranger" });
      }
    expect([...book.ofRound(round(1).blockhash).keys()]).to.deep.equal([alice.address]);
    expect(book.upTo(1).get(alice.address)).to.equal(own);
  });

  it("hold one for each beneficiary, and always its own (PROTOCOL 15.4)", () => {
    const book = new ReceiptBook();
    const first = receiptOf(alice, round(1));
    book.add(round(1), first, { rank: "worker" });
    const second = { ...receiptOf(bob, round(1)), beneficiary: first.beneficiary };
    expect(book.hasRoomFor(round(1), second, { rank: "worker" })).to.equal(false);
    for (let index = 0; index <= MAX_ROUND_RECEIPTS; index += 1) {
      const public_key = index.toString(16).padStart(64, "0");
      book.add(
        round(1),
        { ...first, signed_query: { ...first.signed_query, public_key } },
        { rank: "worker" },
      );
    }
    book.add(round(1), receiptOf(carol, round(1)), { rank: "own" });
    expect(book.ofRound(round(1).blockhash).has(carol.address)).to.equal(true);
    expect(book.ofRound(round(1).blockhash).size).to.equal(MAX_ROUND_RECEIPTS);
  });

  describe("that one peer makes in any number (PROTOCOL 15.4)", () => {
    const signed = receiptOf(bob, round(1));
    /** A receipt of another asker and beneficiary each time. */
    function numbered(index: number): Receipt {
      const public_key = index.toString(16).padStart(64, "0");
      return {
        ...signed,
        beneficiary: public_key.slice(-44),
        signed_query: { ...signed.signed_query, public_key },
      };
    }
    /** Offers receipts to a round, and returns how many it took. */
    function offer(book: ReceiptBook, tip: RoundTip, { hosts = 1, count = MAX_ROUND_RECEIPTS }): number {
      const before = book.ofRound(tip.blockhash).size;
      for (let index = 0; index < count; index += 1) {
        const receipt = numbered(index + tip.height * 1000);
        const source = { rank: "peer", host: `host ${index % hosts}` } as const;
        if (book.hasRoomFor(tip, receipt, source)) book.add(tip, receipt, source);
      }
      return book.ofRound(tip.blockhash).size - before;
    }

    it("are kept as one of the peer's host and 32 of strangers", () => {
      const book = new ReceiptBook();
      expect(offer(book, round(1), {})).to.equal(1 + 32);
      const receipt = receiptOf(alice, round(1));
      expect(book.hasRoomFor(round(1), receipt, { rank: "peer", host: "another host" })).to.equal(true);
      expect(book.hasRoomFor(round(1), receipt, { rank: "stranger" })).to.equal(false);
    });

    it("give way to a worker's receipt in a full round", () => {
      const book = new ReceiptBook();
      expect(offer(book, round(1), { hosts: MAX_ROUND_RECEIPTS })).to.equal(MAX_ROUND_RECEIPTS);
      const receipt = receiptOf(alice, round(1));
      expect(book.hasRoomFor(round(1), receipt, { rank: "peer", host: "another host" })).to.equal(false);
      expect(book.hasRoomFor(round(1), receipt, { rank: "worker" })).to.equal(true);
      book.add(round(1), receipt, { rank: "worker" });
      expect(book.ofRound(round(1).blockhash).get(alice.address)).to.equal(receipt);
      expect(book.ofRound(round(1).blockhash).size).to.equal(MAX_ROUND_RECEIPTS);
    });

    it("do not keep out a worker's receipt of the same beneficiary", () => {
      const book = new ReceiptBook();
      const receipt = receiptOf(alice, round(1));
      book.add(
        round(1),
        { ...numbered(1), beneficiary: receipt.beneficiary },
        { rank: "peer", host: "a host" },
      );
      expect(book.hasRoomFor(round(1), receipt, { rank: "peer", host: "another host" })).to.equal(false);
      expect(book.hasRoomFor(round(1), receipt, { rank: "worker" })).to.equal(true);
    });

    it("do not crowd out the receipts of workers in older rounds", () => {
      const book = new ReceiptBook();
      const own = add(book, alice, round(1));
      for (let height = 1; height <= 40; height += 1)
        offer(book, round(height), { hosts: MAX_ROUND_RECEIPTS });
      expect(book.upTo(1).get(alice.address)).to.equal(own);
    });
  });
});
