import { expect } from "chai";
import { chooseReceipts, rankOf, type Workers } from "../../src/consensus/receipt-ranks.js";
import { timeHash } from "../../src/codec/hash.js";
import { createReceipt, createSignedQuery, type Receipt } from "../../src/records/receipt.js";
import { testKey } from "../support/keys.js";

const TIP = timeHash("tip", 1);

/** A receipt that an asker has of a peer, for a beneficiary. */
function receiptOf(asker: string, peer: string, beneficiary = asker): Receipt {
  const query = { previous_blockhash: TIP, address: testKey(peer).address };
  return createReceipt(
    createSignedQuery(query, testKey(asker).privateKey),
    testKey(beneficiary).address,
    testKey(peer).privateKey,
  );
}

const addressOf = (name: string): string => testKey(name).address;
const WORKERS: Workers = {
  own: addressOf("own"),
  validators: new Set([addressOf("validator")]),
  miners: new Set([addressOf("miner")]),
  peers: new Map([
    [addressOf("peer 1"), "a.example.org"],
    [addressOf("peer 2"), "a.example.org"],
    [addressOf("peer 3"), "b.example.org"],
  ]),
};

describe("The receipts that a miner includes (PROTOCOL 15.4)", () => {
  const rank = (asker: string, peer: string, beneficiary?: string): string =>
    rankOf(addressOf(asker), receiptOf(asker, peer, beneficiary), WORKERS);
  const choose = (...receipts: (readonly [string, Receipt])[]): readonly string[] => [
    ...chooseReceipts(
      new Map(receipts.map(([asker, receipt]) => [addressOf(asker), receipt] as const)),
      WORKERS,
    ).keys(),
  ];

  it("are ranked: its own, those of validators and for miners, those of peers, those of strangers", () => {
    expect(rank("own", "anyone")).to.equal("own");
    expect(rank("validator", "anyone")).to.equal("worker");
    expect(rank("anyone", "anyone", "miner")).to.equal("worker");
    expect(rank("anyone", "peer 1")).to.equal("peer");
    expect(rank("anyone", "anyone")).to.equal("stranger");
  });

  it("are one for each beneficiary, the better rank first", () => {
    expect(
      choose(["anyone", receiptOf("anyone", "peer 1", "miner")], ["own", receiptOf("own", "x", "miner")]),
    ).to.deep.equal([addressOf("own")]);
  });

  it("are one for each host name of peers, and none of strangers", () => {
    const chosen = choose(
      ["one", receiptOf("one", "peer 1")],
      ["two", receiptOf("two", "peer 2")],
      ["three", receiptOf("three", "peer 3")],
      ["four", receiptOf("four", "anyone")],
    );
    expect(chosen).to.deep.equal([addressOf("one"), addressOf("three")].toSorted());
  });
});
