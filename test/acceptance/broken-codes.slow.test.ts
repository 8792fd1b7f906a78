import { expect } from "chai";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createClient, type Client } from "../../src/client/index.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import type { Value } from "../../src/codec/value.js";
import { devNetwork } from "../../src/data/dev-network.js";
import { createNetwork } from "../../src/records/network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { runBinary, type Ended } from "../cli/binary.js";
import { brokenCode } from "../support/broken-codes.js";
import { useDevProcess } from "../support/dev-process.js";
import { fuzzProgress } from "../support/fuzz-progress.js";
import { IS_FUZZING, createSeededRandom, randomRuns, seeded } from "../support/seeded-random.js";

/** More codes: npm run fuzz -- --only codes. */
const RUNS = randomRuns(40);
const PRESET_NAMES = ["Faucet", "GetBalance", "HotFix", "Publish", "Refine", "Send"];
const TOGETHER = 20;
const RETRY_MS = 100;
/** The number of codes that each suite tries one by one, each in a process. */
const SAMPLE = IS_FUZZING ? 60 : 5;
/** All characters that control a terminal, except the tabs and line ends of a pipe. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

interface ListedCode {
  readonly id: string;
  readonly name: string | null;
  readonly kind: string;
  readonly writer: string | null;
  readonly cid: string | null;
  readonly broken: string | null;
}

const ECHO = (writer: string): string =>
  JSON.stringify({
    t: "request",
    m: "0.2.0",
    n: "Echo",
    v: "1",
    s: "good",
    w: writer,
    p: {
      word: { name: "word", type: "string", maxlength: 64, requirements: true, default: "", cases: null },
    },
    e: [{ $response: [{ echo: { $load_param: ["word"] } }] }],
  });

describe(seeded(`A chain on which anyone published ${RUNS} broken and half-broken codes`), () => {
  const fixture = useDevProcess();
  const { rootSpace } = createNetwork(devNetwork({ node: { address: "" } }));
  let client: Client;
  let listed: readonly ListedCode[];
  let writer = "";
  let accepted = 0;
  let alice = "";
  let bob = "";

  const run = (...words: string[]): Promise<Ended> =>
    runBinary(words, {
      environment: {
        CHAINNODE_RPC: fixture.node.url,
        CHAINNODE_HOME: join(fixture.directory, "user"),
        CHAINNODE_QUIET: "1",
      },
    });
  /** Runs a command that must succeed and print no terminal controls. */
  const works = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...words);
    expect({ code, stderr }, words.join(" ")).to.deep.equal({ code: 0, stderr: "" });
    expect(CONTROL.test(stdout), words.join(" ")).to.equal(false);
    return stdout;
  };

  /** The last codes, because the network's own come first. */
  const sampleOf = <T>(all: readonly T[]): readonly T[] => all.slice(-SAMPLE);

  before(async () => {
    client = createClient({ url: fixture.node.url });
    [alice, bob] = fixture.node.accounts.map(({ address }) => address) as [string, string];
    writer = alice;
    accepted = await publishAll();
    listed = JSON.parse((await run("code", "list", "--json")).stdout) as readonly ListedCode[];
  });

  /** Returns the hash, or null when the chain refuses the code. Sends again when the node or the machine is busy. */
  async function publish(
    { address, privateKey }: { readonly address: string; readonly privateKey: string },
    code: string,
    index: number,
  ): Promise<string | null> {
    for (;;) {
      const members = new Map<string, Value>([
        ["type", "Publish"],
        ["timestamp", BigInt(Date.now() * 1000 + index)],
        ["from", address],
        ["code", code],
      ]);
      try {
        return await client.sendTransaction(signTransaction(members, privateKey));
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        // On a busy machine, a block may pass it over before it is checked.
        if (error.code === "TRANSACTION_OVERTAKEN") continue;
        if (error.kind === "refused") return null;
        if (error.kind !== "busy") throw error;
        await setTimeout(RETRY_MS);
      }
    }
  }

  /** Returns how many codes the chain accepted. */
  async function publishAll(): Promise<number> {
    const random = createSeededRandom();
    const progress = fuzzProgress(RUNS);
    const texts = Array.from({ length: RUNS }, (_, index) => {
      const account = fixture.node.accounts[index % fixture.node.accounts.length];
      if (account === undefined) throw new Error("There are no accounts. ");
      return { account, code: brokenCode(random, { writer: account.address, rootSpace, index }) };
    });
    const [account] = fixture.node.accounts;
    if (account !== undefined) texts.push({ account, code: ECHO(writer) });
    let taken = 0;
    for (let start = 0; start < texts.length; start += TOGETHER) {
      const together = texts.slice(start, start + TOGETHER);
      const hashes = await Promise.all(
        together.map(({ account, code }, index) => publish(account, code, index)),
      );
      for (const hash of hashes) {
        if (hash === null) continue;
        expect((await run("tx", "wait", hash)).code, hash).to.equal(0);
        taken += 1;
        progress.step();
      }
    }
    progress.end();
    return taken;
  }

  it("lists all published codes, the broken ones with the reason", async () => {
    expect(accepted).to.be.greaterThan(RUNS / 2);
    const { contracts, requests } = await client.codeCount();
    expect(listed).to.have.length(contracts + requests);
    expect(listed.length).to.be.at.least(PRESET_NAMES.length);
    const broken = listed.filter((code) => code.broken !== null);
    expect(broken.length).to.be.greaterThan(RUNS / 20);
    for (const code of broken) expect(code.id).to.match(/^[0-9a-f]{64}$/);
    const own = listed.filter((code) => code.writer === "0".repeat(44));
    expect(own.map(({ name }) => name)).to.have.members(PRESET_NAMES);
    const rows = (await works("code", "list")).trimEnd().split("\n");
    expect(rows).to.have.length(listed.length);
    for (const { id } of broken) expect(rows.some((row) => row.includes(`\t${id}\t`))).to.equal(true);
  });

  it("shows each code by its id, and the network's own codes by name", async () => {
    for (const name of PRESET_NAMES) {
      expect(JSON.parse(await works("code", "get", name, "--json"))).to.include({ name });
    }
    for (const { id, broken } of sampleOf(listed)) {
      const { code, stdout, stderr } = await run("code", "get", id, "--json");
      expect({ code, noted: stderr.includes("broken") }, id).to.deep.equal({ code: 0, noted: false });
      expect(() => JSON.parse(stdout) as unknown, id).not.to.throw();
      expect(CONTROL.test(stdout), id).to.equal(false);
      expect(broken === null || broken.length > 0).to.equal(true);
    }
  });

  it("calls and traces the valid contracts, and sends the valid requests", async () => {
    const send = ["Send", `to=${bob}`, "amount=1", "--from", alice];
    expect(JSON.parse(await works("code", "call", ...send, "--json"))).to.include({ ok: true });
    expect(JSON.parse(await works("code", "trace", ...send, "--json"))).to.include({ ok: true });
    await works("code", "call", ...send);
    await works("code", "trace", ...send);
    const cid = spaceIdOf(writer, "good");
    const asked = await works("request", "Echo", "word=hello", "--cid", cid, "--json");
    expect(JSON.parse(asked)).to.deep.equal({ echo: "hello" });
    await works("code", "call", "Echo", "word=hello", "--cid", cid);
    expect(await works("balance", bob)).to.equal("30000\n");
    await works("request", "ListCode", "count:=100", "--json");
    await works("request", "GetBalance", `address=${bob}`);
  });

  it("reports every call of a broken code as an error", async () => {
    for (const { id, name, cid, kind } of sampleOf(listed.filter(({ broken }) => broken !== null))) {
      const words = ["code", "call", name ?? id, "--kind", kind, ...(cid === null ? [] : ["--cid", cid])];
      const { code, stdout, stderr } = await run(...words);
      expect(code, words.join(" ")).to.be.oneOf([1, 2, 4]);
      expect(stderr)
        .to.match(/^error: /)
        .and.not.include("fault in chainnode");
      expect(CONTROL.test(stdout + stderr), words.join(" ")).to.equal(false);
    }
  });

  it("ends every call of a half-broken code by the protocol's rules, and prints no terminal controls", async () => {
    const odd = listed.filter(({ broken, writer: by }) => broken === null && by !== "0".repeat(44));
    for (const { name, cid, kind } of sampleOf(odd)) {
      for (const verb of ["call", "trace"]) {
        const words = ["code", verb, name ?? "", "--kind", kind, "--cid", cid ?? ""];
        const { code, stdout, stderr } = await run(...words);
        expect(code, words.join(" ")).to.be.oneOf([0, 1, 2, 4]);
        expect(stderr).not.to.include("fault in chainnode");
        expect(CONTROL.test(stdout + stderr), words.join(" ")).to.equal(false);
      }
    }
  });

  it("completes only names and parameters that a shell does not run", async () => {
    const names = await works("__complete", "code", "get", "");
    expect(names.split("\n")).to.include.members(["Send", "Echo"]);
    expect(await works("__complete", "code", "call", "Send", "")).to.equal("to=\namount=\n");
    for (const name of sampleOf([...new Set(listed.flatMap((code) => code.name ?? []))])) {
      const offers = await works("__complete", "code", "call", name, "");
      expect(offers, name).to.match(/^(?:[\w@%+=:,./-]*\n)*$/);
    }
  });

  const CONSOLE = [
    "(await code.list()).length > 0",
    "await code.list()",
    'await code.get("Send")',
    "await code.count()",
    'await code.call("Send", { to: "ADDRESS", amount: "1" }, { from: "FROM" })',
    'await code.call("GetBalance", { address: "ADDRESS" })',
    'await chain.balance("ADDRESS")',
    "for (const { id } of (await code.list()).slice(0, 200)) await code.get(id)",
  ];
  /** The number of blocks with codes depends on the machine. */
  const PAST = [
    "await at(2).codes()",
    'await at(await chain.height()).code("Send")',
    "await diff(1, await chain.height())",
  ];
  const script = (): string => CONSOLE.join(";\n").replaceAll("ADDRESS", bob).replaceAll("FROM", alice);

  it("serves the console's functions", async () => {
    for (const line of [...CONSOLE, ...PAST])
      await works("repl", "-e", line.replaceAll("ADDRESS", bob).replaceAll("FROM", alice));
  });

  it("can be forked, and the fork makes blocks", async () => {
    const fork = `${script()};
      await sandbox.fund("${alice}", "5000000000000000000");
      await sandbox.impersonate("${alice}").send("Send", { to: "${bob}", amount: "1" });
      await sandbox.mine(); await code.list()`;
    await works("repl", "--fork", fixture.node.url, "-e", fork);
  });

  it("is readable while the node is stopped, and after it starts again", async () => {
    expect(await fixture.node.stop()).to.equal(0);
    const offline = ["--offline", "--data-dir", fixture.directory];
    const send = ["Send", `to=${bob}`, "amount=1", "--from", alice, "--json"];
    expect(JSON.parse(await works("code", "call", ...send, ...offline))).to.include({ ok: true });
    expect(JSON.parse(await works("code", "trace", ...send, ...offline))).to.include({ ok: true });
    expect((await run("data", "check", "--data-dir", fixture.directory)).code).to.equal(0);
    await fixture.restart();
    const again = JSON.parse((await run("code", "list", "--json")).stdout) as readonly ListedCode[];
    expect(again).to.deep.equal(listed);
    expect(await works("balance", bob)).to.equal("30000\n");
  });
});
