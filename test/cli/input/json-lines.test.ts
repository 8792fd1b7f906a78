import { expect } from "chai";
import { readJsonLines } from "../../../src/cli/input/source.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import type { Value } from "../../../src/codec/value.js";
import { createTestTerminal } from "../terminal-stub.js";

describe("JSON values on the lines of a file", () => {
  const terminal = createTestTerminal();

  it("are read to the last line without an end, which may have 16 MiB, and no further in an endless one", async () => {
    const long = `"${"x".repeat(16 * 1024 * 1024 - 2)}"`;
    const stdin = { ...terminal, inputChunks: () => chunks(`1\n\n${long}`) };
    const read: Value[] = [];
    for await (const value of readJsonLines("-", stdin)) read.push(value);
    expect(read.map((value) => (typeof value === "string" ? value.length : value))).to.deep.equal([
      1n,
      long.length - 2,
    ]);

    const failure = async (): Promise<unknown> => {
      for await (const value of readJsonLines("/dev/zero", terminal)) read.push(value);
      return null;
    };
    const error = await failure().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ChainError).and.include({ code: "LINE_TOO_LONG" });
  });
});

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
}
