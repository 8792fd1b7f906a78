import { expect } from "chai";
import { useTemporaryDirectory } from "../cli/binary.js";
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
});
