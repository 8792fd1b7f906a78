import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBinary, useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";

describe("chainnode config show", () => {
  const directory = useTemporaryDirectory();

  it("prints each value and its source", async () => {
    const file = join(directory(), "chainnode.toml");
    writeFileSync(file, 'peer = ["a:1", "b:2"]\n');
    const environment = { CHAINNODE_HOME: directory(), CHAINNODE_MINE: "yes" };
    const words = ["config", "show", "--port", "1"];
    const lines = (await runBinary(words, { environment })).stdout.split("\n");
    expect(lines).to.include.members([
      `data-dir\t${directory()}\tenvironment\tCHAINNODE_HOME`,
      `config\t${file}\tdefault\t`,
      "port\t1\tflag\t--port",
      "mine\ttrue\tenvironment\tCHAINNODE_MINE",
      `peer\ta:1,b:2\tfile\t${file}`,
      "host\t127.0.0.1\tdefault\t",
    ]);
    const { stdout } = await runInProcess([...words, "--json"], { environment });
    expect(JSON.parse(stdout)).to.deep.include({
      peer: { value: ["a:1", "b:2"], origin: "file", source: file },
    });
  });

  it("shows no password of a URL, also as JSON", async () => {
    const file = join(directory(), "chainnode.toml");
    writeFileSync(
      file,
      [
        'rpc = "http://user:pw/@s3cret@127.0.0.1:9900/a"',
        'peer = ["https://user:s3cret@b:2", "a:1"]',
        'postgres = "postgres://reader:s3cret@db:5432/chain?password=s3cret&sslmode=require"',
        "",
      ].join("\n"),
    );
    const environment = { CHAINNODE_HOME: directory() };
    const plain = (await runInProcess(["config", "show"], { environment })).stdout;
    const json = (await runInProcess(["config", "show", "--json"], { environment })).stdout;
    expect(plain + json).not.to.include("s3cret");
    expect(JSON.parse(json)).to.deep.include({
      rpc: { value: "http://…@127.0.0.1:9900/a", origin: "file", source: file },
      peer: { value: ["https://…@b:2", "a:1"], origin: "file", source: file },
    });
    expect(plain).to.include("postgres://reader:…@db:5432/chain?password=…&sslmode=require");
  });

  it("refuses a file with an unknown key, with a suggestion, exit 2", async () => {
    writeFileSync(join(directory(), "chainnode.toml"), "mnie = true\n");
    const { code, stdout, stderr } = await runBinary(["config", "show"], {
      environment: { CHAINNODE_HOME: directory() },
    });
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
    expect(stderr).to.include("unknown key: mnie").and.to.include("Did you mean mine?");
  });
});
