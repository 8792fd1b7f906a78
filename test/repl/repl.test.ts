import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBinary, useTemporaryDirectory } from "../cli/binary.js";
import { runInProcess } from "../cli/terminal-stub.js";

describe("chainnode repl --dev, in a batch", () => {
  const directory = useTemporaryDirectory();
  const run = (words: readonly string[], input = "") =>
    runInProcess(["repl", "--dev", "--data-dir", directory(), ...words], { input });

  it("runs the code of --eval as one program and prints its last value, awaited", async () => {
    const ended = await run(["-e", "const [a] = sandbox.accounts; chain.balance(a.address)"]);
    expect(ended).to.deep.equal({ code: 0, stdout: "'30000000000000000000000'\n", stderr: "" });
  });

  it("builds, signs and sends a payment between accounts", async () => {
    const script = join(directory(), "pay.mjs");
    writeFileSync(
      script,
      `const [alice, bob] = sandbox.accounts;
      const payment = tx.build("Send", alice.address, { to: bob.address, amount: "5" });
      const hash = await tx.send(tx.sign(payment, alice));
      const before = await tx.get(hash);
      const height = await sandbox.mine();
      ({
        isPooled: before === null,
        isTop: height === (await chain.height()),
        isFound: (await tx.get(hash)).transaction.get("amount"),
        balance: await chain.balance(bob.address),
      });`,
    );
    const { code, stdout } = await run([script, "--json"]);
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({
      isPooled: true,
      isTop: true,
      isFound: "5",
      balance: "30000000000000000000005",
    });
  });

  it("runs stdin statement by statement, each after the one before it has ended", async () => {
    const lines = ["let n = 0", "for (const step of [1, 2]) {", "", "  n += await step;", "}", "n", "_ + 1"];
    expect((await run(["--json"], lines.join("\n"))).stdout).to.equal("3\n4\n");
  });

  it("ends at the first failure, with the chain's own exit code", async () => {
    const { code, stdout, stderr } = await run([], "1\nchain.state('local', 'no key')\n2\n");
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "1\n" });
    expect(stderr).to.include("Invalid state key.");
  });

  it("reports an error of the script as the script's failure", async () => {
    const { code, stderr } = await run(["-e", "throw new TypeError('boom')"]);
    expect(code).to.equal(1);
    expect(stderr).to.include("error: TypeError: boom");
  });

  it("refuses input that ends within a statement", async () => {
    expect((await run([], "function f() {\n")).code).to.equal(2);
  });

  it("refuses a script beside --eval", async () => {
    const { code, stderr } = await run(["script.mjs", "-e", "1"]);
    expect(code).to.equal(2);
    expect(stderr).to.include("cannot be used together");
  });

  it("reports the line of a script that failed", async () => {
    const script = join(directory(), "broken.mjs");
    writeFileSync(script, "const a = 1;\n\nawait a;\nnothing.there;\n");
    const { code, stderr } = await run([script]);
    expect(code).to.equal(1);
    expect(stderr).to.equal("error: ReferenceError: nothing is not defined\n\n  line  4\n");
  });

  it("refuses a script with a syntax error before it runs any of it", async () => {
    const { code, stdout, stderr } = await run(["-e", "print(1)\n1 1"]);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" });
    expect(stderr).to.equal("error: SyntaxError: Unexpected token\n\n  line  2\n");
  });

  it("prints more results with print(), with --json one document each", async () => {
    const code = "for (const n of [1n, 2n]) print({ n }); undefined";
    expect(await run(["-e", code])).to.deep.equal({ code: 0, stdout: "{ n: 1 }\n{ n: 2 }\n", stderr: "" });
    expect((await run(["-e", code, "--json"])).stdout).to.equal('{"n":1}\n{"n":2}\n');
  });

  it("imports modules relative to the script", async () => {
    writeFileSync(join(directory(), "seven.mjs"), "export default 7;\nexport const eight = 8;\n");
    const script = join(directory(), "main.mjs");
    const source = [
      "import seven, { eight } from './seven.mjs';",
      "import * as path from 'node:path';",
      "seven + eight + (await import('./seven.mjs')).eight + path.sep;",
    ];
    writeFileSync(script, source.join("\n"));
    expect((await run([script])).stdout).to.equal("'23/'\n");
  });

  it("runs a TypeScript program with its words", async () => {
    const script = join(directory(), "pay.ts");
    writeFileSync(script, "interface A { n: bigint }\nconst a: A = { n: 40n };\na.n + BigInt(args[0])\n");
    const words = ["script", "--dev", "--data-dir", directory()];
    expect(await runInProcess([...words, script, "2"])).to.deep.equal({
      code: 0,
      stdout: "42\n",
      stderr: "",
    });
    writeFileSync(script, "let n: bigint;\nlet m: = 3;\n");
    const { code, stderr } = await runInProcess([...words, script]);
    expect({ code, stderr }).to.deep.include({ code: 1 });
    expect(stderr).to.match(/SyntaxError: [^]*line\s+2/);
  });

  it("writes a script's log to stderr", async () => {
    const ended = await run(["-e", "console.log('said'); 'result'"]);
    expect(ended).to.deep.equal({ code: 0, stdout: "'result'\n", stderr: "said\n" });
  });

  it("refuses to print a function as JSON", async () => {
    expect((await run(["-e", "chain.block", "--json"])).code).to.equal(2);
  });
});

describe("chainnode repl, attached", () => {
  it("fails as every command does when no node answers", async () => {
    const ended = await runInProcess(["repl", "--rpc", "http://127.0.0.1:1", "-e", "chain.height()"]);
    expect(ended.code).to.equal(3);
  });
});

describe("chainnode repl, as a process", () => {
  it("fails with an unhandled rejection, however late", async () => {
    for (const code of [
      "void chain.state('local', 'x'); 5",
      "Promise.reject(new Error('alone')); await sandbox.warp(1)",
    ]) {
      const ended = await runBinary(["repl", "--dev", "-e", code]);
      expect(ended.code, code).to.be.oneOf([1, 2]);
      expect(ended.stderr).to.match(/^error: (?:Invalid state key|Error: alone)/);
    }
  });
});
