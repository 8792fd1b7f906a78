import { expect } from "chai";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { useDevProcess } from "../../support/dev-process.js";
import { PROJECT_FILE } from "../../../commands/deploy/project-file.js";
import { stockModule } from "../../support/stock-codes.js";
import { counterCode, writeProject } from "./counter-project.js";
import { openRequestGate, type Passage } from "./request-gate.js";

type Step = Readonly<Record<string, unknown>>;

describe("chainnode deploy", () => {
  const directory = useTemporaryDirectory();
  const fixture = useDevProcess(["--mining-duty", "1"]);
  let spaces = 0;
  let space = "";
  beforeEach(() => {
    space = `space-${(spaces += 1)}`;
  });

  const chainnode = (...words: string[]): Promise<Ended> =>
    runInProcess(words, { environment: { CHAINNODE_HOME: fixture.directory } });
  const deployTo = (network: string, verb: string, ...words: string[]): Promise<Ended> =>
    chainnode("deploy", verb, network, "--json", "--file", join(directory(), PROJECT_FILE), ...words);
  const deploy = (verb: string, ...words: string[]): Promise<Ended> => deployTo("test", verb, ...words);
  const write = (...codes: Record<string, unknown>[]): string =>
    writeProject(directory(), { url: fixture.node.url, space, codes });
  const printed = ({ stdout }: Ended): readonly Step[] =>
    (JSON.parse(stdout) as { readonly steps: readonly Step[] }).steps;
  const changes = (ended: Ended): readonly unknown[] => printed(ended).map(({ change }) => change);
  const errorOf = ({ stderr }: Ended): Record<string, unknown> => {
    const line =
      stderr
        .trim()
        .split("\n")
        .findLast((each) => each.startsWith("{")) ?? "{}";
    return (JSON.parse(line) as { error: Record<string, unknown> }).error;
  };

  it("plans, applies and verifies a project, and then has nothing to do", async () => {
    write(counterCode("One"), counterCode("Two"));
    const plan = await deploy("plan");
    expect(plan.code).to.equal(2);
    expect(changes(plan)).to.deep.equal(["new", "new", "open"]);
    expect((await deploy("verify")).code).to.equal(1);

    const applied = await deploy("apply");
    expect(applied.code, applied.stderr).to.equal(0);
    expect(printed(applied)[0])
      .to.have.property("hash")
      .that.matches(/^[0-9a-f]{78}$/);
    expect(changes(applied)).to.deep.equal(["new", "new", "made", "holds"]);
    for (const verb of ["plan", "verify", "apply"]) {
      const ended = await deploy(verb);
      expect(ended.code, verb).to.equal(0);
      expect(changes(ended).slice(0, 3)).to.deep.equal(["equal", "equal", "done"]);
    }
    const journal = join(directory(), ".chainnode.deploy.test.json");
    expect(statSync(journal).mode & 0o777).to.equal(0o600);
    expect(JSON.parse(readFileSync(journal, "utf8"))).to.have.property("complete", true);
  });

  it("tells drifted, changed and unknown codes apart, and gives a next version when asked to", async () => {
    write(counterCode("One"), counterCode("Two"), counterCode("Three"));
    expect((await deploy("apply")).code).to.equal(0);
    write(counterCode("One", "1", "other"), counterCode("Two", "2", "other"));
    const plan = await deploy("plan");
    expect(plan.code).to.equal(1);
    expect(changes(plan)).to.deep.equal(["drifted", "changed", "done", "unknown"]);
    expect(printed(plan)[0]).to.have.nested.property("refusal.code", "CODE_VERSION");
    expect(printed(plan)[3]).to.include({ name: "Three", registered: "1", version: null });
    // Nothing is sent when one code is refused.
    expect(errorOf(await deploy("apply"))).to.have.property("code", "DEPLOY_IMPOSSIBLE");
    expect(changes(await deploy("plan")).slice(0, 2)).to.deep.equal(["drifted", "changed"]);

    const applied = await deploy("apply", "--next-version");
    expect(applied.code, applied.stderr).to.equal(0);
    expect(
      printed(applied)
        .map(({ version }) => version)
        .slice(0, 2),
    ).to.deep.equal(["2", "2"]);
    expect(changes(await deploy("plan")).slice(0, 2)).to.deep.equal(["equal", "equal"]);
  });

  it("publishes the earlier texts again as next versions", async () => {
    write(counterCode("One"), counterCode("Two"));
    expect((await deploy("apply")).code).to.equal(0);
    write(counterCode("One", "2", "worse"), counterCode("Two"));
    expect((await deploy("apply")).code).to.equal(0);
    const back = await deploy("rollback");
    expect(back.code, back.stderr).to.equal(0);
    expect(printed(back).map(({ version }) => version)).to.deep.equal(["3", "1"]);
    // The file of the first version is what the network has, but for the version.
    write(counterCode("One"), counterCode("Two"));
    expect((await deploy("verify")).code).to.equal(0);
  });

  it("finds what the network would refuse before anything is sent", async () => {
    write(counterCode("One"), { ...counterCode("Two"), w: "b".repeat(44) });
    const plan = await deploy("plan");
    expect(plan.code).to.equal(1);
    expect(printed(plan)[1]).to.have.nested.property("refusal.code", "DEPLOY_WRITER");
    write(counterCode("One"), { ...counterCode("Two"), e: [{ $unknown: [] }] });
    const broken = await deploy("plan");
    expect(printed(broken)[1]).to.have.nested.property("refusal.code", "CODE_CHECK");
    expect((await deploy("apply")).code).to.equal(1);
    expect(changes(await deploy("plan")).slice(0, 2)).to.deep.equal(["new", "new"]);
  });

  it("publishes to another network with another key and other values", async () => {
    writeFileSync(join(directory(), "stock.mjs"), stockModule("").replaceAll('w: ""', "w: null"));
    const url = fixture.node.url;
    writeFileSync(
      join(directory(), PROJECT_FILE),
      `[codes.stock]
file = "stock.mjs"
[writers]
owner = "alice"
[values]
count = "7"
key = "0${spaces % 10}"
[calls.fill]
code = "stock"
contract = "SetStock"
with = { of = "$key", count = "$count" }
unless = { request = "GetStock", with = { of = "$key" }, is = { stock = "$count" } }
[checks.stock]
code = "stock"
request = "GetStock"
with = { of = "$key" }
is = { stock = "$count" }
[networks.test]
url = "${url}"
[networks.other]
url = "${url}"
writers = { owner = "bob" }
values = { count = "9" }
`,
    );
    for (const [network, stock] of [
      ["test", "7"],
      ["other", "9"],
    ] as const) {
      const applied = await deployTo(network, "apply");
      expect(applied.code, applied.stderr).to.equal(0);
      const words = [
        "request",
        "GetStock",
        `of=0${spaces % 10}`,
        "--cid",
        `${network === "test" ? "alice" : "bob"}/shop`,
      ];
      expect((await chainnode(...words)).stdout).to.include(`"stock": "${stock}"`);
    }
    expect((await deploy("verify")).code).to.equal(0);
  });

  for (const passage of ["is lost", "loses its answer"] as const)
    it(`goes on after a transaction that ${passage}, and all after it`, async () => {
      let isEnded = false;
      const gate = await openRequestGate(fixture.node.url, (_number, operation) => {
        if (isEnded) return "is lost";
        isEnded = operation === "sendrawtransaction";
        return isEnded ? passage : "passes";
      });
      const codes = [counterCode("One"), counterCode("Two")];
      writeProject(directory(), { url: gate.url, space, codes });
      const ended = await deploy("apply");
      await gate.close();
      expect(ended.code).to.equal(3);
      expect(errorOf(ended)).to.have.nested.property("details.done", "0 of 3");
      write(...codes);
      expect((await deploy("apply")).code).to.equal(0);
      expect((await deploy("verify")).code).to.equal(0);
    });

  it("makes a call once beside another job that makes it at the same time", async () => {
    const codes = [counterCode("One"), counterCode("Two")];
    write(...codes);
    let others = 0;
    const gate = await openRequestGate(fixture.node.url, async (_number, operation): Promise<Passage> => {
      if (operation !== "sendrawtransaction") return "passes";
      others += 1;
      expect((await deploy("apply")).code).to.equal(0);
      return "passes";
    });
    const file = writeProject(join(directory(), "other"), { url: gate.url, space, codes });
    const ended = await chainnode("deploy", "apply", "test", "--file", file);
    await gate.close();
    expect(ended.code, ended.stderr).to.equal(0);
    expect(others).to.be.greaterThan(0);
    expect((await deploy("verify")).code).to.equal(0);
  });

  it("names the code of which another job has published another text", async () => {
    write(counterCode("One"), counterCode("Two"));
    const gate = await openRequestGate(fixture.node.url, async (_number, operation): Promise<Passage> => {
      if (operation === "sendrawtransaction") await deploy("apply");
      return "passes";
    });
    const codes = [counterCode("One"), counterCode("Two", "1", "other")];
    const file = writeProject(join(directory(), "other"), { url: gate.url, space, codes });
    const ended = await chainnode("deploy", "apply", "test", "--json", "--file", file);
    await gate.close();
    expect(ended.code).to.equal(1);
    expect(errorOf(ended)).to.include({ code: "DEPLOY_CONFLICT" });
    expect(errorOf(ended)).to.have.nested.property("details.open", "Two, first");
  });

  it("shows a person the plan, and sends nothing without consent", async () => {
    const file = write(counterCode("One"));
    const never = (): never => {
      throw new Error("Nothing is to be asked but whether to go on. ");
    };
    const prompter = { text: never, secret: never, choose: never, confirm: async () => false };
    const ended = await runInProcess(["deploy", "apply", "test", "--file", file], {
      environment: { CHAINNODE_HOME: fixture.directory },
      isTerminal: true,
      prompter,
    });
    expect(ended).to.include({ code: 130, stdout: "" });
    expect(stripVTControlCharacters(ended.stderr)).to.match(/^new +One +contract +1 +- +alice +\d/m);
    expect(changes(await deploy("plan"))).to.deep.equal(["new", "open"]);
  });

  it("tells a mistake in the file from changes by its exit code", async () => {
    const file = write(counterCode("One"));
    writeFileSync(file, readFileSync(file, "utf8").replace("unless", "unles"));
    const ended = await deploy("plan");
    expect(ended.code).to.equal(5);
    expect(errorOf(ended)).to.have.property("code", "DEPLOY_FILE");
    // The exit code of a module that cannot be loaded is 2 elsewhere.
    writeFileSync(file, '[codes.one]\nfile = "one.mjs"\n[networks.test]\n');
    writeFileSync(join(directory(), "one.mjs"), "syntax error");
    expect((await deploy("plan")).code).to.equal(1);
  });
});
