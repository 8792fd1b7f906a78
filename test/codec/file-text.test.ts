import { expect } from "chai";
import { fileText, withoutByteOrderMark } from "../../src/codec/file-text.js";
import { ChainError } from "../../src/codec/chain-error.js";

const MARK = [0xef, 0xbb, 0xbf];

describe("the text of a file", () => {
  it("has neither a byte order mark nor the last line end", () => {
    for (const end of ["", "\n", "\r\n"]) {
      expect(fileText(Buffer.from(`a b${end}`))).to.equal("a b");
      expect(fileText(Buffer.from([...MARK, ...Buffer.from(`a b${end}`)]))).to.equal("a b");
    }
  });

  it("keeps every other character", () => {
    for (const text of [" a ", "a\n\n", "a\r", "a\ufeff", "\ufeff\ufeffa", "\n\n"])
      expect(fileText(Buffer.from(`\ufeff${text}`))).to.equal(text.replace(/\n$/, ""));
    expect(fileText(Buffer.from(MARK))).to.equal("");
  });

  it("is refused with the name of the file when it is not UTF-8, as UTF-16 with its own mark is not", () => {
    const utf16 = Buffer.from("\ufeffa", "utf16le");
    expect(() => fileText(utf16, "a.json"))
      .to.throw(ChainError)
      .that.deep.includes({ code: "JSON_ENCODING", details: { file: "a.json" } });
  });

  it("arrives without a byte order mark, wherever its chunks end", async () => {
    const read = async (bytes: readonly number[], ends: readonly number[]): Promise<readonly number[]> => {
      const chunks = [0, ...ends].map((end, index) => Uint8Array.from(bytes.slice(end, ends[index])));
      const read: number[] = [];
      for await (const chunk of withoutByteOrderMark(arriving(chunks))) read.push(...chunk);
      return read;
    };
    for (const text of [[], [1], [1, 2], [1, 2, 3, 4], MARK, MARK.slice(1), MARK.slice(0, 2)]) {
      for (const ends of [[], [1], [2], [3], [1, 2], [1, 2, 3], [0, 0, 4]]) {
        expect(await read([...MARK, ...text], ends)).to.deep.equal(text);
        if (text !== MARK) expect(await read(text, ends)).to.deep.equal(text);
      }
    }
  });
});

async function* arriving(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks;
}
