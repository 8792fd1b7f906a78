import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf } from "../../src/codec/value.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import { createReceipt, createSignedQuery, readReceipt } from "../../src/records/receipt.js";
import { readSignedTransaction, recordToInput, signTransaction } from "../../src/records/transaction.js";
import { heapBytes } from "../support/heap-bytes.js";

const MEGABYTE = 2 ** 20;
const key = createKeyPair();

/** The bytes that stay in memory with what `read` returns for texts of a megabyte each, of which most is not wanted. */
function keptOf(text: string, read: (text: string) => unknown): number {
  const before = heapBytes();
  const kept = Array.from({ length: 20 }, (_, at) =>
    read(`{"junk":"${"x".repeat(MEGABYTE)}${at}","wanted":${text}}`),
  );
  const bytes = heapBytes() - before;
  expect(kept).to.have.length(20);
  return bytes;
}

describe("A record that is kept", () => {
  it("does not keep the text in which a transaction arrived", () => {
    const { text } = signTransaction(
      new Map<string, string | bigint>([
        ["type", "Send"],
        ["to", key.address],
        ["amount", "1000000000000000000"],
        ["timestamp", 1_795_732_032_500_000n],
      ]),
      key.privateKey,
    );
    const read = (body: string): unknown =>
      readSignedTransaction(recordToInput(memberOf(parseJson(body), "wanted")));
    expect(keptOf(text, read)).to.be.below(4 * MEGABYTE);
  });

  it("does not keep the text in which a receipt arrived", () => {
    const query = createSignedQuery(
      { previous_blockhash: "0".repeat(78), address: key.address },
      key.privateKey,
    );
    const { text } = createReceipt(query, key.address, key.privateKey);
    const read = (body: string): unknown => readReceipt(memberOf(parseJson(body), "wanted"));
    expect(keptOf(text, read)).to.be.below(4 * MEGABYTE);
  });
});
