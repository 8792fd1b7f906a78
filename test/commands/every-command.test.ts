import { expect } from "chai";
import { commands } from "../../commands/index.js";
import { runInProcess } from "../cli/terminal-stub.js";
import { useRememberedScrypt } from "../support/remembered-scrypt.js";
import { EVERY_LINE, expectInPipe, wordsOf } from "./lines/every-line.js";
import { createWorld, type World } from "./lines/world.js";

/** every-command.slow.test.ts runs the same lines with the real binary, and at a terminal. */
describe("every command, in a pipe", () => {
  let world: World;
  useRememberedScrypt();

  before(async () => {
    world = await createWorld();
  });
  after(() => world.close());

  it("is in the tables, or in the tests of start, stop, explorer, project, reader, signer and testnet by the real binary", () => {
    const tested = [
      ...EVERY_LINE.map(({ path }) => path),
      "start",
      "stop",
      "explorer",
      "project",
      "reader",
      "signer",
      "testnet",
    ];
    expect(tested).to.have.members([...commands.commands.keys()]);
  });

  for (const line of EVERY_LINE) {
    it(line.path, async () => {
      const { environment } = world;
      const input = line.input?.(world) ?? "";
      expectInPipe(line, await runInProcess(wordsOf(line, world, "pipe"), { environment, input }));
    });
  }
});
