import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { timeHash } from "../../src/codec/hash.js";
import type { Value, ValueMap } from "../../src/codec/value.js";
import {
  assertReceipt,
  createReceipt,
  createSignedQuery,
  readReceipt,
  askerOf,
  type Receipt,
} from "../../src/records/receipt.js";
import { testKey } from "../support/keys.js";
import { receiptWithExtras } from "../support/receipt-with-extras.js";
import { mapIn } from "../support/vectors.js";

const asker = testKey("asker");
const peer = testKey("peer");
const owner = testKey("owner");
const previous_blockhash = timeHash("tip", 5);

function changed(receipt: Receipt, member: string, value: Value): ValueMap {
  return new Map(mapIn(parseJson(receipt.text))).set(member, value);
}

function expectRefused(receipt: Receipt, code: string): void {
  expect(() => assertReceipt(receipt))
    .to.throw(ChainError)
    .with.property("code", code);
}

describe("receipt (PROTOCOL 3.5, 10.7, 10.8, 10.9)", () => {
  const query = createSignedQuery({ previous_blockhash, address: peer.address }, asker.privateKey);
  const receipt = createReceipt(query, owner.address, peer.privateKey);

  it("holds the asker's signature over the query and the asked peer's over the receipt, and reads back", () => {
    expect(() => assertReceipt(receipt)).not.to.throw();
    expect(askerOf(receipt)).to.equal(asker.address);
    expect(readReceipt(parseJson(receipt.text))).to.deep.equal(receipt);
  });

  it("is refused when any part belongs to another receipt", () => {
    const other = timeHash("other", 5);
    const code = (change: Partial<Receipt>, expected: string): void =>
      expectRefused({ ...receipt, ...change }, expected);
    code({ previous_blockhash: other }, "RECEIPT_QUERY");
    code({ public_key: asker.publicKey }, "RECEIPT_QUERY");
    code({ beneficiary: asker.address }, "RECEIPT_HASH");
    code({ signature: "00".repeat(64) }, "RECEIPT_SIGNATURE");
    const forged = { ...query, public_key: owner.publicKey };
    expectRefused(createReceipt(forged, owner.address, peer.privateKey), "QUERY_SIGNATURE");
  });
});

describe("a receipt with further members and in another order (PROTOCOL 10.1)", () => {
  const keys = { asker, peer, beneficiary: owner.address };
  const received = receiptWithExtras(previous_blockhash, keys);

  it("is hashed as received, and accepted", () => {
    const receipt = readReceipt(received);
    expect(() => assertReceipt(receipt)).not.to.throw();
    expect(askerOf(receipt)).to.equal(asker.address);
  });

  it("keeps its text, members and order", () => {
    const { text, signed_query } = readReceipt(received);
    expect(text).to.equal(canonicalJson(received));
    expect(signed_query.text).to.equal(canonicalJson(received.get("signed_query") ?? null));
    expect(readReceipt(parseJson(text)).text).to.equal(text);
  });

  it("is refused when a member of its query is added, left out or moved", () => {
    const signedQuery = mapIn(received.get("signed_query"));
    const asked = mapIn(signedQuery.get("query"));
    const moved = new Map([...asked].reverse());
    const longer = new Map([...asked, ["more", 1n]]);
    const shorter = new Map([...asked].filter(([name]) => name !== "note"));
    for (const query of [moved, longer, shorter]) {
      const changedQuery = new Map(signedQuery).set("query", query);
      expectRefused(readReceipt(new Map(received).set("signed_query", changedQuery)), "RECEIPT_HASH");
    }
  });

  it("is refused when it is longer than a block", () => {
    const text = "x".repeat(16_777_216);
    expect(() => readReceipt(changed(readReceipt(received), "note", text)))
      .to.throw(ChainError)
      .with.property("code", "RECORD_MALFORMED");
  });
});
