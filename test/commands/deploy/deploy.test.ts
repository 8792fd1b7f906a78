import { expect } from "chai";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { useDevProcess } from "../../support/dev-process.js";
import { counterCode, writeProject } from "./counter-project.js";

interface Printed {
  readonly codes: readonly Readonly<Record<string, unknown>>[];
  readonly calls: readonly Readonly<Record<string, unknown>>[];
  readonly unknown: readonly Readonly<Record<string, unknown>>[];
  readonly checks: readonly Readonly<Record<string, unknown>>[];
}

describe("chainnode deploy", () => {
  const directory = useTemporaryDirectory();
  const fixture = useDevProcess(["--mining-duty", "1"]);
  let spaces = 0;
  let space = "";
  beforeEach(() => {
    space = `space-${(spaces += 1)}`;
  });

  const deploy = (verb: string, ...words: string[]): Promise<Ended> =>
    runInProcess(["deploy", verb, "test", "--json", "--file", join(directory(), "chainnode.deploy.toml"), ...words], {
      environment: { CHAINNODE_HOME: fixture.directory },
    });
  const write = (...codes: Record<string, unknown>[]): string =>
    writeProject(directory(), { url: fixture.node.url, space, codes });
  const printed = ({ stdout }: Ended): Printed => JSON.parse(stdout) as Printed;
  const errorOf = ({ stderr }: Ended): Record<string, unknown> => {
    const line = stderr.trim().split("\n").findLast((each) => each.startsWith("{")) ?? "{}";
    return (JSON.parse(line) as { error: Record<string, unknown> }).error;
  };
  const changes = (ended: Ended): readonly unknown[] => printed(ended).codes.map(({ change }) => change);

  it("plans, applies and verifies a project, and then has nothing to do", async () => {
    write(counterCode("One"), counterCode("Two"));
    const plan = await deploy("plan");
    expect(plan.code).to.equal(2);
    expect(changes(plan)).to.deep.equal(["new", "new"]);
    expect(printed(plan).calls).to.have.nested.property("[0].change", "open");
    expect((await deploy("verify")).code).to.equal(1);

    const applied = await deploy("apply");
    expect(applied.code, applied.stderr).to.equal(0);
    expect(printed(applied).codes[0]).to.have.property("hash").that.matches(/^[0-9a-f]{78}$/);
    expect(printed(applied).calls).to.have.nested.property("[0].change", "made");
    expect(printed(applied).checks).to.deep.equal([{ name: "once", holds: true }]);
    for (const verb of ["plan", "verify", "apply"]) {
      const ended = await deploy(verb);
      expect(ended.code, verb).to.equal(0);
      expect(changes(ended)).to.deep.equal(["equal", "equal"]);
      expect(printed(ended).calls).to.have.nested.property("[0].change", "done");
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
    expect(changes(plan)).to.deep.equal(["drifted", "changed"]);
    expect(printed(plan).codes[0]).to.have.nested.property("refusal.code", "CODE_VERSION");
    expect(printed(plan).unknown.map(({ name }) => name)).to.deep.equal(["Three"]);
    // Nothing is sent when one code is refused.
    expect(errorOf(await deploy("apply"))).to.have.property("code", "DEPLOY_IMPOSSIBLE");
    expect(changes(await deploy("plan"))).to.deep.equal(["drifted", "changed"]);

    const applied = await deploy("apply", "--next-version");
    expect(applied.code, applied.stderr).to.equal(0);
    expect(printed(applied).codes.map(({ version }) => version)).to.deep.equal(["2", "2"]);
    expect(changes(await deploy("plan"))).to.deep.equal(["equal", "equal"]);
  });

  it("publishes the earlier texts again as next versions", async () => {
    write(counterCode("One"), counterCode("Two"));
    expect((await deploy("apply")).code).to.equal(0);
    write(counterCode("One", "2", "worse"), counterCode("Two"));
    expect((await deploy("apply")).code).to.equal(0);
    const back = await deploy("rollback");
    expect(back.code, back.stderr).to.equal(0);
    expect(printed(back).codes.map(({ version }) => version)).to.deep.equal(["3", "1"]);
    // The file of the first version is what the network has, but for the version.
    write(counterCode("One"), counterCode("Two"));
    expect((await deploy("verify")).code).to.equal(0);
  });

  it("finds what the network would refuse before anything is sent", async () => {
    write(counterCode("One"), { ...counterCode("Two"), w: "b".repeat(44) });
    const plan = await deploy("plan");
    expect(plan.code).to.equal(1);
    expect(printed(plan).codes[1]).to.have.nested.property("refusal.code", "DEPLOY_WRITER");
    write(counterCode("One"), { ...counterCode("Two"), e: [{ $unknown: [] }] });
    const broken = await deploy("plan");
    expect(printed(broken).codes[1]).to.have.nested.property("refusal.code", "CODE_CHECK");
    expect((await deploy("apply")).code).to.equal(1);
    expect(changes(await deploy("plan"))).to.deep.equal(["new", "new"]);
  });

  it("names a mistake in the file, with its line and what was meant", async () => {
    const file = write(counterCode("One"));
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("unless", "unles"));
    const missing = await deploy("plan");
    expect(missing.code).to.equal(5);
    expect(errorOf(missing)).to.have.property("code", "DEPLOY_FILE");
    writeFileSync(file, text.replace("contract =", "contact ="));
    expect(errorOf(await deploy("plan"))).to.have.nested.property("details.line", 7);
    writeFileSync(file, text.replace("is = 1", 'is = 1\nwih = "x"'));
    const unknown = errorOf(await deploy("plan"));
    expect(unknown).to.have.nested.property("details.line", 15);
    expect(unknown["advice"]).to.match(/^Did you mean with\?/);
    writeFileSync(file, text.replace("[networks.test]", "[networks.tset]"));
    expect(errorOf(await deploy("plan"))["advice"]).to.match(/^Did you mean tset\?/);
  });
});
