import { expect } from "chai";
import { stripVTControlCharacters } from "node:util";
import { runBinary, runInTerminal, startBinary, type Ended } from "../cli/binary.js";
import { EVERY_LINE, expectInPipe, wordsOf } from "./lines/every-line.js";
import { createWorld, type World } from "./lines/world.js";

describe("every command, by the real binary", () => {
  let world: World;

  before(async () => {
    world = await createWorld();
  });
  after(() => world.close());

  for (const line of EVERY_LINE) {
    it(`${line.path}: in a pipe`, async () => {
      const { environment } = world;
      const input = line.input?.(world) ?? "";
      expectInPipe(line, await runBinary(wordsOf(line, world, "pipe"), { environment, input }));
    });

    it(`${line.path}: at a terminal`, async () => {
      const { code, stdout } = await runInTerminal(wordsOf(line, world, "terminal"), {
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
    const node = startBinary(["start", "--json", "--dev", "--port", "0", ...dataDirectory]);
    expect(JSON.parse(await node.firstLine)).to.include({ data_dir: world.path("started") });
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
});
