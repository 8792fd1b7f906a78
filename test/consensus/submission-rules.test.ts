import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { allSteps } from "../../src/codec/steps.js";
import type { Value } from "../../src/codec/value.js";
import { readSubmissionInSteps } from "../../src/consensus/submission-rules.js";
import { readSignedTransaction, type SignedTransactionInput } from "../../src/records/transaction.js";
import { testKey } from "../support/keys.js";

function submission(member: Value): SignedTransactionInput {
  const transaction = new Map<string, Value>([
    ["type", "Send"],
    ["timestamp", 1_800_000_000_000_000n],
    ["member", member],
  ]);
  return { transaction, public_key: testKey("sender").publicKey, signature: "0".repeat(128) };
}

function outcome(member: Value): string {
  try {
    const input = submission(member);
    const read = allSteps(readSubmissionInSteps(input));
    expect(read).to.deep.equal(readSignedTransaction(input));
    return "accepted";
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return error.code;
  }
}

describe("A submitted transaction (PROTOCOL 5.4)", () => {
  const repeat = (count: number, value: Value): Value => Array.from({ length: count }, () => value);
  const account = "a".repeat(44);

  it("may hold long texts, and long lists of addresses and amounts", () => {
    expect(outcome("x".repeat(900_000))).to.equal("accepted");
    expect(outcome(repeat(5000, [account, "1000000000000000000"]))).to.equal("accepted");
    expect(outcome(repeat(900, 0n))).to.equal("accepted");
  });

  it("may hold about a thousand values, plus a quarter of its bytes", () => {
    for (const value of [0n, [], [0n], new Map([["", 0n]])])
      expect(outcome(repeat(100_000, value))).to.equal("TRANSACTION_WEIGHT");
  });

  it("may have at most the bytes of a transaction", () => {
    expect(outcome("x".repeat(1_100_000))).to.equal("TRANSACTION_MALFORMED");
    expect(outcome(repeat(1_000_000, "x".repeat(16)))).to.equal("TRANSACTION_MALFORMED");
    expect(outcome(repeat(30, "\u0000".repeat(10_000)))).to.equal("TRANSACTION_MALFORMED");
  });
});
