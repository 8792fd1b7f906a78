import { expect } from "chai";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataDirectory } from "../../../src/data/directory/data-directory.js";
import { memberOf } from "../../../src/codec/value.js";
import { textIn } from "../../support/vectors.js";
import { runBinary, useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { useDevProcess } from "../../support/dev-process.js";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("chainnode data backup, while a node runs", () => {
  const fixture = useDevProcess();
  const out = useTemporaryDirectory();

  const run = (...words: readonly string[]) => runInProcess([...words, "--json"]);
  const backup = (...words: readonly string[]) =>
    run("data", "backup", join(out(), "copy"), ...words, "--data-dir", fixture.directory);
  const countIn = async (directory: string): Promise<unknown> =>
    JSON.parse((await run("block", "count", "--data-dir", directory)).stdout);
  const addressOf = (): string => fixture.node.accounts[0]?.address ?? "";

  it("makes a complete data directory that answers as the node does, without secrets", async () => {
    const made = await backup();
    expect(made).to.include({ code: 0 });
    const told = JSON.parse(made.stdout) as Record<string, unknown>;
    const copy = join(out(), "copy");
    expect(told).to.include({ directory: copy, keys: false, main_height: await countIn(fixture.directory) });
    expect(told["bytes"]).to.equal(statSync(join(copy, "chain.sqlite")).size);
    expect(readdirSync(copy).toSorted()).to.include.members(["chain.sqlite", "network.toml"]);
    expect(readdirSync(copy)).to.not.include.members(["identity.json", "keystore", "signatures"]);
    expect(modeOf(copy)).to.equal("700");
    expect(readdirSync(out())).to.deep.equal(["copy"]);

    expect(await run("data", "check", "--data-dir", copy)).to.include({ code: 0 });
    const balance = (directory: string) => run("balance", addressOf(), "--data-dir", directory);
    expect((await balance(copy)).stdout).to.equal((await balance(fixture.directory)).stdout);
  });

  it("tells the metrics of the node when it was made", async () => {
    const metrics = `${textIn(memberOf(fixture.node.banner, "ops"))}/metrics`;
    const told = async (): Promise<number> =>
      Number(/^chainnode_last_backup_seconds (\d+)$/m.exec(await (await fetch(metrics)).text())?.[1]);
    rmSync(join(fixture.directory, "last-backup"), { force: true });
    expect(await told()).to.deep.equal(Number.NaN);
    const before = Math.floor(Date.now() / 1000);
    expect(await backup()).to.include({ code: 0, stderr: "" });
    expect(await told()).to.be.within(before, Date.now() / 1000);
    expect(modeOf(join(fixture.directory, "last-backup"))).to.equal("600");
    expect(readdirSync(join(out(), "copy"))).to.not.include("last-backup");
  });

  it("reports an unfinished copy of another name, and leaves it there", async () => {
    mkdirSync(join(out(), "older.partial-aB3xY9"));
    expect((await backup()).stderr).to.include("older.partial-aB3xY9");
    expect(readdirSync(out())).to.have.members(["copy", "older.partial-aB3xY9"]);
  });

  it("never overwrites anything, exit 5", async () => {
    writeFileSync(join(out(), "copy"), "mine");
    const refused = await backup();
    expect(refused.code).to.equal(5);
    expect(refused.stderr).to.include('"code":"FILE_EXISTS"');
    expect(readFileSync(join(out(), "copy"), "utf8")).to.equal("mine");
    expect(readdirSync(out())).to.deep.equal(["copy"]);
  });

  it("refuses a directory without a node, and one that cannot be created", async () => {
    expect(await run("data", "backup", join(out(), "a"), "--data-dir", join(out(), "none"))).to.include({
      code: 5,
    });
    const nowhere = join(out(), "none", "copy");
    const refused = await run("data", "backup", nowhere, "--data-dir", fixture.directory);
    expect(refused.code).to.equal(4);
    expect(refused.stderr).to.include('"code":"FILE_MISSING"');
  });

  it("without keys: a node does not start from it, exit 5", async () => {
    await backup();
    const copy = dataDirectory(join(out(), "copy"));
    const start = await runBinary(["start", "--port", "0", "--json", "--data-dir", copy.path]);
    expect(start.code).to.equal(5);
    expect(start.stderr).to.include("IDENTITY_MISSING");
  });

  it("with --keys: copies the node's keys and the keystore as private files", async () => {
    const password = join(out(), "password");
    writeFileSync(password, "secret words");
    await run("key", "new", "owner", "--password-file", password, "--data-dir", fixture.directory);
    expect(JSON.parse((await backup("--keys")).stdout)).to.include({ keys: true });
    const copy = dataDirectory(join(out(), "copy"));
    const { identityFile, keystore, signaturesFile } = copy;
    expect([identityFile, keystore].map(modeOf)).to.deep.equal(["600", "700"]);
    expect(readdirSync(keystore).map((name) => modeOf(join(keystore, name))))
      .to.include("600")
      .and.not.include("644");
    expect(readFileSync(identityFile, "utf8")).to.equal(
      readFileSync(dataDirectory(fixture.directory).identityFile, "utf8"),
    );
    // An old record of the signed statements would hide those signed since.
    expect(existsSync(signaturesFile)).to.equal(false);
  });
});
