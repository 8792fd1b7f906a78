import { expect } from "chai";
import { objectToValue } from "../../../src/codec/value.js";
import type { Answer } from "../../../src/ledger/answer.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { answerRequest } from "../../../src/ledger/requests/answer-request.js";
import { readRequest } from "../../../src/records/request.js";
import type { NewTransaction } from "../../../src/store/store.js";
import { recordedNetwork } from "../../support/recorded-chain.js";
import { sampleAddress, sampleMainBlock } from "../../support/sample-blocks.js";
import { openTempStore, type TempStore } from "../../support/temp-store.js";

const COUNT = 12;
/** With 40 KB each, no two are in memory at once. */
const LENGTH = 40_000;

describe("ListTransaction of transactions too long to be in memory together (PROTOCOL 13.13)", () => {
  let temp: TempStore;
  let transactions: readonly NewTransaction[];
  before(async () => {
    temp = await openTempStore();
    const sample = sampleMainBlock({
      height: 1,
      previous_blockhash: "",
      transactions: Array.from({ length: COUNT }, (_, index) => [sampleAddress(index % 2)]),
    });
    transactions = sample.transactions.map((transaction, index) => ({
      ...transaction,
      record: `{"transaction":{"number":${index},"memo":"${"m".repeat(LENGTH)}"}}`,
    }));
    await temp.store.commitMainBlock({ ...sample, transactions });
  });
  after(() => temp.remove());

  async function list(parameters: Readonly<Record<string, bigint | string>>): Promise<Answer> {
    const { store, network, registry, runners, tip } = await Ledger.open(temp.store, recordedNetwork());
    const resourceChain = { fixedHeight: 0, fixedMainHeight: 0 };
    const request = objectToValue({ type: "ListTransaction", ...parameters });
    return answerRequest({ store, network, registry, runners, tip, resourceChain }, readRequest(request));
  }

  async function piecesOf(answer: Answer): Promise<readonly string[]> {
    if (!("json" in answer)) return expect.fail("It is a value. ");
    if (typeof answer.json === "string") return [answer.json];
    const pieces: string[] = [];
    for await (const piece of answer.json) pieces.push(piece);
    return pieces;
  }

  function expected(listed: readonly NewTransaction[]): string {
    const members = listed.toReversed().map(({ hash, record }) => `"${hash}":${record}`);
    return `{${members.join(",")}}`;
  }

  it("returns the same map, newest first, one record after the other", async () => {
    const pieces = await piecesOf(await list({ count: 1000n }));
    expect(pieces.join("")).to.equal(expected(transactions));
    for (const piece of pieces) expect(piece.length).to.be.lessThan(LENGTH * 2);
  });

  it("returns the same map page by page and by address", async () => {
    const second = await piecesOf(await list({ count: 5n, page: 2n }));
    expect(second.join("")).to.equal(expected(transactions.slice(2, 7)));
    const address = await piecesOf(await list({ count: 1000n, address: sampleAddress(1) }));
    expect(address.join("")).to.equal(expected(transactions.filter((_, index) => index % 2 === 1)));
    expect(await piecesOf(await list({ count: 1n, page: 99n }))).to.deep.equal(["[]"]);
  });

  it("leaves out what is undone while it is sent", async () => {
    const stream = temp.store.streamTransactions({ page: 1, count: 1000 });
    const reading = stream[Symbol.asyncIterator]();
    expect(await reading.next()).to.deep.include({ done: false });
    await temp.store.undoMainBlock(1);
    expect(await reading.next()).to.deep.include({ done: true });
  });
});
