import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { memberOf, type Value } from "../../../src/codec/value.js";
import { ReceiptBook } from "../../../src/consensus/receipt-book.js";
import type { RoundBook } from "../../../src/consensus/round-book.js";
import { SHOWN_POOL_LIMITS, TransactionPool } from "../../../src/consensus/transaction-pool.js";
import { answerToValue } from "../../../src/ledger/answer.js";
import type { PreparedTransaction } from "../../../src/ledger/prepared-transaction.js";
import { broadcastView, type RoundParts } from "../../../src/api/views/broadcast-view.js";
import type { BroadcastQuery } from "../../../src/api/engine.js";
import { createKeyPair } from "../../../src/data/directory/identity.js";
import { chunkToValue, createChunk } from "../../../src/records/chunk.js";
import { createReceipt, createSignedQuery } from "../../../src/records/receipt.js";
import { signTransaction } from "../../../src/records/transaction.js";
import { mapIn } from "../../support/vectors.js";

describe("Broadcast (the RPC interface; PROTOCOL 10.9, 13.6)", () => {
  const key = createKeyPair();
  const tip = { height: 5, blockhash: "ab".repeat(39) };
  const transaction = signTransaction(
    new Map<string, Value>([
      ["type", "Oracle"],
      ["timestamp", 7n],
      ["name", "é/\u0001"],
    ]),
    key.privateKey,
  );
  const chunk = createChunk(
    { previous_blockhash: tip.blockhash, s_timestamp: 1_000_000, transactions: [transaction.hash] },
    key.privateKey,
  );
  const query = { previous_blockhash: tip.blockhash, address: key.address };
  const receipt = createReceipt(createSignedQuery(query, key.privateKey), key.address, key.privateKey);

  function parts(): RoundParts {
    const pool = new TransactionPool();
    pool.add({ transaction, work: 0 } as unknown as PreparedTransaction);
    const receipts = new ReceiptBook();
    receipts.add(tip, receipt, { rank: "own" });
    const book = { chunks: new Map([[key.address, chunk]]), hypotheses: new Map() };
    return { ledger: { tip }, pool, receipts, book: book as unknown as RoundBook } as unknown as RoundParts;
  }
  const shown = (given: RoundParts, asked: BroadcastQuery = {}): Promise<Value> =>
    answerToValue(broadcastView(given, asked));
  const MAIN = parseJson(
    `{"transactions":{"${transaction.hash}":${transaction.text}},"chunks":{"${key.address}":${canonicalJson(chunkToValue(chunk))}},"hypotheses":[]}`,
  );
  const RESOURCE = new Map([["receipts", new Map([[key.address, parseJson(receipt.text)]])]]);

  it("shows transactions by hash, chunks by signer and receipts by asker, each as it was hashed", async () => {
    const given = parts();
    for (const _ of ["printed", "printed already"]) {
      expect(await shown(given)).to.deep.equal(MAIN);
      expect(await shown(given, { chain_type: "resource" })).to.deep.equal(RESOURCE);
      expect(await shown(given, { chain_type: "all", round_key: tip.blockhash })).to.deep.equal(
        new Map([
          ["main", MAIN],
          ["resource", RESOURCE],
        ]),
      );
    }
  });

  it("shows no more of a large pool than a node reads at once", async () => {
    const countShown = async (count: number, size: number): Promise<number> => {
      const pool = new TransactionPool({ maxTransactions: 10_000, maxBytes: 2 ** 30 });
      for (let index = 0; index < count; index += 1)
        pool.add({ transaction: { ...transaction, hash: `h${index}`, size } } as PreparedTransaction);
      const view = await shown({ ...parts(), pool });
      return mapIn(memberOf(view, "transactions")).size;
    };
    expect(await countShown(5000, transaction.size)).to.equal(SHOWN_POOL_LIMITS.maxTransactions);
    expect(await countShown(10, SHOWN_POOL_LIMITS.maxBytes / 8)).to.equal(8);
  });

  it("shows no main records of a round that is not open", async () => {
    const nothing = parseJson('{"transactions":[],"chunks":[],"hypotheses":[]}');
    expect(await shown(parts(), { round_key: "cd".repeat(39) })).to.deep.equal(nothing);
  });
});
