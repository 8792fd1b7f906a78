import { expect } from "chai";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createKeystore } from "../../src/data/keys/keystore.js";
import { runBinary } from "../cli/binary.js";
import { useDevProcess } from "../support/dev-process.js";
import { startInTerminal, type TerminalSession } from "./terminal-session.js";
import { slowly } from "../support/slowly.js";
import { skipWithout } from "../support/skip.js";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const CTRL_R = "\u0012";
const RIGHT = "\u001b[C";
const ENTER = "\r";
const TAB = "\t";
const PASSWORD = "open sesame";

describe("chainnode repl at a terminal", () => {
  const fixture = useDevProcess();
  let talk: TerminalSession;

  before(async function () {
    skipWithout(this, "script");
    const keystore = createKeystore(join(fixture.directory, "keystore"));
    const alice = await keystore.unlock(await keystore.find("alice"), async () => "");
    await keystore.changePassword(alice, PASSWORD);
  });
  const begin = (): TerminalSession => {
    talk = startInTerminal(["repl", "--data-dir", fixture.directory]);
    return talk;
  };
  const enter = (line: string): void => talk.type(line + ENTER);
  const leave = async (): Promise<void> => {
    talk.type(CTRL_D);
    expect(await talk.ended).to.equal(0);
  };

  it("finds the running node by its data directory, shows its location and the heights", async () => {
    begin();
    const banner = await talk.see("> ");
    expect(banner).to.include(fixture.node.url);
    expect(banner).to.include("DEVELOPMENT NETWORK");
    expect(banner).to.match(/dev \d+\/\d+> $/);
    enter("(await node.status()).get('pid') > 0");
    await talk.see("true");
    await leave();
  });

  it("recognizes the network of a node given by URL", async () => {
    talk = startInTerminal([
      "repl",
      "--data-dir",
      join(fixture.directory, "none"),
      "--rpc",
      fixture.node.url,
    ]);
    const banner = await talk.see("> ");
    expect(banner)
      .to.include(fixture.node.url)
      .and.to.match(/dev \d+\/\d+> $/);
    await leave();
  });

  slowly("pays with a key of the keystore, whose password is never shown", async () => {
    begin();
    await talk.see("> ");
    const to = fixture.node.accounts[1]?.address ?? "";
    enter(`await tx.wait(tx.send('Send', { to: '${to}', amount: '7' }, 'alice')) !== null`);
    await talk.see("Password of alice: ");
    enter(PASSWORD);
    expect(await talk.see("true")).not.to.include(PASSWORD);
    await leave();
    const history = readFileSync(join(fixture.directory, "console-history"), "utf8");
    expect(history).to.include("tx.send").and.not.to.include(PASSWORD);
  });

  it("completes with Tab, and finds earlier lines again", async () => {
    begin();
    await talk.see("> ");
    talk.type(`await chain.heig${TAB}`);
    await talk.see("chain.height");
    enter("() > 0");
    await talk.see("true");
    await talk.see("> ");
    talk.type(`${CTRL_R}heig`);
    await talk.see("await chain.height() > 0");
    talk.type(ENTER);
    await talk.see("true");
    await leave();
  });

  it("suggests behind the cursor how an earlier line goes on, which the right arrow takes", async () => {
    begin();
    await talk.see("> ");
    enter("60606 + 1");
    await talk.see("\n60607");
    await talk.see("> ");
    talk.type("60");
    await talk.see("606 + 1");
    talk.type(`${RIGHT}000`);
    await talk.see("000");
    talk.type(ENTER);
    await talk.see("\n61606");
    await talk.see("> ");
    // What is suggested is not entered.
    talk.type("60606");
    await talk.see(" + 1000");
    enter("");
    await talk.see("\n60606\r\n");
    await leave();
  });

  it("suggests nothing where there is no colour", async () => {
    talk = startInTerminal(["repl", "--data-dir", fixture.directory], { NO_COLOR: "1" });
    await talk.see("> ");
    enter("70707 + 1");
    await talk.see("\n70708");
    await talk.see("> ");
    talk.type("70");
    await talk.see("70");
    enter(" + 1");
    expect(await talk.see("\n71")).not.to.include("707");
    await leave();
  });

  it("Ctrl-C ends an awaiting or computing statement, clears a line, and leaves the second time", async () => {
    begin();
    await talk.see("> ");
    enter("await 1; print('begun'); await new Promise(() => {})");
    await talk.see("\n'begun'");
    talk.type(CTRL_C);
    await talk.see("interrupted");
    await talk.see("> ");
    enter("print('computing'); for (;;);");
    await talk.see("\n'computing'");
    talk.type(CTRL_C);
    await talk.see("interrupted");
    await talk.see("> ");
    talk.type(`never entered${CTRL_C}`);
    await talk.see("> ");
    talk.type(CTRL_C);
    await talk.see("To exit, press Ctrl+C again");
    talk.type(CTRL_C);
    expect(await talk.ended).to.equal(0);
  });

  it("Ctrl-C ends a statement that awaits what is settled, at once or after an answer", async () => {
    begin();
    await talk.see("> ");
    for (const line of ["for (;;) await null", "await chain.height(); for (;;) await null"]) {
      enter(`print('begun'); ${line}`);
      await talk.see("\n'begun'");
      talk.type(CTRL_C);
      await talk.see("interrupted");
      await talk.see("> ");
    }
    enter("await chain.height() > 0");
    await talk.see("\ntrue");
    await leave();
  });

  it("loses no Ctrl-C and no output between computing and awaiting, but for one in the end of a script", async () => {
    let lost = 0;
    const untilInterrupted = async (): Promise<void> => {
      const again = setInterval(() => {
        lost += 1;
        talk.type(CTRL_C);
      }, 10_000);
      await talk.see("interrupted").finally(() => clearInterval(again));
      await talk.see("> ");
    };
    begin();
    await talk.see("> ");
    for (let round = 0; round < 10; round += 1) {
      for (const line of ["for (;;);", "await new Promise(() => {})"]) {
        talk.type(`${line}${ENTER}${CTRL_C}`);
        await untilInterrupted();
      }
      enter("print('shown'); await new Promise(() => {})");
      await talk.see("\n'shown'");
      talk.type(CTRL_C);
      await untilInterrupted();
    }
    enter("6 * 7");
    await talk.see("\n42");
    await leave();
    // Node.js loses a signal in the last fraction of a millisecond of a script; the user presses again.
    expect(lost).to.be.at.most(1);
  });

  slowly("accepts a pasted record of many lines and the text after it", async () => {
    const record = { list: Array.from({ length: 400 }, (_, index) => ({ index, text: "\t{" })) };
    begin();
    await talk.see("> ");
    talk.type(`pasted = ${JSON.stringify(record, null, "\t")}\n\npasted.list.length + 1000\n`);
    await talk.see("\n1400");
    enter("pasted.list[399].text.length");
    await talk.see("\n2");
    await leave();
  });

  slowly("exports a script that gives the same results anywhere", async () => {
    begin();
    await talk.see("> ");
    const file = join(fixture.directory, "session.mjs");
    for (const line of [
      "const first = await chain.block(2)",
      "const { first } = { first: await chain.block(1) }",
      "import { join as glue, sep } from 'node:path'",
      "import path, { sep } from 'node:path'",
      "first.blockhash",
      "nothing.there",
      "chain.blocks({ height: 2, count: 2 })",
      "_.length",
    ]) {
      enter(line);
      await talk.see("> ");
    }
    enter(`.export ${file}`);
    await talk.see("Written to");
    await leave();
    const ended = await runBinary(["repl", file, "--json", "--rpc", fixture.node.url]);
    expect(ended.stderr).to.equal("");
    const [hash, blocks, length] = ended.stdout.trim().split("\n");
    expect(hash).to.match(/^"[0-9a-f]{78}"$/);
    expect(JSON.parse(blocks ?? "")).to.have.lengthOf(2);
    expect(length).to.equal("2");
  });

  slowly("signs in a batch with a password from a file", async () => {
    const file = join(fixture.directory, "password");
    writeFileSync(file, `${PASSWORD}\n`, { mode: 0o600 });
    const to = fixture.node.accounts[1]?.address ?? "";
    const payment = `await tx.wait(tx.send('Send', { to: '${to}', amount: '1' }, 'alice'))`;
    const words = ["repl", "--data-dir", fixture.directory, "-e"];
    const { code, stderr } = await runBinary([...words, payment, "--password-file", file]);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
    const without = await runBinary([...words, payment]);
    expect(without.code).to.equal(2);
    expect(without.stderr).to.include("--password-file");
  });

  it("reads the data directory of a stopped node, and reports it", async () => {
    await fixture.node.stop();
    begin();
    const banner = await talk.see("> ");
    expect(banner).to.include(`${fixture.directory}, read-only`).and.to.include("(stopped) ");
    enter("(await chain.block(1)).height + 100");
    await talk.see("\n101");
    enter("await trace((await tx.list({ count: 1 }))[0].hash)");
    await talk.see("result");
    enter("await node.mining.start()");
    await talk.see("Only the owner of a running node");
    await leave();
  });
});
