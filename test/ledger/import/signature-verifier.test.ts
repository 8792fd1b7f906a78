import { expect } from "chai";
import { importChains } from "../../../src/ledger/import/import-chain.js";
import {
  createSignatureVerifier,
  type SignatureVerifier,
} from "../../../src/ledger/import/signature-verifier.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import type { MainBlock } from "../../../src/records/main-block.js";
import type { SignedTransaction } from "../../../src/records/transaction.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { AFTER_THE_RECORDING_US, recordedMainBlocks, recordedNetwork } from "../../support/recorded-chain.js";

async function* each<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items;
}

/** The transaction under the signature of another one. */
function withOtherSignature(transaction: SignedTransaction): SignedTransaction {
  return {
    ...transaction,
    signature: transaction.signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
  };
}

describe("Signatures verified in threads (vectors/chain)", () => {
  let verifier: SignatureVerifier;
  const blocks = recordedMainBlocks();

  beforeEach(() => {
    verifier = createSignatureVerifier();
  });
  afterEach(() => verifier.close());

  it("are all right or not, batch by batch, whatever the order of the answers", async () => {
    const batches = blocks.map(({ transactions }, index) =>
      index % 3 === 0 ? transactions.map(withOtherSignature) : transactions,
    );
    const verdicts = await Promise.all(batches.map((batch) => verifier.areSigned(batch)));
    expect(verdicts).to.deep.equal(blocks.map((_, index) => index % 3 !== 0));
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
      importChains(ledger, each([...first, ...wrong]), each([]), { nowUs: AFTER_THE_RECORDING_US, verifier }),
      "TRANSACTION_SIGNATURE",
      "refused",
    );
    const hash = blocks[4]?.transactions[0]?.hash;
    expect(error.details).to.deep.equal({ chain: "main", height: 5, hash });
    expect(ledger.tip.height).to.equal(4);
    await store.close();
  });
});
