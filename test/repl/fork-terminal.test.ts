import { expect } from "chai";
import { join } from "node:path";
import { useDevProcess } from "../support/dev-process.js";
import { startInTerminal, type TerminalSession } from "./terminal-session.js";
import { skipWithout } from "../support/skip.js";

const ENTER = "\r";
const CTRL_D = "\u0004";

describe("chainnode repl --fork at a terminal", () => {
  const fixture = useDevProcess();
  let talk: TerminalSession;
  /** Enters a line, and returns the output up to the next prompt. */
  const ask = async (line: string): Promise<string> => {
    talk.type(line + ENTER);
    await talk.see("\n");
    return talk.see("> ");
  };

  before(async function () {
    skipWithout(this, "script");
    const words = [
      "repl",
      "--fork",
      fixture.node.url,
      "--data-dir",
      join(fixture.directory, "none"),
      "--no-color",
    ];
    talk = startInTerminal(words);
    expect(await talk.see("> ")).to.match(
      /a fork of CHAINNODE DEVELOPMENT NETWORK · http.* at main block \d+/,
    );
  });
  after(async () => {
    talk.type(CTRL_D);
    expect(await talk.ended).to.equal(0);
  });

  it("registers code as an impersonated manager, and advises that to any other sender", async () => {
    await ask(
      "record = code.classic({ name: 'Tally', parameters: { by: {} }, conditions: [[op.gt(op.load_param('by'), '0'), 'Nothing. ']], updates: [op.write_universal('tally', '00', op.add(op.read_universal('tally', '00', '0'), op.load_param('by')))] })",
    );
    expect(await ask("code.check(record).map(({ code }) => code)")).to.include("[ 'SENDER_UNCHECKED' ]");
    expect(await ask("code.register(record, sandbox.accounts[1])"))
      .to.include("error: You are not network manager.")
      .and.to.include("sandbox.impersonate(address)");
    await ask("manager = sandbox.impersonate((await chain.block(1)).transactions[0].address)");
    expect(await ask("code.register(record, manager)")).to.match(/name: 'Tally',[^]*fork \d+\/\d+> $/);
    expect(await ask("(await code.get('Tally')).get('version')")).to.include("'1'");
  });

  it("explains a pooled transaction, traces it, and shows what it changed", async () => {
    await ask("snapshot = await sandbox.snapshot()");
    await ask("hash = await tx.send('Tally', { by: '41' }, sandbox.accounts[1])");
    expect(await ask("why(hash)")).to.include("fate: 'pooled'");
    await ask("height = await sandbox.mine()");
    expect(await ask("why(hash)")).to.include("fate: 'committed'");
    expect(await ask("trace(hash)"))
      .to.include(' $write_universal("tally", "00", "41")\r\n')
      .and.to.include('$add("0", "41") = "41"');
    expect(await ask("diff(height - 1, height)")).to.match(/name +tally[^]*old +null[^]*new +41/);
    expect(await ask("whatIf(tx.build('Tally', manager.address, { by: '0' }))")).to.match(
      /result +Nothing\./,
    );
  });

  it("reverts to the state before it", async () => {
    expect(await ask("await sandbox.revert(snapshot)")).to.match(/fork \d+\/\d+> $/);
    expect(await ask("why(hash)"))
      .to.include("fate: 'unknown'")
      .and.to.include("it would pass now");
    expect(await ask("await chain.height() === height - 1")).to.include("true");
  });
});
