import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { TEMPLATES } from "../../commands/code/new.js";
import { runBinary, useTemporaryDirectory, type Ended } from "../cli/binary.js";
import { startDevProcess } from "../support/dev-process.js";
import { layOut } from "../support/transcript.js";
import { expectCovered } from "./covered-examples.js";

const EXAMPLES = fileURLToPath(new URL("../../../examples/", import.meta.url));

interface Mutants {
  readonly mutants: {
    readonly total: number;
    readonly survived: readonly { readonly path: string; readonly equivalent: string | null }[];
  };
}

describe("The examples", () => {
  const directory = useTemporaryDirectory();

  for (const name of TEMPLATES)
    it(`${name}: notices each mutant that makes a difference`, async () => {
      const { code, stdout } = await runBinary(["code", "test", join(EXAMPLES, name), "--mutate", "--json"]);
      const { mutants } = JSON.parse(stdout) as Mutants;
      expect(mutants.total).to.be.greaterThan(4);
      expect(mutants.survived.filter(({ equivalent }) => equivalent === null)).to.deep.equal([]);
      expect(code).to.equal(0);
    });

  it("pass tests that reach every operator, branch and outcome of a condition", () =>
    expectCovered(EXAMPLES, TEMPLATES.length));

  it("pass their tests on networks of rules 2 (PROTOCOL 16.6)", async () => {
    for (const name of TEMPLATES) {
      const project = join(directory(), name);
      cpSync(join(EXAMPLES, name), project, { recursive: true });
      const tests = join(project, "contract.test.ts");
      const text = readFileSync(tests, "utf8");
      expect(text.split("await sandbox()")).to.have.length(2);
      writeFileSync(tests, text.replace("await sandbox()", "await sandbox({ rules: 2 })"));
    }
    const { code, stdout } = await runBinary(["code", "test", directory(), "--json"]);
    expect([code, (JSON.parse(stdout) as { failed: number }).failed]).to.deep.equal([0, 0]);
  });

  it("are published on a development chain by one script, and called", async () => {
    layOut("", directory());
    const home = join(directory(), "node");
    const node = await startDevProcess(home);
    const chainnode = async (...words: string[]): Promise<Ended> =>
      runBinary(words, { environment: { CHAINNODE_RPC: node.url, CHAINNODE_HOME: home } });
    try {
      const environment = {
        ...process.env,
        PATH: `${directory()}${delimiter}${process.env["PATH"] ?? ""}`,
        CHAINNODE_RPC: node.url,
        CHAINNODE_HOME: home,
      };
      const publish = (): string =>
        execFileSync(join(EXAMPLES, "publish-all.sh"), { encoding: "utf8", env: environment });
      const published = publish();
      for (const code of ["Transfer", "Buy", "Refund", "Vote", "Execute", "Claim", "BuyGold", "Register"])
        expect(published).to.match(new RegExp(`^${code}\\tcontract\\t1\\tnew\\t`, "m"));
      expect(publish()).to.not.include("\tnew\t");
      const send = (cid: string, ...words: string[]): Promise<Ended> =>
        chainnode("tx", "send", ...words, "--cid", cid, "--yes", "--wait", "--quiet");
      const read = async (...words: string[]): Promise<unknown> =>
        JSON.parse((await chainnode("request", ...words)).stdout);
      const minted = await send("alice/token", "Mint", "to=bob", "amount=100");
      expect(minted.code, minted.stderr).to.equal(0);
      expect(await read("BalanceOf", "of=bob", "--cid", "alice/token")).to.deep.equal({ balance: "100" });
      const refused = await send("alice/token", "Mint", "to=bob", "amount=1", "--key", "bob");
      expect([refused.code, refused.stderr.includes("Only the issuer mints.")]).to.deep.equal([1, true]);
      for (const [issue, amount] of [
        ["IssueGold", "100"],
        ["IssueSilver", "400"],
      ] as const)
        expect((await send("alice/exchange", issue, "to=alice", `amount=${amount}`)).code).to.equal(0);
      expect((await send("alice/exchange", "Open", "gold=100", "silver=400")).code).to.equal(0);
      expect(await read("Quote", "amount=10", "--cid", "alice/exchange")).to.deep.equal({
        silver: "36",
        gold: "2",
      });
    } finally {
      await node.kill();
    }
  });
});
