import { expect } from "chai";
import { runInProcess } from "./terminal-stub.js";

async function offers(...words: string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runInProcess(["__complete", ...words], {
    environment: { CHAINNODE_HOME: "/nonexistent" },
  });
  expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
  return stdout.split("\n").slice(0, -1);
}

describe("completion at the cursor", () => {
  it("offers commands and groups first", async () => {
    expect(await offers("k")).to.deep.equal(["key"]);
    expect(await offers("")).to.include.members(["key", "hash", "help", "man"]);
    expect(await offers("key", "s")).to.deep.equal(["show"]);
    expect(await offers("--json", "key", "s")).to.deep.equal(["show"]);
  });

  it("describes commands, groups and flags for the shells that can show it", async () => {
    const { stdout } = await runInProcess(["__describe", "key", "--json", "s"]);
    expect(stdout).to.match(/^show\t[a-z].*\n$/);
    expect((await runInProcess(["__describe", "ke"])).stdout).to.match(/^key\tmanage .*\n$/);
    expect((await runInProcess(["__describe", "--js"])).stdout).to.match(/^--json\tprint .*\n$/);
    expect((await runInProcess(["__describe", "start", "--log-format", "p"])).stdout).to.equal("pretty\n");
  });

  it("offers topics after help", async () => {
    expect(await offers("help", "ex")).to.deep.equal(["explorer", "exit-codes"]);
    expect(await offers("help", "key", "l")).to.deep.equal(["list"]);
    expect(await offers("help", "operators", "precise_d")).to.deep.equal(["precise_div"]);
  });

  it("offers flags after a dash", async () => {
    expect(await offers("key", "new", "--pass")).to.deep.equal(["--password-file", "--password-stdin"]);
    expect(await offers("--js")).to.deep.equal(["--json"]);
  });

  it("offers the choices of an option and of a setting", async () => {
    expect(await offers("start", "--log-format", "")).to.deep.equal(["json", "pretty"]);
    expect(await offers("key", "list", "--log-level", "")).to.include.members(["error", "trace"]);
  });

  it("offers what an argument's completer finds", async () => {
    expect(await offers("completion", "")).to.deep.equal(["bash", "fish", "zsh", "install"]);
    expect(await offers("man", "key", "ex")).to.deep.equal(["export"]);
    expect(await offers("code", "new", "to")).to.deep.equal(["token"]);
  });

  it("offers nothing after words that cannot be parsed, after a complete command, or when a completer fails", async () => {
    expect(await offers("completion", "--nonsense", "")).to.deep.equal([]);
    expect(await offers("completion", "bash", "")).to.deep.equal([]);

    expect(await offers("key", "show", "--config", "/nonexistent", "")).to.deep.equal([]);
  });
});
