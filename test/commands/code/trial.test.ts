import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "../../../src/client/create-client.js";
import type { TransactionRecord } from "../../../src/client/index.js";
import { ZERO_ADDRESS } from "../../../src/codec/address.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { memberOf, objectToValue, type Value } from "../../../src/codec/value.js";
import { signTransaction, type SignedTransaction } from "../../../src/records/transaction.js";
import { runBinary, useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { useDevProcess } from "../../support/dev-process.js";
import { listIn } from "../../support/vectors.js";
import { slowly } from "../../support/slowly.js";

const UNREACHABLE = "http://127.0.0.1:9";
/** More than the 30,000 coins that a development account has. */
const TOO_MUCH = "99999000000000000000000";

describe("chainnode code call, trace and replay, on a real node", () => {
  const directory = useTemporaryDirectory();
  const fixture = useDevProcess();
  let from: string;
  let to: string;
  before(() => {
    [from = "", to = ""] = fixture.node.accounts.map(({ address }) => address);
  });

  const environment = (): Record<string, string> => ({
    CHAINNODE_RPC: fixture.node.url,
    CHAINNODE_HOME: join(directory(), "user"),
  });
  const code = (...words: string[]): Promise<Ended> =>
    runInProcess(["code", ...words], { environment: environment() });
  const json = async (...words: string[]): Promise<Value> =>
    parseJson((await code(...words, "--json")).stdout);
  const member = (value: Value, ...path: string[]): Value =>
    path.reduce<Value>((inner, name) => memberOf(inner, name) ?? null, value);
  /** A transaction signed by the first account with the current time. */
  const sign = (members: Readonly<Record<string, Value>>): SignedTransaction =>
    signTransaction(
      new Map<string, Value>([...Object.entries(members), ["timestamp", BigInt(Date.now()) * 1000n]]),
      fixture.node.accounts[0]?.privateKey ?? "",
    );
  const send = (amount: string): readonly string[] => [
    "Send",
    `to=${to}`,
    `amount=${amount}`,
    "--from",
    from,
  ];

  it("call: shows what a Send would read, write, weigh and pay, and submits nothing", async () => {
    const client = createClient({ url: fixture.node.url });
    const before = await client.transactionCount();
    const trial = await json("call", ...send("1000"));
    expect(member(trial, "ok")).to.equal(true);
    expect(listIn(member(trial, "reads")).map((cell) => member(cell, "attribute"))).to.deep.equal([
      "balance",
      "balance",
      "recycle_resource",
      "multiplier",
    ]);
    const size = member(trial, "size") as bigint;
    expect(member(trial, "fee")).to.equal((size * 1_000_000n).toString());
    const [debit] = listIn(member(trial, "writes"));
    expect(member(debit ?? null, "key")).to.equal(from);
    const paid =
      BigInt(member(trial, "balance", "old") as string) - BigInt(member(trial, "balance", "new") as string);
    expect(paid).to.equal(1000n + size * 1_000_000n);
    expect(await client.transactionCount()).to.equal(before);
    expect((await client.broadcast()).transactions.size).to.equal(0);

    const signed = sign({ type: "Send", to, amount: "1000", from });
    expect(await client.weight(signed)).to.equal(member(trial, "weight"));
  });

  it("call: runs requests and shows their response", async () => {
    const { stdout } = await code("call", "GetBalance", `address=${from}`);
    expect(stdout).to.include('result\t{"balance":"30000000000000000000000"}\n');
    expect(stdout).to.include(`reads\tuniversal balance ${from} = "30000000000000000000000"\n`);
    expect(await code("call", "GetBalanec")).to.include({ code: 4, stdout: "" });
    expect(await code("call", "Send", "amount=1")).to.include({ code: 1, stdout: "" });
  });

  it("publish and register: a dry run refuses what the chain would refuse the key, and sends nothing", async () => {
    const file = (name: string, record: object): string => {
      const path = join(directory(), `${name}.json`);
      writeFileSync(path, JSON.stringify(record));
      return path;
    };
    const method = (writer: string, v: string): object => {
      return {
        t: "request",
        m: "0.2.0",
        n: "Stock",
        v,
        s: "shop",
        w: writer,
        p: [],
        e: [{ $response: [v] }],
      };
    };
    const classic = {
      type: "request",
      name: "Stock",
      version: "1",
      nonce: "shop",
      writer: ZERO_ADDRESS,
      parameters: {},
      conditions: [],
      response: { n: 1 },
    };
    const dryRun = (...words: string[]): Promise<Ended> =>
      code(...words, "--dry-run", "--data-dir", fixture.directory);
    const client = createClient({ url: fixture.node.url });
    const before = await client.transactionCount();

    const foreign = await dryRun("publish", file("foreign", method(to, "1")), "--key", "alice");
    expect(foreign).to.include({ code: 1, stdout: "" });
    expect(foreign.stderr).to.include("Writer must be the from address").and.to.include("foreign.json");
    const [first, second] = [file("first", method(from, "1")), file("second", method(from, "2"))];
    expect(await dryRun("publish", first, second, "--key", "alice")).to.include({ code: 0 });
    const older = await dryRun("publish", second, first, "--key", "alice");
    expect(older).to.include({ code: 1, stdout: "" });
    expect(older.stderr).to.include("Only new versions");
    const stranger = await dryRun("register", file("classic", classic), "--key", "bob");
    expect(stranger).to.include({ code: 1, stdout: "" });
    expect(stranger.stderr).to.include("You are not network manager");
    expect(await dryRun("register", file("classic", classic), "--key", "alice")).to.include({ code: 0 });
    expect(await client.transactionCount()).to.equal(before);
    expect((await client.broadcast()).transactions.size).to.equal(0);
  });

  it("call: runs unregistered code of a file, in its own space", async () => {
    const file = join(directory(), "stock.json");
    const text = (name: string): object => ({
      name,
      type: "string",
      maxlength: 64,
      requirements: true,
      default: "",
      cases: null,
    });
    const shared = { m: "0.2.0", v: "1", s: "shop", w: from, p: { of: text("of") } };
    const set = {
      t: "contract",
      n: "Set",
      ...shared,
      e: [{ $write_universal: ["stock", { $load_param: ["of"] }, "7"] }],
    };
    const height = {
      t: "request",
      n: "Height",
      ...shared,
      p: {},
      e: [{ $response: [{ $block_count: [] }] }],
    };
    writeFileSync(file, JSON.stringify([set, height]));
    const trial = await json("call", "Set", "of=ab", "--from", from, "--file", file);
    expect(member(trial, "writes", "0", "new")).to.equal("7");
    expect(member(trial, "writes", "0", "old")).to.equal(null);
    const blocks = BigInt(await createClient({ url: fixture.node.url }).blockCount());
    expect(member(await json("call", "Height", "--file", file), "result")).to.equal(blocks);
  });

  it("trace: tells the line of each call in a source, whose writer is the sender when it names none", async () => {
    const file = join(directory(), "stock.ts");
    const body = [
      'import { contract, debug, key, require, text, universal } from "chainnode/contract";',
      'const stock = universal("stock", { key, value: text });',
      'export const Put = contract({ name: "Put", space: "shop", parameters: { of: key } }, ({ of }) => [',
      "  require(",
      '    of.strlen().eq(2).and(debug("is a shelf", of.ne("00"))),',
      '    "It is not a shelf. ",',
      "  ),",
      '  stock.of(of).set("full"),',
      "]);",
    ];
    writeFileSync(file, body.join("\n"));
    const { stdout } = await code("trace", "Put", "of=ab", "--from", from, "--file", file);
    expect(stdout).to.match(/^· \$condition\(.*\) = true {2}.*stock\.ts:4:3$/m);
    expect(stdout).to.match(/^ {2}· \$and\(true, true\) = true {2}.*stock\.ts:5:23$/m);
    expect(stdout).to.match(/^ {4}· \$eq\(2, 2\) = true$/m);
    expect(stdout).to.match(/^· \$write_universal\("stock", "ab", "full"\) {2}.*stock\.ts:8:16$/m);
    const failed = await code("trace", "Put", "of=00", "--from", from, "--file", file);
    expect(failed.stdout).to.match(/^✗ \$condition\(.*\) {2}It is not a shelf\. {2}.*stock\.ts:4:3$/m);
    expect(failed.code).to.equal(1);
    expect(stdout).to.match(/^ {4}is a shelf: · \$ne\("ab", "00"\) = true$/m);
    expect(failed.stdout).to.match(/^debug\s+is a shelf = false$/m);
    const called = await json("call", "Put", "of=ab", "--from", from, "--file", file);
    expect(member(called, "debugged")).to.deep.equal([objectToValue({ label: "is a shelf", value: true })]);
    const other = await code("trace", "GetBalance", `address=${from}`, "--file", file);
    expect(other.stdout).to.include("$read_universal").and.not.to.include("stock.ts");
  });

  it("check: weighs the publication of code as the node does", async () => {
    const file = join(directory(), "empty.json");
    const record = { t: "contract", m: "0.2.0", n: "Empty", v: "1", s: "shop", w: from, p: {}, e: [] };
    writeFileSync(file, JSON.stringify(record));
    const [checked = null] = listIn(await json("check", file));
    const submitted = canonicalJson(parseJson(JSON.stringify(record)));
    const weight = await createClient({ url: fixture.node.url }).weight(
      sign({ type: "Publish", code: submitted, from }),
    );
    // A development chain has no contract Fee.
    expect(member(checked, "registration")).to.deep.equal(
      objectToValue({ contract: "Publish", weight, fee: "0" }),
    );
  });

  it("trace: shows the two numbers that a Send over balance compared, and marks the condition", async () => {
    const words = ["code", "trace", ...send(TOO_MUCH)];
    const { code: exitCode, stdout, stderr } = await runBinary(words, { environment: environment() });
    expect(exitCode).to.equal(1);
    expect(stderr).to.include("You can't send more than what you have.");
    const lines = stdout.split("\n");
    expect(lines[1]).to.match(/^✗ \$condition\(false, /);
    expect(lines[2]).to.match(/^ {2}· \$gte\("30000000000000000000000", "99999000\d+"\) = false$/);

    const coloured = await runInProcess(words, { environment: environment(), isTerminal: true });
    expect(coloured.stdout).to.include("\u001b[31m✗ $condition(");

    const condition = member(await json("trace", ...send(TOO_MUCH)), "trace", "0");
    expect(member(condition, "failed")).to.equal(true);
    expect(member(condition, "failure")).to.equal("You can't send more than what you have. ");
    expect(member(condition, "calls", "0", "operator")).to.equal("gte");
  });

  it("prefers --data-dir on the line to the environment; with --rpc it fails with 3", async () => {
    const words = ["call", "GetBalance", `address=${from}`];
    const run = (...more: string[]): Promise<Ended> =>
      runInProcess(["code", ...words, ...more], {
        environment: { ...environment(), CHAINNODE_RPC: UNREACHABLE },
      });
    const found = await run("--data-dir", fixture.directory);
    expect(found).to.include({ code: 0, stderr: "" });
    expect(await run()).to.include({ code: 3, stdout: "" });
    expect(await run("--rpc", UNREACHABLE, "--data-dir", fixture.directory)).to.include({ code: 3 });
  });

  slowly(
    "replay: executes the recorded calls of a node with another version, named by --fork or its data",
    async () => {
      const file = join(directory(), "faucet.json");
      const faucet = (await json("get", "Faucet")) as ReadonlyMap<string, Value>;
      const replay = async (...words: string[]): Promise<readonly Value[]> => {
        const { code, stdout } = await runInProcess(["code", "replay", file, "--json", ...words], {
          environment: { ...environment(), CHAINNODE_RPC: UNREACHABLE },
        });
        const report = parseJson(stdout);
        expect(code).to.equal(listIn(member(report, "differing")).length > 0 ? 1 : 0);
        return [
          member(report, "calls"),
          listIn(member(report, "differing")).map((call) => member(call, "refusal")),
        ];
      };
      const places = [
        ["--fork", fixture.node.url],
        ["--offline", "--data-dir", fixture.directory],
      ];
      const accounts = fixture.node.accounts.length;
      writeFileSync(file, canonicalJson(faucet));
      for (const words of places) expect(await replay(...words)).to.deep.equal([BigInt(accounts), []]);
      writeFileSync(file, canonicalJson(new Map(faucet).set("conditions", [[false, "It is closed. "]])));
      for (const words of places)
        expect(await replay(...words)).to.deep.equal([
          BigInt(accounts),
          Array.from({ length: accounts }, () => "It is closed. "),
        ]);
      const first = await replay("--fork", fixture.node.url, "--to", "1");
      expect(first).to.deep.equal([0n, []]);
    },
  );

  slowly(
    "trace: executes a committed transaction on the state before it, with one result from a node and from its stopped data",
    async () => {
      const client = createClient({ url: fixture.node.url });
      const hash = await client.sendTransaction(sign({ type: "Send", to, amount: "5" }));
      await runInProcess(["tx", "wait", hash], { environment: environment() });
      const newest = [...(await client.listTransaction({ count: 20 }))];
      expect(newest[0]?.[0]).to.equal(hash);
      const isFaucet = ({ transaction }: TransactionRecord): boolean => transaction.get("type") === "Faucet";
      const [earlier = ""] = newest.find(([, record]) => isFaucet(record)) ?? [];
      const overHttp = await Promise.all([hash, earlier].map((each) => json("trace", each)));
      expect(member(overHttp[0] ?? null, "balance", "old")).to.equal("30000000000000000000000");
      expect(member(overHttp[1] ?? null, "balance")).to.deep.equal(
        objectToValue({ old: null, new: "30000000000000000000000" }),
      );

      // This is the last of these tests: the node does not run from here on.
      await fixture.node.stop();
      const dataDirectory = fixture.directory;
      const offline = await Promise.all(
        [hash, earlier].map((each) => json("trace", each, "--offline", "--data-dir", dataDirectory)),
      );
      expect(offline).to.deep.equal(overHttp);
      expect(await code("trace", "0".repeat(78), "--offline", "--data-dir", dataDirectory)).to.include({
        code: 4,
      });
    },
  );
});
