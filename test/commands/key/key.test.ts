import { expect } from "chai";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBinary, runInTerminal, useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { PASSWORD, useKeptKey } from "../kept-key.js";
import { skipWithout } from "../../support/skip.js";

const PRIVATE_KEY = "0123456789abcdef".repeat(4);

describe("chainnode key", () => {
  const directory = useTemporaryDirectory();
  const chainnode = (words: readonly string[], input = ""): Promise<Ended> =>
    runInProcess(["key", ...words], { input, environment: { CHAINNODE_HOME: directory() } });

  const keep = useKeptKey("alice", PRIVATE_KEY);
  const keepAlice = (): void => keep(directory());

  it("makes, lists and shows keys", async () => {
    const made = await chainnode(["new", "alice", "--password-stdin"], `${PASSWORD}\n`);
    expect(made).to.include({ code: 0, stderr: "" });
    const shown = await chainnode(["show", "--json"]);
    const { address } = JSON.parse(shown.stdout) as { address: string };
    expect(made.stdout).to.include(`address\t${address}\n`);
    expect((await chainnode(["list"])).stdout).to.equal(`alice\t${address}\tyes\n`);
  });

  it("prints a note on stderr for an empty list, and [] for programs", async () => {
    expect(await chainnode(["list"])).to.deep.equal({
      code: 0,
      stdout: "",
      stderr: "There are no keys yet. Make one: chainnode key new <name>\n",
    });
    expect(await chainnode(["list", "--json", "--quiet"])).to.deep.equal({
      code: 0,
      stdout: "[]\n",
      stderr: "",
    });
  });

  it("exports what it imported, only with --yes or a person's consent", async () => {
    writeFileSync(join(directory(), "password"), `${PASSWORD}\n`);
    const words = ["import", "alice", "--key-file", "-", "--password-file", join(directory(), "password")];
    expect((await chainnode(words, `${PRIVATE_KEY}\n`)).code).to.equal(0);
    const exported = await chainnode(["export", "--yes", "--password-stdin"], PASSWORD);
    expect(exported).to.deep.equal({ code: 0, stdout: `${PRIVATE_KEY}\n`, stderr: "" });
    const refused = await chainnode(["export", "--password-stdin", "--json"], PASSWORD);
    expect(refused).to.include({ code: 2, stdout: "" });
    expect(refused.stderr).to.include("CONSENT_MISSING");
  });

  it("never repeats a private key or password in an error", async () => {
    keepAlice();
    const wrong = await chainnode(["export", "--yes", "--password-stdin"], "wrong words");
    expect(wrong.code).to.equal(5);
    expect(wrong.stderr).not.to.include("wrong words");
    const bad = await chainnode(
      ["import", "bob", "--key-file", "-", "--password-file", join(directory(), "password")],
      "abc123",
    );
    expect(bad.code).to.equal(2);
    expect(bad.stderr).not.to.include("abc123");
    expect(readFileSync(join(directory(), "keystore", "alice.json"), "utf8")).not.to.include(PRIVATE_KEY);
  });

  it("refuses a used or invalid name before it asks for anything", async () => {
    keepAlice();
    expect((await chainnode(["new", "alice", "--json"])).stderr).to.include("KEY_EXISTS");
    expect((await chainnode(["import", "alice", "--json"])).stderr).to.include("KEY_EXISTS");
    expect((await chainnode(["new", "a/b", "--json"])).stderr).to.include("KEY_NAME");
  });

  it("reads only one thing from stdin, exit 2", async () => {
    const words = ["key", "import", "alice", "--key-file", "-", "--password-stdin", "--json"];
    const environment = { CHAINNODE_HOME: directory() };
    const { code, stderr } = await runBinary(words, { input: `${PRIVATE_KEY}\n`, environment });
    expect(code).to.equal(2);
    expect(stderr).to.include("STDIN_TWICE").and.not.to.include(PRIVATE_KEY);
  });

  it("reports the flag for a password when there is no terminal", async () => {
    const { code, stdout, stderr } = await chainnode(["new", "alice"]);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
    expect(stderr).to.include("--password-file <file> or --password-stdin");
  });

  it("changes a password", async () => {
    keepAlice();
    writeFileSync(join(directory(), "new"), "other words");
    const files = [
      "--password-file",
      join(directory(), "password"),
      "--new-password-file",
      join(directory(), "new"),
    ];
    expect((await chainnode(["passwd", "alice", ...files])).code).to.equal(0);
    expect((await chainnode(["export", "--yes", "--password-stdin"], "other words")).stdout).to.equal(
      `${PRIVATE_KEY}\n`,
    );
  });

  it("chooses the default and removes", async () => {
    keepAlice();
    await chainnode(["new", "bob", "--password-stdin"], PASSWORD);
    expect((await chainnode(["default", "bob"])).stdout).to.include("default\tyes");
    expect((await chainnode(["default"])).stdout).to.include("name\tbob");
    expect((await chainnode(["remove", "bob", "--yes"])).code).to.equal(0);
    expect((await chainnode(["default"])).code).to.equal(4);
  });

  it("suggests a similar key, or the list, for an unknown key, exit 4", async () => {
    keepAlice();
    for (const [name, advice] of [
      ["alcie", "Did you mean alice? List the keys: chainnode key list"],
      ["unknown", "List the keys: chainnode key list"],
    ] as const) {
      const { code, stderr } = await chainnode(["show", name, "--json"]);
      expect(code).to.equal(4);
      expect(JSON.parse(stderr)).to.have.property("error").that.includes({ code: "KEY_UNKNOWN", advice });
    }
  });

  it("asks for the name and a hidden password twice at a terminal", async function () {
    skipWithout(this, "script");
    const words = ["key", "new"];
    const ended = await runInTerminal(words, {
      answers: [
        { after: "name (", type: "carol" },
        { after: "New password", type: "hidden words" },
        { after: "again", type: "hidden words" },
      ],
      environment: { CHAINNODE_HOME: directory() },
    });
    expect(ended.code).to.equal(0);
    expect(ended.stdout).not.to.include("hidden words");
    expect(ended.stdout).to.include("chainnode key new carol");
    expect((await chainnode(["list"])).stdout).to.match(/^carol\t/);
  });
});
