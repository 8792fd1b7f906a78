import { expect } from "chai";
import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { useTemporaryDirectory } from "../cli/binary.js";
import { openHistory } from "../../src/repl/history.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";
import { beginConversation, CONTINUATION, type TestConversation } from "./console-stub.js";
import { slowly } from "../support/slowly.js";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const CTRL_G = "\u0007";
const CTRL_R = "\u0012";
const CTRL_S = "\u0013";
const CTRL_Y = "\u0019";
const UP = "\u001b[A";
const BACKSPACE = "\u007f";

describe("A conversation at the prompt", () => {
  const directory = useTemporaryDirectory();
  let connection: SandboxConnection;
  let talk: TestConversation;

  beforeEach(async () => {
    connection = await openSandbox(1_800_000_000_000_000);
    talk = await beginConversation(connection, directory());
  });
  afterEach(async () => {
    talk.type(CTRL_C);
    talk.type(`${CTRL_C}${CTRL_C}${CTRL_D}`);
    await talk.ended;
    await connection.sandbox.close();
  });

  it("shows the heights, awaits results, and keeps the last one and the last error", async () => {
    const height = await connection.client.blockCount();
    await talk.see(`sandbox ${height}/0> `);
    talk.type("chain.height()\n");
    await talk.see(`\n${height}\n`);
    talk.type("_ + 1000\n");
    await talk.see(`\n${height + 1000}\n`);
    talk.type("await chain.state('local', 'x')\n");
    await talk.see("error: Invalid state key");
    talk.type("_error.code\n");
    await talk.see("'STATE_KEY'");
  });

  it("shows the new height after a block", async () => {
    const height = await connection.client.blockCount();
    await talk.see("> ");
    talk.type("await sandbox.fund(sandbox.accounts[1].address, '1')\n");
    await talk.see(`sandbox ${height + 1}/0> `);
  });

  it("shows errors of statements in the parts that the command line has, without a stack", async () => {
    await talk.see("> ");
    talk.type("(() => {\n  throw new TypeError('boom');\n})()\n");
    const seen = await talk.see("error: TypeError: boom\n");
    const shown = seen + (await talk.see("line  2"));
    expect(shown).not.to.match(/\bat .*\.js/);
  });

  it("suggests what was probably meant, and shows the arguments of a function that was called without any", async () => {
    await talk.see("> ");
    for (const [line, advice] of [
      ["chian", "Did you mean chain?"],
      ["chain.blok()", "Did you mean chain.block?"],
      ["trace()", "The usage is: trace(hash | tx)"],
      ["tx.build()", "The usage is: tx.build(type, from, parameters?)"],
    ]) {
      talk.type(`${line}\n`);
      await talk.see(advice ?? "?");
    }
    talk.type("(await tx.list()).length > 0\n");
    await talk.see("\ntrue\n");
  });

  it("watches blocks, whose members and those of lists have the names that tables show", async () => {
    const height = await connection.client.blockCount();
    await talk.see("> ");
    talk.type("const next = chain.watch().next(); await chain.height()\n");
    await talk.see("Its value: await next\n");
    talk.type("await sandbox.fund(sandbox.accounts[1].address, '1'); (await next).value.height\n");
    await talk.see(`\n${height + 1}\n`);
    talk.type(
      "{ const [row] = await tx.list(); print(`${row.hash.length} ${typeof row.type} ${row.time.getTime() > 0}`) }\n",
    );
    await talk.see("78 string true");
    talk.type(
      "{ const [row] = await chain.blocks(); print(`${row.blockhash.length} ${row.time.getTime() > 0}`) }\n",
    );
    await talk.see("78 true");
  });

  it("awaits an answer of which a member is taken, and leaves promises what is theirs", async () => {
    const height = await connection.client.blockCount();
    await talk.see("> ");
    talk.type("chain.block('latest').height\n");
    await talk.see(`\n${height}\n`);
    talk.type("const counts = chain.blocks().map(({ height }) => height), more = 1\n");
    talk.type("counts.at(-1) + more\n");
    await talk.see(`\n${height + 1}\n`);
    talk.type("chain.height().then((value) => value * 1000)\n");
    await talk.see(`\n${height * 1000}\n`);
    talk.type("function tip() { return chain.block('latest').height }\nString(tip())\n");
    await talk.see("'undefined'");
    talk.type("chain.block().nothing.there\n");
    await talk.see("error: TypeError: Cannot read properties of undefined");
  });

  it("shows the help of a name with a question mark", async () => {
    await talk.see("> ");
    talk.type("chain.block?\n");
    await talk.see("chain.block(height | hash | 'latest'?)");
    talk.type("chian?\n");
    await talk.see("Did you mean chain?");
    talk.type("true ?\n1 : 2\n");
    await talk.see("\n1\n");
  });

  it("shows a watched expression again after each block, until Ctrl-C", async () => {
    const height = await connection.client.blockCount();
    await talk.see("> ");
    talk.type(`.watch await chain.height() > ${height} ? "later" : "first"\n`);
    await talk.see("'first'");
    // The watch may begin after the first block.
    const again = talk.see("'later'").then(() => true);
    do await connection.sandbox.fund(connection.sandbox.accounts[1]?.address ?? "", "1");
    while (!(await Promise.race([again, setTimeout(20, false)])));
    talk.type(CTRL_C);
    await talk.see("> ");
    talk.type(".watch\n");
    await talk.see("The usage is: .watch <expression>");
  });

  it("names what was left a promise, where an await was probably forgotten", async () => {
    await talk.see("> ");
    talk.type("const height = chain.height()\n");
    await talk.see("height is a promise. Its value: await height\n");
    talk.type("({ a: 1, tip: chain.height() })\n");
    await talk.see("_.tip is a promise. Its value: await _.tip\n");
    talk.type("const other = await chain.height(); const same = chain.height()\n");
    expect(await talk.see("same is a promise. Its value: await same\n")).not.to.include("other,");
    talk.type("height\n");
    expect(await talk.see("> ")).not.to.include("promise");
  });

  it("distinguishes a syntax error from an incomplete statement", async () => {
    await talk.see("> ");
    talk.type("1 +\n");
    await talk.see(CONTINUATION);
    talk.type("2\n");
    await talk.see("\n3\n");
    talk.type("1 1\n");
    await talk.see("error: SyntaxError: Unexpected token");
    talk.type("`a\n");
    await talk.see(CONTINUATION);
    talk.type("b`.length\n");
    await talk.see("\n3\n");
  });

  it("allows every name to be declared again, with await or without", async () => {
    await talk.see("> ");
    talk.type("const a = 1, { b } = { b: 2 }\nconst a = await 3\nclass A {}\nclass A { x = 4 }\n");
    talk.type("async function f() { return (await a) + b }\n");
    talk.type("[a, b, new A().x, await f()].join()\n");
    await talk.see("'3,2,4,5'");
  });

  it("imports modules", async () => {
    await talk.see("> ");
    talk.type("import path, { join as glue } from 'node:path'\n");
    talk.type("[glue('a', 'b'), path.sep].join()\n");
    await talk.see("'a/b,/'");
  });

  it("imports TypeScript, and a changed module again", async () => {
    const file = join(directory(), "contract.ts");
    writeFileSync(file, "export const version: string = 'one';\n");
    await talk.see("> ");
    talk.type(`import { version } from '${file}'\nversion\n`);
    await talk.see("\n'one'\n");
    writeFileSync(file, "export const version: string = 'two';\n");
    utimesSync(file, 1, 1);
    talk.type(`import { version } from '${file}'\nversion\n`);
    await talk.see("\n'two'\n");
    writeFileSync(join(directory(), "record.json"), '{ "name": "Tally" }');
    talk.type(`import record from '${join(directory(), "record.json")}'\nrecord.name\n`);
    await talk.see("\n'Tally'\n");
  });

  it("runs statements that were typed ahead in order, each with the results of those before", async () => {
    await talk.see("> ");
    talk.type("let n = await chain.height()\nn = n - n + 40\nawait 1\nn + 2\n");
    await talk.see("\n42\n");
  });

  it("accepts statements over several lines; Ctrl-C clears them, and a second one leaves", async () => {
    await talk.see("> ");
    talk.type("[1,\n");
    await talk.see(CONTINUATION);
    talk.type("2].length\n");
    await talk.see("\n2\n");
    talk.type("[1,\n");
    await talk.see(CONTINUATION);
    talk.type(CTRL_C);
    await talk.see("> ");
    talk.type(CTRL_C);
    await talk.see("To exit, press Ctrl+C again");
    talk.type(CTRL_C);
    await talk.ended;
  });

  it("keeps the text of a line that Ctrl-C drops on the screen, and inserts it again with Ctrl-Y", async () => {
    await talk.see("> ");
    const line = `"${"x".repeat(200)}".length`;
    talk.type(line);
    await talk.see("length");
    talk.type(CTRL_C);
    await talk.see("> ");
    talk.type(`${CTRL_Y} + 1000\n`);
    await talk.see("\n1200\n");
  });

  it("keeps a statement of several lines as one entry of the history, which can be searched and run again", async () => {
    await talk.see("> ");
    talk.type("7000 + 1\n[\n  8000,\n].length + 7000\n");
    await talk.see("\n7001\n");
    await talk.see("\n7001\n");
    await talk.see("> ");
    talk.type(`${UP}\n`);
    await talk.see("].length + 7000");
    await talk.see("\n7001\n");
    talk.type(`${CTRL_R}8000\n`);
    await talk.see("\n7001\n");
    talk.type(`${UP}${UP} + 1000\n`);
    await talk.see("\n8001\n");
    talk.type(CTRL_D);
    await talk.ended;
    expect((await openHistory(directory())).lines).to.deep.equal([
      "7000 + 1 + 1000",
      "[\n  8000,\n].length + 7000",
      "7000 + 1",
    ]);
  });

  it("finds earlier lines with Ctrl-R and Ctrl-S, and brings the line back with Ctrl-G", async () => {
    await talk.see("> ");
    talk.type("1000 + 1\n2000 + 1\n1000 + 2\n");
    await talk.see("\n1002\n");
    await talk.see("> ");
    talk.type(`mine${CTRL_R}1000`);
    await talk.see("search: 1000 > 1000 + 2");
    talk.type(CTRL_R);
    await talk.see("search: 1000 > 1000 + 1");
    talk.type(CTRL_R);
    await talk.see("search: 1000 (not found)");
    talk.type(`${BACKSPACE}${BACKSPACE}${BACKSPACE}${BACKSPACE}2000`);
    await talk.see("search: 2000 > 2000 + 1");
    talk.type(CTRL_G);
    await talk.see("> mine");
    talk.type(`${CTRL_C}${CTRL_R}1000${CTRL_R}${CTRL_S}\n`);
    await talk.see("\n1002\n");
    talk.type(`${CTRL_R}2000\u001b[F${BACKSPACE}3\n`);
    await talk.see("\n2003\n");
  });

  it("ends an awaiting statement with Ctrl-C, and continues", async () => {
    await talk.see("> ");
    talk.type("await new Promise(() => {})\n");
    await talk.see("\n");
    talk.type(CTRL_C);
    await talk.see("error: The statement was interrupted.");
    await talk.see("> ");
    talk.type("new Promise(() => {})\n");
    await talk.see("\n");
    talk.type(CTRL_C);
    await talk.see("error: The statement was interrupted.");
    await talk.see("> ");
    talk.type("6 * 7\n");
    await talk.see("\n42\n");
  });

  it("ends with Ctrl-C the statement entered just before it, and drops the text typed between", async () => {
    await talk.see("> ");
    talk.type(`await new Promise(() => {})\n'never' + ' run'\n${CTRL_C}`);
    await talk.see("error: The statement was interrupted.");
    const seen = await talk.see("> ");
    talk.type("6 * 7\n");
    expect(seen + (await talk.see("\n42\n"))).not.to.include("never run");
  });

  slowly("accepts pasted JSON of 64 KB in one line, and in thousands", async () => {
    const record = { list: Array.from({ length: 2000 }, (_, index) => ({ index, text: "x".repeat(8) })) };
    await talk.see("> ");
    talk.type(`x = ${JSON.stringify(record)}; x.list.length\n`);
    await talk.see("\n2000\n");
    talk.type(`y = ${JSON.stringify(record, null, 2)}\n\ny.list.length + 1\n`);
    await talk.see("\n2001\n");
  });

  it("keeps its lines for the next session, in a private file, without secrets", async () => {
    await talk.see("> ");
    talk.type("1 + 1\n");
    await talk.see("\n2\n");
    const words = ["password", "Passphrase", "privateKey", "secret", "mnemonic"];
    for (const secret of ["ab".repeat(32), ...words]) {
      talk.type(`'${secret}' && ${secret.length} + 1000\n`);
      await talk.see(`\n${secret.length + 1000}\n`);
    }
    talk.type(CTRL_D);
    await talk.ended;
    const file = join(directory(), "console-history");
    expect(readFileSync(file, "utf8")).to.equal("1 + 1\n");
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect((await openHistory(directory())).lines).to.deep.equal(["1 + 1"]);
  });

  describe("its own commands", () => {
    it(".help shows the names by groups, and those of one object", async () => {
      await talk.see("> ");
      talk.type(".help\n");
      const all = await talk.see("sandbox.warp(seconds)");
      for (const name of ["hash(value)", ".save <file>", "chain.block(", "trace(hash"]) {
        expect(all).to.include(name);
      }
      talk.type(".help code\n");
      expect(await talk.see("code.check(record)")).not.to.include("tx.");
      talk.type(".help chian\n");
      await talk.see("Did you mean chain?");
    });

    it("shows the signature of an operator at Tab, and keeps the line", async () => {
      await talk.see("> ");
      talk.type("op.add(\t");
      await talk.see("$add: [number: number");
      talk.type('"1", "2")\n');
      await talk.see("$add");
    });

    it(".help shows an operator of contracts, or lists them all", async () => {
      await talk.see("> ");
      talk.type(".help $add\n");
      await talk.see("$add: [number: number, …");
      await talk.see('{"$add":["1e3","1"]}');
      talk.type(".help strlen\n");
      await talk.see("$strlen: [text");
      talk.type(".help operators\n");
      await talk.see("$write_universal: [");
      talk.type(".help $presice_add\n");
      await talk.see("Did you mean $precise_add?");
    });

    it(".save and .load repeat the statements, without those that failed", async () => {
      const file = join(directory(), "session.js");
      await talk.see("> ");
      talk.type("const seven = 7\nthrow 1\nseven + 1\n");
      await talk.see("\n8\n");
      talk.type(`.save ${file}\n`);
      await talk.see("Written to");
      expect(readFileSync(file, "utf8")).to.equal("const seven = 7\nseven + 1\n");
      expect(statSync(file).mode & 0o777).to.equal(0o600);
      talk.type(".clear\n");
      await talk.see("All declarations are removed.");
      talk.type("typeof seven\n");
      await talk.see("'undefined'");
      talk.type(`.load ${file}\n`);
      await talk.see("\n8\n");
      talk.type(`.save ${file}\n`);
      await talk.see("never overwritten");
    });

    it(".load ends at the first failure, and reports a file that does not exist", async () => {
      const file = join(directory(), "broken.js");
      writeFileSync(file, "1 + 1\nnothing.there\n3 + 4\n");
      await talk.see("> ");
      talk.type(`.load ${file}\n`);
      await talk.see("\n2\n");
      expect(await talk.see("> ")).to.match(/ReferenceError: nothing is not defined/);
      talk.type(".load /nonexistent\n");
      await talk.see("ENOENT");
      talk.type(".load\n");
      await talk.see("The usage is: .load <file>");
    });

    it(".height and .accounts show the chain, .time how long statements take", async () => {
      const height = await connection.client.blockCount();
      await talk.see("> ");
      talk.type(".height\n");
      expect(await talk.see("resource")).to.match(new RegExp(`main +${height}`));
      talk.type(".accounts\n");
      await talk.see(connection.sandbox.accounts[0]?.address ?? "?");
      await talk.see("30000000000000000000000");
      talk.type(".time\n");
      await talk.see("The time of each statement is shown.");
      talk.type("1 + 1\n");
      await talk.see(" ms\n");
    });

    it(".trace, .why and .step show what the functions of the same names return", async () => {
      const [first, second] = connection.sandbox.accounts;
      await talk.see("> ");
      talk.type(`hash = await tx.send("Send", { to: "${second?.address}", amount: "5" })\n`);
      const hash = /'([0-9a-f]{78})'/.exec(await talk.see("'\n"))?.[1] ?? "";
      talk.type(`.why ${hash}\n`);
      await talk.see("fate: 'pooled'");
      talk.type("await sandbox.mine()\n");
      talk.type(`.why ${hash}\n`);
      await talk.see("fate: 'committed'");
      talk.type(`.trace ${hash}\n`);
      expect(await talk.see("result    null"))
        .to.include(first?.address ?? "?")
        .and.to.include("$write_universal");
      talk.type(`.step ${hash}\n`);
      await talk.see("step 1 of ");
      talk.type("n");
      await talk.see(" = true");
      talk.type("q");
      await talk.see("the state after block");
      talk.type(`.step ${"0".repeat(78)}\n`);
      await talk.see("No block contains");
      for (const command of [".trace", ".why", ".step"]) {
        talk.type(`${command}\n`);
        await talk.see(`The usage is: ${command} <hash>`);
      }
      talk.type(".why 12a\n");
      await talk.see("78 lower-case hex characters");
    });

    it(".editor collects lines and runs them with Ctrl-D", async () => {
      await talk.see("> ");
      talk.type(".editor\n");
      await talk.see("Entering editor mode");
      talk.type("const four = 4\n\nfour * 2");
      talk.type(CTRL_D);
      await talk.see("\n8\n");
      talk.type(".editor\n");
      await talk.see("Entering editor mode");
      talk.type(`one line\nanother${CTRL_C}`);
      await talk.see("> ");
      talk.type(`6 *\n`);
      await talk.see(CONTINUATION);
      talk.type(`7\n`);
      await talk.see("\n42\n");
    });

    it(".more shows the next part of a long result, and .all the whole", async () => {
      await talk.see("> ");
      talk.type("Array.from({ length: 250 }, (_, index) => index + 5000)\n");
      const first = await talk.see("… and more: ");
      talk.type(".more\n");
      const second = await talk.see("… and more: ");
      expect(first).to.include("  5098,\n").and.not.to.include("5099");
      expect(second).to.include("  5099,\n").and.to.include("  5198,\n").and.not.to.include("5199");
      talk.type(".more\n");
      await talk.see("\n  5199,\n");
      await talk.see("  5249,\n]");
      talk.type(".more\n");
      await talk.see("All of the result is shown.");
      talk.type("Array.from({ length: 2000 }, (_, index) => index + 5000)\n");
      expect(await talk.see("all: .all")).not.to.include("6999");
      talk.type(".all\n");
      await talk.see("  6999,\n]");
    });

    it("suggests the command that was meant, and does not read a pasted member access as a command", async () => {
      await talk.see("> ");
      talk.type(".hepl\n");
      await talk.see("Did you mean .help?");
      talk.type("(\n[1]\n.map((each) => each + 41)[0])\n");
      await talk.see("\n42\n");
    });

    it(".exit leaves", async () => {
      await talk.see("> ");
      talk.type(".exit\n");
      await talk.ended;
    });
  });

  it("shows an unhandled rejection, and continues", async () => {
    await talk.see("> ");
    talk.type("void chain.state('local', 'x')\n");
    await talk.see("A promise that was not awaited failed:\nerror: Invalid state key");
    talk.type("1 + 1\n");
    await talk.see("\n2\n");
  });
});
