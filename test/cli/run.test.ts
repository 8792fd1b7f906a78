import { expect } from "chai";
import { positional, option, type Command, type CommandTree } from "../../src/cli/command.js";
import { EXIT_CODES } from "../../src/cli/exit-codes.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { runCommandLine } from "../../src/cli/run.js";
import { Interrupted } from "../../src/cli/terminal/prompter.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { objectToValue } from "../../src/codec/value.js";
import type { Ended } from "./binary.js";
import { createTestTerminal, type TestTerminalOptions } from "./terminal-stub.js";

const number = (value: bigint): Outcome => ({ data: value, text: () => `number ${value}\n` });

/** A tree with one command, `try`, whose behaviour the test defines. */
function treeOf(run: Command["run"], more: Partial<Command> = {}): CommandTree {
  const command: Command = { summary: "try", examples: [], result: {}, run, ...more };
  return { commands: new Map([["try", async () => ({ command })]]), groups: new Map(), chapters: new Map() };
}

async function runTree(
  tree: CommandTree,
  words: readonly string[] = [],
  options: TestTerminalOptions = {},
): Promise<Ended> {
  const terminal = createTestTerminal(options);
  const code = await runCommandLine(["try", ...words], { terminal, tree, version: "1.2.3" });
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

describe("a command's result", () => {
  it("is text, or exactly one JSON document", async () => {
    const tree = treeOf(async () => ({ data: objectToValue({ n: 1n }), text: () => "one\n" }));
    expect(await runTree(tree)).to.deep.equal({ code: 0, stdout: "one\n", stderr: "" });
    expect((await runTree(tree, ["--json"])).stdout).to.equal('{"n":1}\n');
    expect((await runTree(tree, ["--json"], { isTerminal: true })).stdout).to.equal('{\n  "n": 1\n}\n');
    expect((await runTree(tree, [], { environment: { CHAINNODE_JSON: "1" } })).stdout).to.equal('{"n":1}\n');
  });

  it("may come in parts, then as one document a line", async () => {
    const tree = treeOf(async () =>
      (async function* () {
        yield number(1n);
        yield number(2n);
      })(),
    );
    expect((await runTree(tree)).stdout).to.equal("number 1\nnumber 2\n");
    expect((await runTree(tree, ["--json"], { isTerminal: true })).stdout).to.equal("1\n2\n");
  });

  it("may be a failure too: the result is printed, then the failure is reported", async () => {
    const failure = new ChainError("CODE_CHECK", "Something is wrong. ");
    const tree = treeOf(async () => ({ ...number(1n), failure }));
    const { code, stdout, stderr } = await runTree(tree);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "number 1\n" });
    expect(stderr).to.equal("error: Something is wrong.\n");
  });

  it("comes with notes on stderr, without any with --quiet", async () => {
    const tree = treeOf(async ({ note }) => {
      note("by the way");
      return number(1n);
    });
    expect((await runTree(tree)).stderr).to.equal("by the way\n");
    expect((await runTree(tree, ["--quiet"])).stderr).to.equal("");
  });
});

describe("a command's failure", () => {
  const failing = (error: unknown): CommandTree =>
    treeOf(async () => {
      throw error;
    });

  for (const [kind, code] of [
    ["refused", 1],
    ["usage", 2],
    ["unreachable", 3],
    ["unavailable", 3],
    ["busy", 3],
    ["not-found", 4],
    ["local", 5],
  ] as const) {
    it(`of kind ${kind} ends with exit code ${code}, which the table explains`, async () => {
      const ended = await runTree(failing(new ChainError("X", "No. ", { kind })));
      expect(ended).to.include({ code, stdout: "" });
      expect(EXIT_CODES.map(([known]) => known)).to.include(code);
    });
  }

  it("of another node has the advice and the exit code of this program's own catalogue", async () => {
    const foreign = (code: string): CommandTree => ({
      ...failing(new ChainError(code, "No. ", { details: { name: "a" }, isForeign: true })),
      loadErrors: async () => [
        { room: "r", code: "X", kind: "not-found", definition: { text: "No.", advice: "Look at {name}." } },
        { room: "r", code: "Y", kind: "usage", definition: { text: "No.", advice: "Look at {other}." } },
      ],
    });
    const known = await runTree(foreign("X"), ["--json"]);
    expect(known.code).to.equal(4);
    expect(JSON.parse(known.stderr)).to.have.nested.property("error.advice", "Look at a.");
    for (const [code, exit] of [
      ["Y", 2],
      ["Z", 1],
    ] as const) {
      const ended = await runTree(foreign(code), ["--json"]);
      expect(ended.code).to.equal(exit);
      expect(JSON.parse(ended.stderr)).not.to.have.nested.property("error.advice");
    }
  });

  it("is silent when the user interrupted it, exit 130", async () => {
    expect(await runTree(failing(new Interrupted()))).to.deep.equal({ code: 130, stdout: "", stderr: "" });
  });

  it("of the operating system is reported with advice, exit 5", async () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
      syscall: "write",
    });
    const { code, stderr } = await runTree(failing(full), ["--json"]);
    expect(code).to.equal(5);
    expect(JSON.parse(stderr)).to.have.nested.property("error.code", "DISK_FULL");
    expect(JSON.parse(stderr)).to.have.nested.property("error.advice");
  });

  it("of the program itself is reported with its location, exit 1", async () => {
    const { code, stderr } = await runTree(failing(new TypeError("x is not a function")));
    expect(code).to.equal(1);
    expect(stderr).to.include("x is not a function").and.to.include("run.test");
  });

  it("is JSON when --json or its setting asks for it", async () => {
    const tree = failing(new ChainError("X", "No. "));
    const expected = '{"error":{"code":"X","message":"No. "}}\n';
    expect((await runTree(tree, ["--json"])).stderr).to.equal(expected);
    expect((await runTree(tree, [], { environment: { CHAINNODE_JSON: "true" } })).stderr).to.equal(expected);
  });

  it("is coloured only at a terminal, and not with --no-color", async () => {
    const tree = failing(new ChainError("X", "No. "));
    expect((await runTree(tree, [], { isTerminal: true })).stderr).to.include("\u001b[31merror:");
    expect((await runTree(tree, ["--no-color"], { isTerminal: true })).stderr).to.equal("error: No.\n");
  });
});

describe("a command's words", () => {
  const seen: string[] = [];
  const tree = treeOf(
    async (_context, input) => {
      seen.push(input.argument("first"), ...input.rest("more"), ...input.options("each"));
      return number(BigInt(input.integer("count", 1, 9) ?? 0));
    },
    {
      arguments: [positional("<first>", "the first"), positional("[more...]", "the others")],
      options: [option("--count <n>", "how many"), option("--each <x>", "each", { isRepeatable: true })],
      hasNodeSettings: true,
    },
  );
  beforeEach(() => seen.splice(0));

  it("are arguments and options in any order", async () => {
    const words = ["a", "--each", "x", "b", "--count=3", "--each", "y", "--peer", "h:1", "--", "--c"];
    expect((await runTree(tree, words)).stdout).to.equal("number 3\n");
    expect(seen).to.deep.equal(["a", "b", "--c", "x", "y"]);
  });

  for (const [words, message] of [
    [[], "chainnode try needs <first>: the first."],
    [["a", "--count"], "Option '--count <n>' argument missing."],
    [["a", "--count", "10"], "--count must be a whole number from 1 to 9."],
    [["a", "--cuont", "1"], "Did you mean --count?"],
    [["a", "--port", "x"], "The setting port must be a whole number."],
    [["a", "--log-level", "loud"], "Invalid level of the log"],
    [["a", "--log-level", "info,peers=debgu"], "Did you mean debug?"],
  ] as const) {
    it(`are refused when they are ${JSON.stringify(words)}, exit 2`, async () => {
      const { code, stderr } = await runTree(tree, words);
      expect(code).to.equal(2);
      expect(stderr).to.include(message);
    });
  }
});
