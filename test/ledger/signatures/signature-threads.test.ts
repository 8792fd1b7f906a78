import { expect } from "chai";
import { importChains } from "../../../src/ledger/import/import-chain.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { SignatureThreads } from "../../../src/ledger/signatures/signature-threads.js";
import { INLINE_VERIFIER } from "../../../src/ledger/signatures/signature-verifier.js";
import type { MainBlock } from "../../../src/records/main-block.js";
import type { SignedTransaction } from "../../../src/records/transaction.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { each } from "../../support/each.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { AFTER_THE_RECORDING_US, recordedMainBlocks, recordedNetwork } from "../../support/recorded-chain.js";

/** A transaction with another one's signature. */
function withOtherSignature(transaction: SignedTransaction): SignedTransaction {
  return {
    ...transaction,
    signature: transaction.signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
  };
}

describe("Signatures verified in threads (PROTOCOL 5.2, 5.4, vectors/chain)", () => {
  let verifier: SignatureThreads;
  const blocks = recordedMainBlocks();

  beforeEach(() => {
    verifier = new SignatureThreads();
    verifier.warmUp();
  });
  afterEach(() => verifier.close());

  it("get the same verdicts as in the caller's thread, whatever the order of the answers", async () => {
    const transactions = blocks.flatMap((block) => block.transactions);
    const mixed = transactions.map((transaction, index) =>
      index % 3 === 0 ? withOtherSignature(transaction) : transaction,
    );
    const parts = [mixed, mixed.slice(0, 1), [], mixed.slice(0, 7)];
    const verdicts = await Promise.all(parts.map((part) => verifier.verify(part)));
    expect(verdicts).to.deep.equal(parts.map((part) => part.map((_, index) => index % 3 !== 0)));
    expect(verdicts).to.deep.equal(await Promise.all(parts.map((part) => INLINE_VERIFIER.verify(part))));
  });

  it("get the same verdicts before the first thread is started", async () => {
    const cold = new SignatureThreads();
    const transactions = blocks.flatMap((block) => block.transactions);
    const mixed = [...transactions.map(withOtherSignature), ...transactions];
    for (let round = 0; round < 3; round += 1)
      expect(await cold.verify(mixed)).to.deep.equal(mixed.map((_, index) => index >= transactions.length));
    await cold.close();
  });

  it("are invalid when they are not signatures, whatever they hold, and do not affect the next ones", async () => {
    const [known] = blocks.flatMap((block) => block.transactions);
    if (known === undefined) throw new Error("The chain has no transactions. ");
    const forms = ["", "\n", "\n\n\n", `${known.signature}\n`, "é", "00", known.signature];
    const transactions = forms.map((signature) => ({ ...known, signature }));
    expect(await verifier.verify(transactions)).to.deep.equal(
      forms.map((signature) => signature === known.signature),
    );
  });

  it("are rejected by threads that are closed, and by those that close meanwhile", async () => {
    const transactions = blocks.flatMap((block) => block.transactions);
    const many = Array.from({ length: 20 }, () => transactions).flat();
    const asked = expectRejection(verifier.verify(many), "SIGNATURE_THREAD", "unavailable");
    await verifier.close();
    await asked;
    await expectRejection(verifier.verify(many), "SIGNATURE_THREAD", "unavailable");
  });

  it("that are wrong end an import with the transaction's hash and the block's height", async () => {
    const store = await openSqliteStore({ file: IN_MEMORY });
    const ledger = await Ledger.open(store, recordedNetwork());
    const [first, second] = [blocks.slice(0, 4), blocks.slice(4, 5)];
    const wrong = second.map((block): MainBlock => {
      const transactions = block.transactions.map(withOtherSignature);
      return Object.assign({}, block, { transactions });
    });
    const error = await expectRejection(
      importChains(
        ledger,
        { main: each([...first, ...wrong]), resource: each([]) },
        { nowUs: AFTER_THE_RECORDING_US, verifier },
      ),
      "TRANSACTION_SIGNATURE",
      "refused",
    );
    const hash = blocks[4]?.transactions[0]?.hash;
    expect(error.details).to.deep.equal({ chain: "main", height: 5, hash });
    expect(ledger.tip.height).to.equal(4);
    await store.close();
  });
});
