import { expect } from "chai";
import { rm } from "node:fs/promises";
import { ChainError } from "../../src/codec/chain-error.js";
import type { NamedKeys } from "../../src/data/keys/named-keys.js";
import { completeLine } from "../../src/repl/completion/complete.js";
import { createValueSource } from "../../src/repl/completion/values.js";
import { createGlobalContext } from "../../src/repl/evaluation/evaluator.js";
import { createGlobals } from "../../src/repl/globals.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { createTestHost, openKeys } from "./console-stub.js";

describe("Completion at the prompt", () => {
  let directory: string;
  let connection: SandboxConnection;
  let keys: NamedKeys;
  let context: Record<string, unknown>;
  before(async () => {
    directory = await makeTempDirectory();
    keys = openKeys(directory);
    await keys.keystore.add("carol", "ab".repeat(32), "x");
    connection = await openSandbox(1_800_000_000_000_000);
    context = createGlobalContext(createGlobals(connection, createTestHost(keys)));
  });
  after(async () => {
    await connection.sandbox.close();
    await rm(directory, { recursive: true });
  });

  const complete = async (line: string): Promise<readonly string[]> => {
    const { words, word } = await completeLine(line, context, createValueSource(connection, keys));
    return words.map((each) => line.slice(0, line.length - word.length) + each);
  };

  it("completes names, members and members of members, and calls nothing", async () => {
    expect(await complete("cha")).to.deep.equal(["chain"]);
    expect(await complete("1 + chain.hei")).to.deep.equal(["1 + chain.height"]);
    expect(await complete("node.mining.st")).to.have.members([
      "node.mining.start",
      "node.mining.status",
      "node.mining.stop",
    ]);
    Object.defineProperty(context, "trap", {
      value: {
        get inner() {
          throw new Error("called");
        },
      },
    });
    expect(await complete("trap.inner.")).to.deep.equal([]);
    expect(await complete("nothing.at.all")).to.deep.equal([]);
  });

  it("offers the console's own names on an empty line", async () => {
    const names = await complete("");
    expect(names).to.include.members(["chain", "tx", "code", "trace", "sandbox"]);
    expect(names).not.to.include("Array");
  });

  it("completes operators, and what was declared", async () => {
    expect(await complete("op.precise_")).to.include.members(["op.precise_add", "op.precise_mul"]);
    context["mine"] = { deep: { er: 1 } };
    expect(await complete("mine.deep.")).to.include("mine.deep.er");
  });

  it("completes the names of contracts and requests on the chain", async () => {
    expect(await complete("tx.send('Se")).to.deep.equal(["tx.send('Send"]);
    expect(await complete('chain.request("GetBal')).to.deep.equal(['chain.request("GetBalance']);
    expect(await complete("chain.request('Sen")).to.deep.equal([]);
    expect(await complete("await code.get('Ref")).to.deep.equal(["await code.get('Refine"]);
  });

  it("completes the parameters of the contract named before", async () => {
    expect(await complete("tx.send('Send', { ")).to.deep.equal([
      "tx.send('Send', { amount: ",
      "tx.send('Send', { to: ",
    ]);
    expect(await complete("tx.send('Send', { to: '00', am")).to.deep.equal([
      "tx.send('Send', { to: '00', amount: ",
    ]);
    expect(await complete("chain.request('GetBlock', { ta")).to.deep.equal([
      "chain.request('GetBlock', { target: ",
    ]);
    expect(await complete("tx.send('Send', { to: { am")).to.deep.equal([]);
  });

  it("completes the options of the function that is called", async () => {
    expect(await complete("tx.list({ co")).to.deep.equal(["tx.list({ count: "]);
    expect(await complete("whatIf(tx, { ")).to.deep.equal(["whatIf(tx, { height: ", "whatIf(tx, { state: "]);
    expect(await complete("tx.send('Send', {}, 'carol', { ")).to.deep.equal([
      "tx.send('Send', {}, 'carol', { raw: ",
    ]);
  });

  it("completes keys for signers, and addresses for address arguments", async () => {
    expect(await complete("tx.send('Send', { to: 'x' }, 'ca")).to.deep.equal([
      "tx.send('Send', { to: 'x' }, 'carol",
    ]);
    const [account] = connection.sandbox.accounts;
    const address = account?.address ?? "";
    expect(await complete(`chain.balance('${address.slice(0, 9)}`)).to.deep.equal([
      `chain.balance('${address}`,
    ]);
  });

  it("completes the height of the tip for a height", async () => {
    const height = await connection.client.blockCount();
    expect(await complete("chain.block(")).to.deep.equal([`chain.block(${height}`]);
    expect(await complete("await at(")).to.deep.equal([`await at(${height}`]);
  });

  it("completes the hashes of pooled and committed transactions, and of blocks", async () => {
    const [listed = ""] = (await connection.client.listTransaction({ count: 1 })).keys();
    expect(await complete(`trace('${listed.slice(0, 30)}`)).to.deep.equal([`trace('${listed}`]);
    expect(await complete(`.why ${listed.slice(0, 30)}`)).to.deep.equal([`.why ${listed}`]);
    const [account, another] = connection.sandbox.accounts;
    const sent = await connection.sandbox
      .impersonate(account?.address ?? "")
      .send("Send", { to: another?.address, amount: "1" });
    expect(await complete(`tx.wait("${sent.slice(0, 40)}`)).to.deep.equal([`tx.wait("${sent}`]);
    const block = await connection.client.getBlockSummary();
    const hash = block?.blockhash ?? "";
    expect(await complete(`chain.block('${hash.slice(0, 40)}`)).to.deep.equal([`chain.block('${hash}`]);
  });

  it("completes JavaScript's own objects too", async () => {
    expect(await complete("JSON.str")).to.deep.equal(["JSON.stringify"]);
    expect(await complete("Math.ma")).to.deep.equal(["Math.max"]);
  });

  it("completes the console's own commands, and the names that help explains", async () => {
    expect(await complete(".lo")).to.deep.equal([".load"]);
    expect(await complete(".help cha")).to.deep.equal([".help chain"]);
    expect(await complete(".help $precise_d")).to.deep.equal([".help $precise_div"]);
  });

  it("completes operators in a text, and shows the signature of one whose arguments are typed", async () => {
    expect(await complete('({ "$precise_d')).to.deep.equal(['({ "$precise_div']);
    const { words, detail } = await completeLine("op.mul(", context, createValueSource(connection, keys));
    expect(words).to.deep.equal([]);
    expect(detail).to.match(/^\$mul: \[number: number, …number: number\] → decimal\n/);
  });

  it("offers nothing when no node answers, and hides no fault", async () => {
    const failing = (error: Error) => {
      const listCode = async (): Promise<never> => {
        throw error;
      };
      return createValueSource({ ...connection, client: { ...connection.client, listCode } }, keys);
    };
    const silent = failing(new ChainError("UNREACHABLE", "No node answers. ", { kind: "unreachable" }));
    expect((await completeLine("tx.send('", context, silent)).words).to.deep.equal([]);
    const broken = completeLine("tx.send('", context, failing(new Error("broken")));
    expect(await broken.catch((error: unknown) => error)).to.have.property("message", "broken");
  });
});
