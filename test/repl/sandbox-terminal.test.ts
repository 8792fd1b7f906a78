import { expect } from "chai";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runBinary, useTemporaryDirectory } from "../cli/binary.js";
import { startInTerminal, type TerminalSession } from "./terminal-session.js";
import { skipWithout } from "../support/skip.js";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const ENTER = "\r";

describe("chainnode repl --dev at a terminal", () => {
  const directory = useTemporaryDirectory();
  let talk: TerminalSession;
  before(function () {
    skipWithout(this, "script");
  });
  beforeEach(async () => {
    talk = startInTerminal(["repl", "--dev", "--data-dir", directory()]);
    await talk.see("> ");
  });
  afterEach(async () => {
    talk.type(CTRL_D);
    expect(await talk.ended).to.equal(0);
  });

  it("shows the progress of long mining, ends it with Ctrl-C, and continues with the chain", async () => {
    talk.type(`sandbox.mineResource(100000)${ENTER}`);
    await talk.see("of 100000 resource blocks");
    talk.type(CTRL_C);
    await talk.see("interrupted");
    await talk.see("> ");
    talk.type(`await sandbox.mineResource() < 100000${ENTER}`);
    await talk.see("true");
    await talk.see("> ");
  });

  it("passes a hundred million rounds at once, and refuses an invalid number of rounds", async () => {
    talk.type(`sandbox.mine("x")${ENTER}`);
    await talk.see("The rounds must be a whole number from 0.");
    await talk.see("> ");
    talk.type(`await sandbox.mine(100000000) === await chain.height()${ENTER}`);
    await talk.see("true");
    await talk.see("> ");
  });

  it("records what it sends, also what is refused, as a test that passes on a new chain", async () => {
    const file = join(directory(), "session.test.mjs");
    for (const line of [
      "const [a, b] = sandbox.accounts",
      "void (await tx.send('Send', { to: b.address, amount: '5' }))",
      "void (await sandbox.mine())",
      "await sandbox.fund(b.address, '7')",
      "await sandbox.warp(60)",
      "void (await sandbox.impersonate(b.address).send('Send', { to: a.address, amount: '12' }))",
      "void (await sandbox.mine())",
      `await tx.send('Send', { to: b.address, amount: '9'.repeat(30) })`,
      `.record ${file}`,
    ]) {
      talk.type(line + ENTER);
      await talk.see("> ");
    }
    const text = readFileSync(file, "utf8");
    expect(text.match(/ chain\.send\(| chain\.fund\(| chain\.warp\(| assertRefused\(/g)).to.deep.equal(
      ["send", "fund", "warp", "send"].map((name) => ` chain.${name}(`).concat(" assertRefused("),
    );
    const { code, stdout } = await runBinary(["code", "test", file]);
    expect({ code, passed: /pass 1/.test(stdout) }, stdout).to.deep.equal({ code: 0, passed: true });
  });
});
