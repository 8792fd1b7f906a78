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

  it("refuses a file with an unknown key, with a suggestion, exit 2", async () => {
    writeFileSync(join(directory(), "chainnode.toml"), "mnie = true\n");
    const { code, stdout, stderr } = await runBinary(["config", "show"], {
      environment: { CHAINNODE_HOME: directory() },
    });
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: "" });
    expect(stderr).to.include("unknown key: mnie").and.to.include("Did you mean mine?");
  });
});
