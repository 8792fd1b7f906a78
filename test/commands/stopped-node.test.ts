import { expect } from "chai";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../commands/index.js";
import { resolveSettings } from "../../src/cli/config/resolve.js";
import { withContext } from "../../src/cli/create-context.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, objectToValue } from "../../src/codec/value.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { openStoreToRead } from "../../src/data/directory/open-store.js";
import { signTransaction } from "../../src/records/transaction.js";
import { transactionToRecord } from "../support/transaction-record.js";
import type { Ended } from "../cli/binary.js";
import { createTestTerminal, runInProcess } from "../cli/terminal-stub.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { useDevProcess } from "../support/dev-process.js";
import { listTransactions } from "../../src/store/reads.js";

/** An address where no server listens. */
const NOWHERE = "http://127.0.0.1:1";

/**
 * Commands that print the same whether the node runs or not. `FROM` is an address, `HASH` a transaction, `PART` its first characters, `SIGNED` a
 * file.
 */
const READING: readonly string[] = [
  "block get",
  "block get 2 --json",
  "block get 2 --summary",
  "block get 5 --resource",
  "block list --count 2",
  "block list --resource",
  "block count",
  "block count --resource",
  "tx get HASH",
  "tx get PART",
  "state get GetBalance balance FROM",
  "state get GetBalance balance FROM --at 2 --json",
  "tx list --count 5",
  "tx list FROM --json",
  "tx count",
  "tx weight @SIGNED",
  "code list",
  "code get Send",
  "code get GetBalance --json",
  "code call GetBalance address=FROM",
  "code trace HASH",
  "balance FROM",
  "resource FROM",
  "peer list --json",
  "request BlockCount",
  "request GetBalance address=FROM --json",
];

/** Commands that need a running node. */
const RUNNING: readonly string[] = [
  "ping",
  "broadcast",
  "peer register node.example.org:9900",
  "tx send @SIGNED",
  "tx wait HASH",
  "block watch",
];

describe("commands on a data directory, without --rpc", () => {
  const fixture = useDevProcess();
  const answers = new Map<string, Ended>();
  const marks = new Map<string, string>();

  function words(line: string): readonly string[] {
    const filled = line.replaceAll(/FROM|HASH|PART|SIGNED/g, (mark) => marks.get(mark) ?? mark);
    return [...filled.split(" "), "--data-dir", fixture.directory];
  }

  before("a node ran, and was asked everything, found by its directory though its port is any", async () => {
    const [from, to] = fixture.node.accounts;
    if (from === undefined || to === undefined) throw new Error("There are no accounts. ");
    const { store } = await openStoreToRead(dataDirectory(fixture.directory));
    const [transaction] = await listTransactions(store, { page: 1, count: 1 });
    await store.close();
    const members = { type: "Send", timestamp: BigInt(Date.now()) * 1000n, to: to.address, amount: "1" };
    const signed = join(fixture.directory, "signed.json");
    const send = signTransaction(new Map(Object.entries(members)), from.privateKey);
    writeFileSync(signed, canonicalJson(transactionToRecord(send)));
    marks
      .set("FROM", from.address)
      .set("HASH", transaction?.hash ?? "")
      .set("PART", transaction?.hash.slice(0, 24) ?? "")
      .set("SIGNED", signed);

    for (const line of READING) answers.set(line, await runInProcess(words(line)));
    await fixture.node.stop();
  });

  for (const line of READING) {
    it(`${line}: a stopped node answers as it did while it ran`, async () => {
      const { code, stdout, stderr } = await runInProcess(words(line));
      expect({ code, stdout }).to.deep.equal({
        code: answers.get(line)?.code,
        stdout: answers.get(line)?.stdout,
      });
      expect(stderr).to.match(/^No node is running: reading the stored chain in /);
    });
  }

  it("info and round: report that it is stopped, and the same blocks", async () => {
    const info = parseJson((await runInProcess([...words("info"), "--json"])).stdout);
    expect(memberOf(info, "status")).to.equal("is_stopped");
    expect(memberOf(info, "chain_maker_policy")).to.equal(false);
    const round = parseJson((await runInProcess([...words("round"), "--json"])).stdout);
    expect(memberOf(round, "block")).to.deep.equal(memberOf(info, "last_block"));
    expect(memberOf(round, "block")).to.not.deep.equal(objectToValue({}));
  });

  it("do not mention it with --quiet", async () => {
    expect(await runInProcess([...words("block count"), "--quiet"])).to.include({ code: 0, stderr: "" });
  });

  for (const line of RUNNING) {
    it(`${line}: refused, exit 3, with what to do`, async () => {
      const { code, stdout, stderr } = await runInProcess([...words(line), "--json"]);
      expect({ code, stdout }).to.deep.equal({ code: 3, stdout: "" });
      const failure = memberOf(parseJson(stderr), "error");
      expect(memberOf(failure, "code")).to.equal("NODE_NOT_RUNNING");
      expect(memberOf(failure, "advice")).to.include("chainnode start");
    });
  }

  it("complete from the data directory, also when the named node does not answer", async () => {
    const offers = async (...line: readonly string[]): Promise<readonly string[]> => {
      const { stdout, stderr } = await runInProcess(["__complete", ...line]);
      expect(stderr).not.to.include("error");
      return stdout.split("\n").slice(0, -1);
    };
    const elsewhere = ["--rpc", NOWHERE];
    for (const flags of [[], elsewhere]) {
      const place = ["--data-dir", fixture.directory, ...flags];
      expect(await offers("block", "get", ...place, "")).to.include.members(["latest", "1", "2"]);
      expect(await offers("tx", "get", ...place, "")).to.include(marks.get("HASH"));
      expect(await offers("code", "get", ...place, "Se")).to.deep.equal(["Send"]);
      expect(await offers("tx", "send", ...place, "Send", "a")).to.deep.equal(["amount="]);
    }
    const nowhere = ["--data-dir", join(fixture.directory, "none"), ...elsewhere];
    expect(await offers("block", "get", ...nowhere, "")).to.deep.equal(["latest"]);
    expect(await offers("tx", "get", ...nowhere, "")).to.deep.equal([]);
  });

  it("use the address of the settings, whatever is in the directory", async () => {
    const { code, stderr } = await runInProcess([...words("block count"), "--rpc", NOWHERE]);
    expect(code).to.equal(3);
    expect(stderr).to.include(NOWHERE);
  });

  it("refuse a data directory that holds neither a chain nor keys, and name the one beside it", async () => {
    const mistyped = `${fixture.directory}x`;
    for (const line of ["status", "block count", "balance FROM"]) {
      const command = words(line).map((word) => (word === fixture.directory ? mistyped : word));
      const { code, stdout, stderr } = await runInProcess(command, {
        environment: { CHAINNODE_RPC: NOWHERE },
      });
      expect({ code, stdout }).to.deep.equal({ code: 5, stdout: "" });
      expect(stderr).to.include(mistyped).and.to.include(`Did you mean ${fixture.directory}?`);
    }
  });

  it("take the node of the environment for a directory of keys alone", async () => {
    const keys = await makeTempDirectory();
    mkdirSync(join(keys, "keystore"));
    const options = { environment: { CHAINNODE_RPC: NOWHERE } };
    expect(await runInProcess(["block", "count", "--data-dir", keys], options)).to.include({ code: 3 });
    rmSync(keys, { recursive: true });
  });

  it("refuse an attribute that no code of the space names, and say which one was meant", async () => {
    const unknown = await runInProcess(words("state get GetBalance balanec FROM"));
    expect(unknown).to.include({ code: 4, stdout: "" });
    expect(unknown.stderr).to.include("Did you mean balance?");
    const other = await runInProcess(words("state get GetBalance balance FROM --local"));
    expect(other).to.include({ code: 4, stdout: "" });
    expect(other.stderr).to.include("--universal");
    expect(await runInProcess(words(`state get GetBalance balance ${"ab".repeat(20)}`))).to.include({
      code: 0,
      stdout: "null\n",
    });
    expect(await runInProcess(words("state get GetBalance recycle_resource 00 --local"))).to.include({
      code: 0,
    });
    for (const [attribute, right, wrong] of [
      ["contract", "--local", ""],
      ["request", "--local", "--universal"],
      ["multiplier", "--universal", "--local"],
    ] as const) {
      const system = await runInProcess(words(`state get GetBalance ${attribute} 01 ${wrong}`.trimEnd()));
      expect(system, attribute).to.include({ code: 4, stdout: "" });
      expect(system.stderr, attribute).to.include(right);
    }
    const space = await runInProcess(words("state get FROM/shop stock 01"));
    expect(space).to.include({ code: 4, stdout: "" });
    expect(space.stderr).to.include(`No code is in the space ${marks.get("FROM")}/shop`);
  });

  it("use the default address when nothing names a node", async () => {
    const settings = await resolveSettings({ flags: new Map(), environment: {}, homeDirectory: "/nowhere" });
    const program = { terminal: createTestTerminal(), tree: commands, version: "0.0.0" };
    const place = await withContext(program, settings, (context) => context.workspace.place());
    expect(place).to.deep.equal({ url: "http://127.0.0.1:9900" });
  });
});
