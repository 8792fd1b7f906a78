import { expect } from "chai";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ZERO_ADDRESS } from "../../../src/codec/address.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { memberOf, objectToValue } from "../../../src/codec/value.js";
import { contractToText } from "../../../src/system/classic-code.js";
import { PUBLISH_1 } from "../../../src/system/codes.js";
import { useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { listedCodes } from "../../support/listed-codes.js";
import { textIn } from "../../support/vectors.js";
import { useKeptKey } from "../kept-key.js";
import { addTransaction, useRecordedNode, userOf } from "../recorded-node.js";

const PRIVATE_KEY = "f2bc1625fde6e77cebfd46ddd250aa3a3e11b354f158158814a1416050560cf7";
const ADDRESS = "4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f";

const classic = (version: string): Record<string, unknown> => ({
  type: "request",
  name: "Stock",
  version,
  nonce: "shop",
  writer: ZERO_ADDRESS,
  parameters: {},
  conditions: [],
  response: { n: 1 },
});

describe("chainnode code register and publish", () => {
  const node = useRecordedNode();
  const directory = useTemporaryDirectory();
  const keepKey = useKeptKey("manager", PRIVATE_KEY);
  const { chainnode } = userOf(node, directory);
  /** A check without a node at hand. */
  const check = (...words: string[]): Promise<Ended> =>
    runInProcess(["code", "check", ...words], { environment: { CHAINNODE_HOME: directory() } });
  const write = (name: string, text: string): string => {
    const path = join(directory(), name);
    writeFileSync(path, text);
    return path;
  };
  const register = (file: string, ...words: string[]): Promise<Ended> =>
    chainnode([
      "code",
      "register",
      file,
      "--json",
      "--password-file",
      join(directory(), "password"),
      ...words,
    ]);
  const sent = () => node().received.filter(({ operation }) => operation === "sendrawtransaction");

  /** A chain that holds a code as soon as it is sent. */
  let chain: string | null;
  beforeEach(() => {
    chain = null;
    keepKey(directory());
    node().answer("GetCode", () => objectToValue({ prefix: chain }));
    node().answer("GetBlock", () =>
      objectToValue({
        height: 1n,
        s_timestamp: 0n,
        previous_blockhash: "",
        blockhash: "",
        transaction_count: 1n,
      }),
    );
    node().answer("GetTransaction", () =>
      objectToValue({ transaction: objectToValue({ type: "x" }), public_key: "", signature: "" }),
    );
    node().answer("sendrawtransaction", (parameters) => {
      chain = textIn(memberOf(memberOf(parameters, "transaction"), "code"));
      return addTransaction(parameters);
    });
  });

  it("shows a person the network, the signer, the code and the fee before anything is signed", async () => {
    const file = write("stock.json", JSON.stringify(classic("1")));
    const never = (): never => {
      throw new Error("Nothing is to be asked but whether to go on. ");
    };
    const prompter = { text: never, secret: never, choose: never, confirm: async () => false };
    const ended = await chainnode(["code", "register", file], { isTerminal: true, prompter });
    expect(ended).to.include({ code: 130, stdout: "" });
    const seen = stripVTControlCharacters(ended.stderr);
    expect(seen).to.match(/^network +.*, by the node at http:/m);
    expect(seen).to.match(/^contract +Register$/m);
    expect(seen).to.match(new RegExp(`^from +${ADDRESS} \\(manager\\)$`, "m"));
    expect(seen).to.match(/^code +\{"type":"request","name":"Stock"/m);
    expect(seen).to.match(/^fee +0 coins \(\d+ bytes, weight \d+\)$/m);
    expect(sent()).to.deep.equal([]);
  });

  it("submits canonical JSON as the manager, and verifies it on the chain", async () => {
    const file = write("stock.json", JSON.stringify(classic("1"), null, 4));
    const { code, stdout } = await register(file);
    expect(code).to.equal(0);
    expect(chain).to.equal(canonicalJson(parseJson(JSON.stringify(classic("1")))));
    const transaction = memberOf(sent()[0]?.parameters, "transaction");
    expect(memberOf(transaction, "type")).to.equal("Register");
    expect(memberOf(transaction, "from")).to.equal(ADDRESS);
    expect(JSON.parse(stdout)).to.have.nested.property("[0].change", "new");
  });

  it("does nothing for a code that the chain already holds, exit 0", async () => {
    chain = canonicalJson(parseJson(JSON.stringify(classic("1"))));
    const { code, stdout, stderr } = await register(write("stock.json", JSON.stringify(classic("1"))));
    expect(code).to.equal(0);
    expect(stderr).to.include("nothing to do");
    expect(JSON.parse(stdout)).to.have.nested.property("[0].change", "none");
    expect(sent()).to.deep.equal([]);
  });

  it("shows what changes, sends nothing and approves nothing unchecked with --dry-run", async () => {
    chain = JSON.stringify(classic("1"));
    const { code, stdout, stderr } = await register(
      write("stock.json", JSON.stringify(classic("2"))),
      "--dry-run",
    );
    // The state of this chain cannot be read: nothing is approved.
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" });
    expect(stderr).to.include('-   "version": "1",\n+   "version": "2",');
    expect(sent()).to.deep.equal([]);
  });

  it("refuses another text whose version is not greater, as the chain would (PROTOCOL 6.13)", async () => {
    chain = JSON.stringify({ ...classic("10"), response: { n: 2 } });
    const { code, stderr } = await register(write("stock.json", JSON.stringify(classic("9"))));
    expect(code).to.equal(1);
    expect(stderr).to.include("CODE_VERSION");
  });

  it("refers to the other command for the other format, exit 2", async () => {
    const method = { t: "request", m: "0.2.0", n: "Stock", v: "1", s: "shop", w: ADDRESS, p: [], e: [] };
    const file = write("stock.json", JSON.stringify(method));
    const { code, stderr } = await register(file);
    expect(code).to.equal(2);
    expect(JSON.parse(stderr)).to.have.nested.property("error.advice", `Use: chainnode code publish ${file}`);
    const words = ["code", "publish", file, "--password-file", join(directory(), "password")];
    expect((await chainnode(words)).code).to.equal(0);
    expect(memberOf(memberOf(sent()[0]?.parameters, "transaction"), "type")).to.equal("Publish");
  });

  it("registers a module's exports, and sends nothing when one of them is broken", async () => {
    const good = write("good.mjs", `export const stock = ${JSON.stringify(classic("1"))};`);
    expect((await register(good)).code).to.equal(0);
    chain = null;
    const bad = write(
      "bad.mjs",
      `export const a = ${JSON.stringify(classic("1"))}; export const b = ${JSON.stringify({ ...classic("1"), name: "no name" })};`,
    );
    const before = sent().length;
    const { code, stderr } = await register(bad);
    expect(code).to.equal(1);
    expect(stderr).to.include("$.name: error: ").and.to.include("CODE_CHECK");
    expect(sent()).to.have.length(before);
  });

  it("loads TypeScript and its imports, and reports where it has more than types", async () => {
    write("types.ts", "export interface Code { readonly version: string }");
    const typed = `import type { Code } from "./types.ts";\nexport const stock: Code = ${JSON.stringify(classic("1"))};`;
    const { code, stdout } = await runInProcess(["code", "check", write("stock.ts", typed)]);
    expect(code).to.equal(0);
    expect(stdout).to.match(/stock\.ts: Stock: \d+ bytes, Register: no fee\n$/);
    const broken = await runInProcess([
      "code",
      "check",
      write("kind.mts", "enum Kind { Contract }"),
      "--json",
    ]);
    expect(broken.code).to.equal(2);
    expect(broken.stderr)
      .to.include("CODE_MODULE")
      .and.to.match(/enum is not supported/);
  });

  it("refuses a file without a code, exit 2", async () => {
    const { code, stdout, stderr } = await runInProcess([
      "code",
      "check",
      write("empty.json", "[]"),
      "--json",
    ]);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
    expect(stderr).to.include("CODE_FILE");
  });

  it("refuses modules with values that JSON does not have, or that do not load, exit 2", async () => {
    expect((await register(write("f.mjs", "export const f = { type: () => 1 };"))).stderr).to.include(
      "CODE_VALUE",
    );
    const inexact = await register(write("n.mjs", "export const n = { type: 2 ** 60 };"));
    expect(inexact.stderr).to.include("CODE_VALUE").and.to.include("n.mjs");
    const broken = await register(write("g.mjs", "export const = 1;"));
    expect(broken.code).to.equal(2);
    expect(broken.stderr).to.include("CODE_MODULE");
    const thrown = await register(write("h.mjs", "const text = 'a';\ntext.nothing();"));
    expect(thrown.stderr).to.include("text.nothing is not a function, line 2 of h.mjs");
  });

  it("says the line of a finding in a source of chainnode/contract, which need not be installed", async () => {
    const source = write(
      "lossy.ts",
      `import { address, contract, universal } from "chainnode/contract";
      const owner = universal("owner", { value: address });
      export const points = universal("points", { key: address, value: address });
      export const Lossy = contract({ name: "Lossy", space: "s", writer: "${"0".repeat(44)}" }, () => [
        points.of(owner.as(address)).set("ab"),
      ]);`,
    );
    const { code, stdout } = await runInProcess(["code", "check", source]);
    expect(code).to.equal(1);
    expect(stdout).to.match(
      /lossy\.ts:5:\d+: Lossy: \$\.e\[0\]\.\$write_universal: error: .*\(DEPENDENT_KEY\)\n/,
    );
    const [checked] = JSON.parse((await runInProcess(["code", "check", source, "--json"])).stdout) as [
      { findings: readonly { place: unknown }[] },
    ];
    expect(checked.findings[0]?.place).to.include({ file: source, line: 5 });
  });

  it("check: prints each finding with its location, exit 1; only size and fee without findings", async () => {
    const good = await check(write("good.json", JSON.stringify(classic("1"))));
    expect(good.code).to.equal(0);
    expect(good.stdout).to.match(/good\.json: Stock: \d+ bytes, Register: no fee\n$/);
    const bad = write("bad.json", JSON.stringify([classic("1"), { ...classic("x"), parameters: 1 }]));
    const { code, stdout } = await check(bad);
    expect(code).to.equal(1);
    expect(stdout).to.include("bad.json: Stock: $.version: error: ");
    expect(node().received).to.deep.equal([]);
  });

  it("check: leaves a rule out with --allow, and refuses an unknown rule", async () => {
    const file = write(
      "open.json",
      JSON.stringify({
        ...classic("1"),
        type: "contract",
        response: undefined,
        updates: [{ $write_local: ["n", "00", 1] }],
      }),
    );
    expect((await check(file)).stdout).to.include("(SENDER_UNCHECKED)");
    const allowed = await check(file, "--allow", "sender_unchecked");
    expect(allowed.stdout).to.match(/^\S+: Stock: \d+ bytes, Register: no fee\n$/);
    const unknown = await check(file, "--allow", "SENDER", "--json");
    expect(unknown.code).to.equal(2);
    expect(unknown.stderr).to.include('"UNKNOWN_LINT_RULE"');
  });

  it("check: leaves out the rules that a source allows", async () => {
    const source = write(
      "open.ts",
      `import { contract, decimal, key, universal } from "chainnode/contract";
      const doors = universal("doors", { key, value: decimal });
      const header = { name: "Open", space: "s", writer: "${ZERO_ADDRESS}" };
      const open = () => [doors.of("ab").set("1")];
      export const Watched = contract(header, open);
      export const Open = contract({ ...header, allow: ["SENDER_UNCHECKED"] }, open);`,
    );
    const { stdout } = await runInProcess(["code", "check", source, "--json"]);
    const checked = JSON.parse(stdout) as readonly { findings: readonly { code: string }[] }[];
    const codes = checked.map(({ findings }) => findings.map(({ code }) => code));
    expect(codes).to.have.deep.members([["SENDER_UNCHECKED"], []]);
  });

  it("check: mends a JSON file with --fix", async () => {
    const file = write("mistyped.json", JSON.stringify({ ...classic("1"), updates: [] }));
    expect((await check(file, "--fix")).stdout).not.to.include("MEMBER_IGNORED");
    const mended = JSON.parse(readFileSync(file, "utf8")) as object;
    expect(mended).to.have.property("response");
    expect(mended).not.to.have.property("updates");
  });

  it("check: refuses a fee above --max-fee", async () => {
    const file = write(
      "method.json",
      JSON.stringify({
        t: "request",
        m: "0.2.0",
        n: "N",
        v: "1",
        s: "s",
        w: "0".repeat(44),
        p: {},
        e: [{ $response: [1] }],
      }),
    );
    expect((await check(file, "--max-fee", "1000")).code).to.equal(0);
    const { code, stdout } = await check(file, "--max-fee", "1");
    expect(code).to.equal(1);
    expect(stdout).to.include("(FEE_ABOVE_LIMIT)");
  });

  it("check: takes fee and rules of the node that a flag, the environment or the configuration names", async () => {
    const own = { t: "contract", m: "0.2.0", n: "N", v: "1", s: "s", w: ADDRESS, p: {} };
    const owner = { $read_universal: ["owner", "00"] };
    const allow = ["--allow", "SENDER_UNCHECKED"];
    const file = write("own.json", JSON.stringify({ ...own, e: [{ $write_universal: ["n", owner, "1"] }] }));
    expect((await check(file, ...allow)).stdout)
      .to.include("(DEPENDENT_KEY)")
      .and.to.match(/fee \d/);
    node().answer("ListCode", () => listedCodes(contractToText(PUBLISH_1, "")));
    node().answer("peer", () => objectToValue({ peers: [], known_hosts: [], rules: 2n }));
    const config = write("node.toml", `rpc = "${node().url}"\n`);
    for (const named of [
      await check(file, ...allow, "--rpc", node().url),
      await check(file, ...allow, "--config", config),
      await chainnode(["code", "check", file, ...allow]),
    ])
      expect(named.stdout).to.match(/^\S+: N: \d+ bytes, Publish: no fee\n$/);
    expect((await check(file, ...allow, "--config", config, "--rules", "1")).stdout).to.include(
      "DEPENDENT_KEY",
    );
    for (const tool of ["check", "fuzz"])
      expect((await chainnode(["code", tool, file, "--rpc", "http://127.0.0.1:9"])).code, tool).to.equal(3);
  });
});
