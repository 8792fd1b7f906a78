import { expect } from "chai";
import { stripVTControlCharacters } from "node:util";
import { commands } from "../../commands/index.js";
import { runBinary, runInTerminal, startBinary, type Ended } from "../cli/binary.js";
import { CHAIN_LINES } from "./lines/chain-lines.js";
import { KEY_LINES } from "./lines/key-lines.js";
import type { Line } from "./lines/line.js";
import { NODE_LINES, TOOL_LINES } from "./lines/node-lines.js";
import { createWorld, type World } from "./lines/world.js";

const LINES = [...KEY_LINES, ...CHAIN_LINES, ...NODE_LINES, ...TOOL_LINES];

describe("every command, by the real binary", () => {
  let world: World;

  before(async () => {
    world = await createWorld();
  });
  after(() => world.close());

  it("is in the tables, or in the tests of start and stop below", () => {
    const tested = [...LINES.map(({ path }) => path), "start", "stop"];
    expect(tested).to.have.members([...commands.commands.keys()]);
  });

  for (const line of LINES) {
    it(`${line.path}: in a pipe`, async () => {
      const ended = await runBinary(wordsOf(line, "pipe"), {
        environment: world.environment,
        input: line.input?.(world) ?? "",
      });
      expect(ended.code, ended.stderr).to.equal(line.code ?? 0);
      expect(ended.stdout.replace(/\n$/, ""), ended.stdout).to.match(line.stdout);
      expect(ended.stdout).not.to.include("\u001B");
      expect(ended.stderr).to.match(line.stderr ?? /^$/);
    });

    it(`${line.path}: at a terminal`, async () => {
      const { code, stdout } = await runInTerminal(wordsOf(line, "terminal"), {
        environment: world.environment,
        answers: line.answers ?? [],
      });
      const seen = stripVTControlCharacters(stdout).replaceAll("\r", "");
      expect(code, seen).to.equal(line.code ?? 0);
      if (line.terminal === undefined) expect(seen.replace(/\n$/, "")).to.match(line.stdout);
      else expect(seen).to.match(line.terminal);
    });
  }

  it("start and stop: the command stops a node in a pipe", async () => {
    const dataDirectory = ["--data-dir", world.path("started")];
    const node = startBinary(["start", "--dev", "--port", "0", ...dataDirectory]);
    expect(await node.firstLine).to.equal("chainnode is running");
    const stopped = await runBinary(["stop", ...dataDirectory]);
    expect(stopped).to.include({ code: 0, stderr: "" });
    expect(stopped.stdout).to.match(/\d+/);
    expect(await node.ended).to.include({ code: 0 });
  });

  it("start and stop: the command at a terminal stops a node at a terminal", async () => {
    const dataDirectory = ["--data-dir", world.path("started-at-terminal")];
    const words = ["start", "--dev", "--port", "0", ...dataDirectory];
    const node = await new Promise<{ readonly ended: Promise<Ended> }>((resolve) => {
      const ended = runInTerminal(words, {
        onOutput: (seen) => {
          if (seen.includes("Never send anything of value")) resolve({ ended });
        },
      });
    });
    const stopped = await runInTerminal(["stop", ...dataDirectory]);
    expect(stopped.code).to.equal(0);
    const { code, stdout } = await node.ended;
    expect(code).to.equal(0);
    expect(stripVTControlCharacters(stdout)).to.match(/chainnode is running\r\n[^]*rpc +http:/);
  });

  function wordsOf({ path, words }: Line, form: "pipe" | "terminal"): readonly string[] {
    return [...path.split(" "), ...(words?.(world, form) ?? [])];
  }
});
