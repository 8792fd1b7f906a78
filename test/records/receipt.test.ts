import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { timeHash } from "../../src/codec/time.js";
import {
  assertQuerySigned,
  assertReceipt,
  createReceipt,
  createSignedQuery,
  readReceipt,
  readSignedQuery,
  receiptSigner,
  receiptToValue,
  signedQueryToValue,
} from "../../src/records/receipt.js";
import { testKey } from "../support/keys.js";

const asker = testKey("asker");
const peer = testKey("peer");
const owner = testKey("owner");

describe("receipt (PROTOCOL 10)", () => {
  const previous_blockhash = timeHash("tip", 5);
  const query = createSignedQuery({ previous_blockhash, address: peer.address }, asker.privateKey);
  const receipt = createReceipt(query, owner.address, peer.privateKey);

  it("is signed by the asked peer over a query signed by the asker, and reads back", () => {
    expect(() => assertReceipt(receipt)).not.to.throw();
    expect(receiptSigner(receipt)).to.equal(asker.address);
    expect(readReceipt(receiptToValue(receipt))).to.deep.equal(receipt);
    expect(readSignedQuery(signedQueryToValue(query))).to.deep.equal(query);
  });

  it("is refused when any part of it is another's", () => {
    const other = timeHash("other", 5);
    const code = (change: Partial<typeof receipt>, expected: string) =>
      expect(() => assertReceipt({ ...receipt, ...change }))
        .to.throw(ChainError)
        .with.property("code", expected);
    code({ previous_blockhash: other }, "RECEIPT_QUERY");
    code({ public_key: asker.publicKey }, "RECEIPT_QUERY");
    code({ beneficiary: asker.address }, "RECEIPT_HASH");
    code({ signature: "00".repeat(64) }, "RECEIPT_SIGNATURE");
    const forged = { ...query, public_key: owner.publicKey };
    expect(() => assertReceipt(createReceipt(forged, owner.address, peer.privateKey)))
      .to.throw(ChainError)
      .with.property("code", "QUERY_SIGNATURE");
    expect(() => assertQuerySigned(forged)).to.throw(ChainError, "asker's");
  });
});
