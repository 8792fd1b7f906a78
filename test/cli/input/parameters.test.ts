import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChainError } from "../../../src/codec/chain-error.js";
import { parseOperand, parseParameters } from "../../../src/cli/input/parameters.js";
import { useTemporaryDirectory } from "../binary.js";
import { createTestTerminal } from "../terminal-stub.js";

describe("parameters on the command line", () => {
  const directory = useTemporaryDirectory();
  const terminal = createTestTerminal({ input: '{"from_stdin":9007199254740993}' });

  it("are texts after =, JSON after :=, in the order given", async () => {
    const parameters = await parseParameters(
      ["to=abc", "note=a=b:=c", "count:=9007199254740993", "x:=1.0"],
      terminal,
    );
    expect([...parameters]).to.deep.equal([
      ["to", "abc"],
      ["note", "a=b:=c"],
      ["count", 9007199254740993n],
      ["x", 1],
    ]);
  });

  it("come from files and stdin", async () => {
    const text = join(directory(), "text");
    const json = join(directory(), "json");
    writeFileSync(text, "words\n");
    writeFileSync(json, '{"a":1,"b":[2]}');
    const parameters = await parseParameters([`@${json}`, `text=@${text}`, `map:=@${json}`, "-"], terminal);
    expect([...parameters.keys()]).to.deep.equal(["a", "b", "text", "map", "from_stdin"]);
    expect(parameters.get("text")).to.equal("words\n");
    expect(parameters.get("map")).to.deep.equal(
      new Map<string, unknown>([
        ["a", 1n],
        ["b", [2n]],
      ]),
    );
    expect(parameters.get("from_stdin")).to.equal(9007199254740993n);
  });

  it("replace earlier ones of the same name", async () => {
    expect([...(await parseParameters(["a=1", "a=2"], terminal))]).to.deep.equal([["a", "2"]]);
  });

  it("may be an empty map, which is the empty list (PROTOCOL 1.5)", async () => {
    expect((await parseParameters(["-"], createTestTerminal({ input: "{}" }))).size).to.equal(0);
  });

  for (const [word, code] of [
    ["word", "PARAMETER_WORD"],
    ["=value", "PARAMETER_WORD"],
    ["a:={", "JSON_SYNTAX"],
    ["@/nonexistent/file", "FILE_MISSING"],
  ] as const) {
    it(`cannot be written ${word}`, async () => {
      const error = await parseParameters([word], terminal).catch((error: unknown) => error);
      expect(error).to.include({ name: "ChainError", code });
    });
  }

  it("name the parameter or file whose JSON is wrong", async () => {
    const details = async (words: readonly string[], input = ""): Promise<unknown> =>
      parseParameters(words, createTestTerminal({ input })).catch((error: unknown) =>
        error instanceof ChainError ? error.details : error,
      );
    expect(await details(["a:=[1"])).to.deep.equal({ json: "[1", offset: 2 });
    expect(await details(["-"], "{")).to.deep.equal({
      source: "stdin",
      line: 1,
      column: 2,
      text: "{",
      here: " ^",
      offset: 1,
    });
    expect(await details(["-"], '{\n  "a": 1\n  "b": 2\n}')).to.deep.equal({
      source: "stdin",
      line: 3,
      column: 3,
      text: '  "b": 2',
      here: "  ^",
      offset: 13,
    });
    expect(await details([`a:=${"[".repeat(100)}`])).to.include({ json: `${"[".repeat(59)}…` });
  });

  it("from stdin must be a map", async () => {
    const error = await parseParameters(["-"], createTestTerminal({ input: "[1]" })).catch(
      (error: unknown) => error,
    );
    expect(error).to.include({ code: "PARAMETER_MAP" });
  });

  it("of one value: text, JSON or a file", async () => {
    expect(await parseOperand("text", terminal)).to.equal("text");
    expect(await parseOperand(":=[1]", terminal)).to.deep.equal([1n]);
    expect(await parseOperand("-", terminal)).to.equal('{"from_stdin":9007199254740993}');
  });
});
