import { expect } from "chai";
import { timeHash } from "../../src/codec/time.js";
import { ReceiptBook, type RoundTip } from "../../src/consensus/receipt-book.js";
import { createKeyPair, type KeyPair } from "../../src/node/directory/identity.js";
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
  book.add(tip, receipt, "worker");
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
    for (let height = 2; height <= 1100; height += 1) book.add(round(height), receipt, "worker");
    expect([...book.upTo(1100).keys()]).to.deep.equal([bob.address]);
  });

  it(`are at most ${MAX_ROUND_RECEIPTS} a round`, () => {
    const book = new ReceiptBook();
    const receipt = receiptOf(alice, round(1));
    for (let index = 0; index <= MAX_ROUND_RECEIPTS; index += 1) {
      const public_key = index.toString(16).padStart(64, "0");
      book.add(round(1), { ...receipt, signed_query: { ...receipt.signed_query, public_key } }, "worker");
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
        const hasRoom = book.hasRoomFor(round(height), receipt, "stranger");
        expect(hasRoom).to.equal(index < 32);
        if (hasRoom) book.add(round(height), receipt, "stranger");
      }
    expect([...book.ofRound(round(1).blockhash).keys()]).to.deep.equal([alice.address]);
    expect(book.upTo(1).get(alice.address)).to.equal(own);
  });

  it("hold one for each beneficiary, and always its own (PROTOCOL 15.4)", () => {
    const book = new ReceiptBook();
    const first = receiptOf(alice, round(1));
    book.add(round(1), first, "worker");
    const second = { ...receiptOf(bob, round(1)), beneficiary: first.beneficiary };
    expect(book.hasRoomFor(round(1), second, "worker")).to.equal(false);
    for (let index = 0; index <= MAX_ROUND_RECEIPTS; index += 1) {
      const public_key = index.toString(16).padStart(64, "0");
      book.add(round(1), { ...first, signed_query: { ...first.signed_query, public_key } }, "worker");
    }
    book.add(round(1), receiptOf(carol, round(1)), "own");
    expect(book.ofRound(round(1).blockhash).has(carol.address)).to.equal(true);
    expect(book.ofRound(round(1).blockhash).size).to.equal(MAX_ROUND_RECEIPTS);
  });
});
