import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../../../src/client/create-client.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { memberOf, type Value } from "../../../src/codec/value.js";
import { signTransaction } from "../../../src/records/transaction.js";
import { useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { startInTerminal, type TerminalSession } from "../../repl/terminal-session.js";
import { useDevProcess } from "../../support/dev-process.js";
import { skipWithout } from "../../support/skip.js";

describe("chainnode code debug, on a real node", () => {
  const directory = useTemporaryDirectory();
  const fixture = useDevProcess();
  let from: string;
  let to: string;
  let talk: TerminalSession | null = null;
  afterEach(async () => {
    talk?.type("\u0003");
    await talk?.ended;
    talk = null;
  });
  before(() => {
    [from = "", to = ""] = fixture.node.accounts.map(({ address }) => address);
  });
  const code = (...words: string[]): Promise<Ended> =>
    runInProcess(["code", ...words], {
      environment: { CHAINNODE_RPC: fixture.node.url, CHAINNODE_HOME: join(directory(), "user") },
    });
  const member = (value: Value, ...path: string[]): Value =>
    path.reduce<Value>((inner, name) => memberOf(inner, name) ?? null, value);

  const SOURCE = [
    'import { contract, debug, key, require, text, universal } from "chainnode/contract";',
    'const stock = universal("stock", { key, value: text });',
    'export const Put = contract({ name: "Put", space: "shop", parameters: { of: key } }, ({ of }) => [',
    '  require(debug("is a shelf", of.ne("00")), "It is not a shelf. "),',
    '  stock.of(of).set("full"),',
    "]);",
  ].join("\n");
  const steps = ({ stdout }: Ended): readonly Value[] =>
    stdout.split("\n").flatMap((line) => (line === "" ? [] : [parseJson(line)]));
  const put = (of: string): readonly string[] => {
    const file = join(directory(), "stock.ts");
    writeFileSync(file, SOURCE);
    return ["debug", "Put", `of=${of}`, "--from", from, "--file", file];
  };

  it("prints the steps, one a line, with their lines in the source", async () => {
    const [plain, asJson] = [await code(...put("ab")), await code(...put("ab"), "--json")];
    expect(plain.code).to.equal(0);
    expect(plain.stdout).to.equal(asJson.stdout);
    const [first, second, third] = steps(plain);
    expect([first, second, third].map((step = null) => member(step, "operator"))).to.deep.equal([
      "condition",
      "ne",
      "load_param",
    ]);
    expect(member(first ?? null, "place", "file")).to.equal(join(directory(), "stock.ts"));
    expect(member(first ?? null, "place", "line")).to.equal(4n);
    expect(steps(plain).map((step) => member(step, "labels"))).to.deep.include(["is a shelf"]);
  });

  it("prints only the steps to stop at, and fails as the call does", async () => {
    const failed = await code(...put("00"), "--break", "failure", "--break", "stock.ts:4");
    expect(failed.code).to.equal(1);
    expect(steps(failed).map((step) => member(step, "failure"))).to.deep.equal([null, "It is not a shelf. "]);
    const written = await code(...put("ab"), "--break", "write stock ab");
    expect(steps(written).map((step) => member(step, "operator"))).to.deep.equal(["write_universal"]);
    const wrong = await code(...put("ab"), "--break", "bogus");
    expect(wrong).to.include({ code: 2, stdout: "" });
  });

  it("steps through a committed transaction, too", async () => {
    const client = createClient({ url: fixture.node.url });
    const members = { type: "Send", to, amount: "5", timestamp: BigInt(Date.now()) * 1000n };
    const sent = signTransaction(
      new Map<string, Value>(Object.entries(members)),
      fixture.node.accounts[0]?.privateKey ?? "",
    );
    await client.sendAndWait(sent);
    const { stdout } = await code("debug", sent.hash, "--break", "write balance");
    expect(stdout).to.match(/^(\{"step":\d+,"phase":"leave",.*"write_universal".*\}\n){2,}$/);
  });

  it("shows one step after the other at a terminal, and leaves with q and Ctrl-C", async function () {
    skipWithout(this, "script");
    for (const last of ["q", "\u0003"]) {
      const words = ["code", ...put("00"), "--rpc", fixture.node.url];
      talk = startInTerminal([...words, "--data-dir", join(directory(), "user")]);
      await talk.see("step 1 of 5");
      talk.type("n");
      expect(await talk.see("result  It is not a shelf.")).to.include("✗ $condition(false");
      talk.type("s");
      await talk.see("stop at");
      talk.type("$ne\rr");
      await talk.see("breaks  $ne");
      await talk.see('is a shelf: · $ne("00", "00") = false');
      talk.type(last);
      expect(await talk.ended).to.equal(0);
      talk = null;
    }
  });
});
