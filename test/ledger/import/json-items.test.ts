import { expect } from "chai";
import { splitJsonItems } from "../../../src/ledger/import/json-items.js";
import { expectRejection } from "../../support/expect-rejection.js";

/** The items of a text that arrives in pieces of so many bytes. */
async function split(text: string, pieceBytes = text.length + 1): Promise<readonly string[]> {
  const bytes = Buffer.from(text);
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes)
    pieces.push(bytes.subarray(from, from + pieceBytes));
  const items: string[] = [];
  for await (const item of splitJsonItems(pieces)) items.push(item.text);
  return items;
}

const ITEMS = ['{"a":{"b":[1,{"c":"}"}]}}', '{"quote\\"":"\\\\","[":"{"}', "{}", '{"text":"élan ✓"}'];

describe("The maps of a file of blocks", () => {
  for (const pieceBytes of [1, 2, 7, 1000]) {
    it(`are read from a JSON array in pieces of ${pieceBytes} bytes`, async () => {
      expect(await split(`\r\n[ ${ITEMS.join(" ,\n")}\t]\n`, pieceBytes)).to.deep.equal(ITEMS);
    });

    it(`are read from NDJSON in pieces of ${pieceBytes} bytes`, async () => {
      expect(await split(`${ITEMS.join("\n")}\n`, pieceBytes)).to.deep.equal(ITEMS);
    });
  }

  it("do not exist in an empty file or an empty array", async () => {
    expect(await split("")).to.deep.equal([]);
    expect(await split(" [ ] ")).to.deep.equal([]);
  });

  for (const text of ['[{"a":1}', '[{"a":1},', '{"a":1', "[", '{"a":"}']) {
    it(`must not end in the middle: ${text}`, async () => {
      await expectRejection(split(text), "ITEMS_MALFORMED", "local");
    });
  }

  it("are refused with the line and column of the fault, in pieces too", async () => {
    for (const pieceBytes of [1, 1000])
      for (const [text, line, column] of [
        ['{"a":1}\n{"b":2}\n17\n', 3, 1],
        ['[{"a":\n1},\n\n7]', 4, 1],
        ['{"a":1}\n{"b":', 2, 6],
        ['{"é":"✓"} x', 1, 11],
      ] as const) {
        const failure = await split(text, pieceBytes).catch((error: unknown) => error);
        expect(failure).to.have.property("code", "ITEMS_MALFORMED");
        expect(failure).to.have.nested.property("details.line", line);
        expect(failure).to.have.nested.property("details.column", column);
      }
  });

  for (const text of ["[{},]", "[{}{}]", "{},{}", "[] {}", "[]]", "[1]", "12", '"a"', "[,{}]", "{}]"]) {
    it(`must be maps in an array or on lines: ${text}`, async () => {
      await expectRejection(split(text), "ITEMS_MALFORMED", "local");
    });
  }
});
