import { expect } from "chai";
import { runInProcess } from "../cli/terminal-stub.js";
import { useRememberedScrypt } from "../support/remembered-scrypt.js";
import { EVERY_LINE, expectInPipe, wordsOf } from "./lines/every-line.js";
import { createWorld, type World } from "./lines/world.js";

describe("every command, on a network of rules 2 (PROTOCOL 16.5)", () => {
  let world: World;
  useRememberedScrypt();

  before(async () => {
    world = await createWorld(2);
  });
  after(() => world.close());

  // A development chain has no peers, so the lines about peers expect refusals.
  for (const line of EVERY_LINE.filter(({ path }) => !path.startsWith("peer "))) {
    it(line.path, async () => {
      const { environment } = world;
      const input = line.input?.(world) ?? "";
      const ended = await runInProcess(wordsOf(line, world, "pipe"), { environment, input });
      expectInPipe(line, ended);
      expect(ended.stdout).not.to.include("by rules 1");
    });
  }
});
