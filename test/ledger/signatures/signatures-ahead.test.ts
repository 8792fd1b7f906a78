import { expect } from "chai";
import {
  INLINE_VERIFIER,
  type SignatureVerifier,
} from "../../../src/ledger/signatures/signature-verifier.js";
import { SignaturesAhead } from "../../../src/ledger/signatures/signatures-ahead.js";
import type { MainBlock } from "../../../src/records/main-block.js";
import type { SealEntry } from "../../../src/records/seal.js";
import type { SignedTransaction } from "../../../src/records/transaction.js";
import { recordedMainBlocks } from "../../support/recorded-chain.js";

const OTHER_SIGNATURE = "0".repeat(128);

function withSeal(block: MainBlock, change: (entry: SealEntry) => SealEntry): MainBlock {
  return { ...block, seal: new Map(Array.from(block.seal, ([signer, entry]) => [signer, change(entry)])) };
}

describe("Signatures of blocks, verified ahead of their turn", () => {
  const blocks = recordedMainBlocks();
  const transactionCount = blocks.reduce((sum, { transactions }) => sum + transactions.length, 0);
  let asked: number[];
  let ahead: SignaturesAhead;
  beforeEach(() => {
    asked = [];
    const counting: SignatureVerifier = {
      verify(signed) {
        asked.push(signed.length);
        return INLINE_VERIFIER.verify(signed);
      },
    };
    ahead = new SignaturesAhead(counting);
  });

  it("are verified in batches, those of transactions and seals, each once", async () => {
    ahead.begin(blocks);
    for (const block of blocks) {
      const { isVerified, isEntryVerified } = await ahead.of(block);
      expect(block.transactions.every(isVerified)).to.equal(true);
      for (const entry of block.seal.values()) expect(isEntryVerified(entry)).to.equal(true);
    }
    const sealCount = blocks.reduce((sum, { seal }) => sum + seal.size, 0);
    expect(asked.reduce((sum, count) => sum + count, 0)).to.equal(transactionCount + sealCount);
    expect(asked.length).to.be.lessThan(blocks.length / 4);
  });

  it("that are wrong never count as verified, whatever arrives with them", async () => {
    const [first, second, third] = blocks;
    if (first === undefined || second === undefined || third === undefined) throw new Error("too short");
    const forgedOf = (each: SignedTransaction): SignedTransaction => ({
      ...each,
      signature: OTHER_SIGNATURE,
    });
    const forged = { ...second, transactions: second.transactions.map(forgedOf) };
    const unsealed = withSeal(third, (entry) => ({ ...entry, signature: OTHER_SIGNATURE }));
    ahead.begin([first, forged, unsealed]);
    expect(first.transactions.every((await ahead.of(first)).isVerified)).to.equal(true);
    expect(forged.transactions.some((await ahead.of(forged)).isVerified)).to.equal(false);
    const { isVerified, isEntryVerified } = await ahead.of(unsealed);
    expect(unsealed.transactions.every(isVerified)).to.equal(true);
    expect([...unsealed.seal.values()].some(isEntryVerified)).to.equal(false);
  });

  it("do not count as verified before the verification has begun", async () => {
    const [block] = blocks;
    if (block === undefined) throw new Error("The recorded chain is empty. ");
    const { isVerified, isEntryVerified } = await ahead.of(block);
    expect(block.transactions.some(isVerified)).to.equal(false);
    expect([...block.seal.values()].some(isEntryVerified)).to.equal(false);
  });

  it("of a seal with too many entries are left to the check of the block", async () => {
    const [block] = blocks;
    const [entry] = block?.seal.values() ?? [];
    if (block === undefined || entry === undefined) throw new Error("The recorded chain is empty. ");
    const seal = new Map(Array.from({ length: 200 }, (_, index) => [`${index}`, { ...entry }]));
    const sealed = { ...block, seal };
    ahead.begin([sealed]);
    await ahead.of(sealed);
    expect(asked).to.deep.equal([16 + block.transactions.length]);
  });
});
