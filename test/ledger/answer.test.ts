import { expect } from "chai";
import { answerToText, answerToValue, jsonMapText } from "../../src/ledger/answer.js";
import { expectRejection } from "../support/expect-rejection.js";

async function* pieces(...texts: readonly string[]): AsyncIterable<string> {
  yield* texts;
}

describe("The data of an answer", () => {
  it("is a value, or text that is parsed as one, in pieces or whole", async () => {
    expect(await answerToValue({ value: 5n })).to.equal(5n);
    expect(await answerToValue({ json: "[1]" })).to.deep.equal([1n]);
    expect(await answerToValue({ json: pieces("[1,", "2]") })).to.deep.equal([1n, 2n]);
  });

  it("is refused as soon as its text is longer than the limit", async () => {
    expect(await answerToText({ json: pieces("[1,", "2]") }, 5)).to.equal("[1,2]");
    await expectRejection(answerToText({ json: pieces("[1,", "22]") }, 5), "ANSWER_TOO_LONG", "refused");
    await expectRejection(answerToText({ json: "[1,22]" }, 5), "ANSWER_TOO_LONG", "refused");
  });

  it("is the one empty container when a map has no members (PROTOCOL 1.5, 13.5)", () => {
    expect(jsonMapText([])).to.equal("[]");
    expect(jsonMapText([["1", "{}"]])).to.equal('{"1":{}}');
  });
});
