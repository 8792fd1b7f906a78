import { parseJson } from "../../src/codec/parse-json.js";
import type { Value } from "../../src/codec/value.js";
import { hashMainBlock, type MainBlockContent } from "../../src/records/main-block.js";
import { assertSigned, readTransactionRecord, signTransaction } from "../../src/records/transaction.js";
import type { Update } from "../../src/records/updates.js";
import { testKey } from "../support/keys.js";

const TRANSACTIONS = 2048;
const BLOCK_ROUNDS = 20;
const keys = Array.from({ length: 64 }, (_, index) => testKey(`bench ${index}`));

/** The records on the hot path: a transaction read and verified at admission, a full block hashed. */
export async function bench(): Promise<{ name: string; value: number; unit: string }[]> {
  const block = sampleBlock();
  const texts = block.transactions.map(({ text }) => text);
  const readMs = measure(() => {
    for (const text of texts) readTransactionRecord(parseJson(text));
  });
  const verifyMs = measure(() => {
    for (const tx of block.transactions) assertSigned(tx);
  });
  const hashMs = measure(() => {
    for (let round = 0; round < BLOCK_ROUNDS; round += 1) hashMainBlock(block);
  });
  return [
    { name: "transactions read from text", value: perSecond(TRANSACTIONS, readMs), unit: "tx/s" },
    { name: "signatures verified", value: perSecond(TRANSACTIONS, verifyMs), unit: "tx/s" },
    { name: "hash of a block of 2,048 transactions", value: hashMs / BLOCK_ROUNDS, unit: "ms" },
  ];
}

function sampleBlock(): MainBlockContent {
  const transactions = Array.from({ length: TRANSACTIONS }, (_, index) => {
    const { privateKey, address } = keys[index % keys.length] ?? testKey("bench");
    const transaction = new Map<string, Value>([
      ["type", "Send"],
      ["timestamp", BigInt(1_700_000_000_000_000 + index)],
      ["from", address],
      ["to", testKey("recipient").address],
      ["amount", "1000000000000000000"],
    ]);
    return signTransaction(transaction, privateKey);
  }).toSorted((left, right) => (left.hash < right.hash ? -1 : 1));
  const universal_updates = new Map<string, Update>(
    transactions.map(({ hash, address }) => [
      hash.slice(14) + address,
      { old: "123456789012345678901234567890", new: "123456789012345678901234567891" },
    ]),
  );
  return {
    height: 7,
    s_timestamp: 1_700_000_001_000_000,
    previous_blockhash: "",
    transactions,
    universal_updates,
    local_updates: new Map(),
  };
}

/** The duration of the second run in ms, after a first run to warm up. */
function measure(body: () => void): number {
  body();
  const startedMs = performance.now();
  body();
  return performance.now() - startedMs;
}

function perSecond(count: number, milliseconds: number): number {
  return Math.round((count * 1000) / milliseconds);
}
